"""What is seen of a whole schedule in a window of time and processors: a grid of bounded size, or the pieces."""

import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import orjson

from engine.parallel_jobs.whole.areas import LEVELS, add_pieces, settle
from engine.parallel_jobs.whole.packed import unpack
from engine.parallel_jobs.whole.schedule import BLOCK, MOST_NAMED
from engine.parallel_jobs.whole.steps import extremes

MOST_COLUMNS, MOST_ROWS = 1_200, 400
FEW = 2_000
"""Pieces in a window up to which each has a bar of its own, if its processors have names."""

MOST_RUNS = 20_000
"""Rectangles of all bars."""

MOST_BYTES = 200_000
"""Of a window, compressed; rows are joined until it fits."""

HUES = 8
LAYOUTS = ("machines", "owners", "sizes")
COLORED_BY = ("job", "owner")


@dataclass(frozen=True, eq=False)
class Whole:
    """A packed schedule: what is told of it, and its columns."""

    head: dict[str, Any]
    columns: dict[str, np.ndarray]

    @classmethod
    def of_file(cls, path: Path) -> "Whole":
        """Map a file; `OSError` and `ValueError` if it is missing or broken."""
        return cls(*unpack(path))


class Window(NamedTuple):
    """What of it is looked at, and how.

    Attributes
    ----------
    since, until : s
    lowest, highest : processors (or owners, by work), from the lowest on, up to and without the highest
    columns, rows : of the grid
    layout : one of `LAYOUTS`: processors by name, a row for each owner, or sizes on top of each other
    colored_by : one of `COLORED_BY`
    """

    since: float
    until: float
    lowest: float
    highest: float
    columns: int
    rows: int
    layout: str
    colored_by: str

    @classmethod
    def of(cls, whole: Whole, asked: dict[str, Any]) -> "Window":
        """The nearest window that there is to what a stranger has *asked*; `ValueError` if it holds no numbers."""
        head = whole.head
        layout = str(asked.get("layout", LAYOUTS[0]))
        if layout not in LAYOUTS or (layout == "machines" and not head["named"]):
            layout = "sizes"
        by = str(asked.get("colored_by", COLORED_BY[0]))
        height = min(head["owners"], MOST_NAMED) if layout == "owners" else head["machines"]
        since, until = _within(asked, ("since", "until"), head["since"], head["until"], 1e-6)
        lowest, highest = _within(asked, ("lowest", "highest"), 0.0, float(height), 1.0)
        if layout == "sizes":
            lowest, highest = 0.0, float(height)
        columns = int(_number(asked, "columns", 800.0, 16, MOST_COLUMNS))
        rows = int(_number(asked, "rows", 200.0, 16, MOST_ROWS))
        if layout == "owners":
            lowest, highest = float(np.floor(lowest)), float(np.ceil(highest))
            rows = int(highest - lowest)
        rows = min(rows, int(np.ceil(highest - lowest)))
        return cls(since, until, lowest, highest, columns, rows, layout, by if by in COLORED_BY else COLORED_BY[0])


def _number(asked: dict[str, Any], name: str, usual: float, least: float, most: float) -> float:
    found = float(asked.get(name, usual))
    if not np.isfinite(found):
        raise ValueError(f"{name} is no number")
    return min(max(found, least), most)


def _within(
    asked: dict[str, Any], names: tuple[str, str], least: float, most: float, shortest: float
) -> tuple[float, float]:
    """A part of what there is, which is not shorter than *shortest* where there is so much."""
    begin, end = _number(asked, names[0], least, least, most), _number(asked, names[1], most, least, most)
    if end - begin < shortest:
        middle = min(max((begin + end) / 2, least), most)
        begin = max(least, middle - shortest / 2)
        end = max(begin + shortest, min(most, begin + shortest))
    return begin, end


def look(whole: Whole, window: Window) -> bytes:
    """What is seen: a line of JSON, and behind it the grid, a byte for each cell, all of it compressed by gzip.

    A cell is hue + 8 level, column after column, from the lowest processor on; sizes are a byte for each column and
    hue, in 255ths of the cluster. Bars have no grid.
    """
    chosen = visible(whole, window)
    told: dict[str, Any] = {**window._asdict(), "pieces": len(chosen), "over_time": _over_time(whole, window)}
    body = b""
    if window.layout == "machines" and len(chosen) <= FEW and _runs(whole, chosen) <= MOST_RUNS:
        told["bars"] = _bars(whole, window, chosen)
    elif window.layout == "sizes":
        body = _sizes(whole, window, chosen).tobytes()
    else:
        share, hue, full = grid(whole, window, chosen)
        told["full"] = full
        body = _cells(share, hue).tobytes()
    packed = _gzip(orjson.dumps(told, option=orjson.OPT_SERIALIZE_NUMPY) + b"\n" + body)
    if len(packed) > MOST_BYTES and window.rows > 32 and body:
        return look(whole, window._replace(rows=window.rows // 2))
    return packed


def _gzip(data: bytes) -> bytes:
    packer = zlib.compressobj(1, zlib.DEFLATED, 31)
    return packer.compress(data) + packer.flush()


def visible(whole: Whole, window: Window) -> np.ndarray:
    """The pieces that run within the window, by their start; int64."""
    since, until = whole.columns["since"], whole.columns["until"]
    begun = int(np.searchsorted(since, window.until, side="left"))
    blocks = np.flatnonzero(whole.columns["block_until"][: -(-begun // BLOCK)] > window.since)
    if not len(blocks):
        return np.zeros(0, dtype=np.int64)
    # Before the first block nothing reaches into the window; behind it most of them do.
    begin = int(blocks[0]) * BLOCK
    if len(blocks) * BLOCK > (begun - begin) // 2:
        return begin + np.flatnonzero(until[begin:begun] > window.since)
    candidates = (blocks[:, None] * BLOCK + np.arange(BLOCK)).ravel()
    candidates = candidates[candidates < begun]
    return candidates[until[candidates] > window.since]


def _runs(whole: Whole, chosen: np.ndarray) -> int:
    first = whole.columns["first"]
    return int((first[chosen + 1] - first[chosen]).sum())


def _hues(whole: Whole, window: Window, chosen: np.ndarray) -> np.ndarray:
    job = whole.columns["job"][chosen]
    if window.colored_by == "job":
        return (job % HUES).astype(np.int8)
    return np.minimum(whole.columns["rank"][job], HUES - 1).astype(np.int8)


def _added(whole: Whole, window: Window, chosen: np.ndarray, rows: int) -> np.ndarray:
    """The area of each cell by hue, as differences; of the sizes and owners, weighed by the processors of a piece."""
    columns = whole.columns
    area = np.zeros((window.columns + 2, HUES, rows + 2), dtype=np.float32)
    if window.layout == "machines":
        weight = np.ones(len(chosen), dtype=np.float32)
        first, low, count = columns["first"], columns["low"], columns["length"]
        levels = (window.lowest, window.highest)
    else:
        weight = columns["size"][chosen].astype(np.float32)
        first = np.arange(len(columns["since"]) + 1, dtype=np.int64)
        low = np.zeros(len(columns["since"]), dtype=np.int32)
        count = np.ones_like(low)
        levels = (0.0, 1.0)
        if window.layout == "owners":
            low[chosen] = np.minimum(columns["rank"][columns["job"][chosen]], MOST_NAMED - 1)
            levels = (window.lowest, window.highest)
    bounds = np.array([window.since, window.until, *levels])
    hue = _hues(whole, window, chosen)
    add_pieces(chosen, columns["since"], columns["until"], hue, weight, first, low, count, bounds, area)
    return area


def grid(whole: Whole, window: Window, chosen: np.ndarray) -> tuple[np.ndarray, np.ndarray, float]:
    """The share of each cell that is taken, float32 (columns, rows), the hue with most of it, and what a full cell is.

    A full cell is one in which every processor is taken or, where each row is an owner's, as many as any of them has;
    then the share is its square root, so that those with little are seen beside those with much.
    """
    share = np.empty((window.columns, window.rows), dtype=np.float32)
    hue = np.empty((window.columns, window.rows), dtype=np.uint8)
    there = np.zeros((HUES, window.rows), dtype=np.float32)
    settle(_added(whole, window, chosen, window.rows), there, share, hue)
    if window.layout == "machines":
        return share, hue, 1.0
    full = max(float(share.max()), 1e-9)
    return np.sqrt(np.maximum(share, 0.0) / full), hue, full


def _cells(share: np.ndarray, hue: np.ndarray) -> np.ndarray:
    """A byte for each cell; whatever is taken at all is told from what is not."""
    level = np.ceil(np.clip(share, 0.0, 1.0) * LEVELS - 0.02).astype(np.uint8)
    return np.where(level > 0, hue | (level << 3), 0).astype(np.uint8)


def _sizes(whole: Whole, window: Window, chosen: np.ndarray) -> np.ndarray:
    area = _added(whole, window, chosen, 1)
    used = np.cumsum(area[:-2, :, 0], axis=0)
    return np.rint(np.clip(used / whole.head["machines"], 0.0, 1.0) * 255).astype(np.uint8)


def _bars(whole: Whole, window: Window, chosen: np.ndarray) -> dict[str, Any]:
    columns = whole.columns
    job, first = columns["job"][chosen], columns["first"]
    runs = [list(range(first[piece], first[piece + 1])) for piece in chosen]
    return {
        "job": job,
        "since": columns["since"][chosen],
        "until": columns["until"][chosen],
        "size": columns["size"][chosen],
        "hue": _hues(whole, window, chosen),
        "arrival": columns["arrival"][job],
        "owner": [owner_name(whole, int(owner)) for owner in columns["owner"][job]],
        "runs": [[[int(columns["low"][run]), int(columns["length"][run])] for run in one] for one in runs],
    }


def owner_name(whole: Whole, owner: int) -> str:
    """Whose a job is, in words: a class, or a user, whose number is no name."""
    names = whole.head["names"]
    return names[owner] if names else "user not known" if owner < 0 else f"user {owner}"


def _over_time(whole: Whole, window: Window) -> dict[str, Any]:
    """Least, mean and largest queue and utilization in each column."""
    edges = np.linspace(window.since, window.until, window.columns + 1)
    columns = whole.columns
    found = {}
    for name, value, integral, unit in (
        ("queue", "step_waiting", "step_waited", 1.0),
        ("utilization", "step_used", "step_worked", whole.head["machines"] / 100),
    ):
        of = extremes(columns["step_time"], columns[value], columns[integral], edges)
        found[name] = {part: _short(column / unit) for part, column in of._asdict().items()}
    return found


def _short(column: np.ndarray) -> list[float]:
    return [float(f"{one:.4g}") for one in column]
