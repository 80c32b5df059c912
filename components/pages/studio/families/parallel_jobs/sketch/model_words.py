"""What a workload model draws, in words and as small pictures: sizes, run times, and arrivals by the hour."""

from functools import lru_cache
from math import log2
from typing import Any, NamedTuple

import numpy as np

from components.controls.thumbnail import shape_of
from components.pages.studio.sketch.part_words import Part, Style
from components.words.units import unit_for
from components.words.wording import number
from engine.compiled.elementary import exp
from engine.parallel_jobs.inputs.sources.model_constants import Fitted
from engine.workload_models.lublin99 import (
    HALF_HOURS,
    KINDS,
    LONGEST,
    Kind,
    day_clock,
    expected,
    run_up_to,
    size_shares,
)

STEPS = 32
"""Of the picture of run times, evenly on a logarithmic scale."""

UNKNOWN = "not for this cluster"


class Drawn(NamedTuple):
    """What is drawn for a cluster.

    Attributes
    ----------
    sizes : share of all jobs of size 0, 1, 2, ..., machines
    seconds : run times, ascending
    shorter : share of the jobs that run for at most so long
    mean_run : s
    day : arrivals in each half hour over the mean half hour
    jobs_a_day : at a load of 1 on machines of speed factor 1
    """

    sizes: np.ndarray
    seconds: list[float]
    shorter: np.ndarray
    mean_run: float
    day: np.ndarray
    jobs_a_day: float


@lru_cache(64)
def drawn(kinds: tuple[Kind, ...], machines: int) -> Drawn:
    """Of lublin99 with these *kinds* for so many *machines*; `ValueError` if these are too few."""
    known = expected(kinds, machines)
    shares = np.array(known.shares)
    seconds = [float(np.floor(exp(LONGEST * n / STEPS))) for n in range(STEPS + 1)]
    return Drawn(
        shares @ np.array([size_shares(kind, machines) for kind in kinds]),
        seconds,
        shares @ np.array([[run_up_to(kind, machines, one) for one in seconds] for kind in kinds]),
        known.run,
        shares @ np.array([day_clock(kind.day).weights for kind in kinds]),
        86_400 * machines / known.work,
    )


def _of(tree: dict[str, Any]) -> Drawn | None:
    """What the sketch draws; None while the cluster is none that the model is for."""
    try:
        counts = [group["count"] for group in tree["cluster"]["groups"]]
        return drawn(_kinds(tree["workload"]["arrivals"]), sum(counts))
    except (KeyError, TypeError, ValueError):
        return None


def _kinds(arrivals: dict[str, Any]) -> tuple[Kind, ...]:
    """The types of jobs of a sketch, with the constants of the paper or its own."""
    constants = arrivals.get("constants", {})
    if constants.get("constants") == "fitted":
        return (Fitted.model_validate(constants).kind,)
    return KINDS[arrivals["types"]]


def _sizes(tree: dict[str, Any], _path: str) -> str:
    found = _of(tree)
    if found is None:
        return f"Sizes: {UNKNOWN}"
    half = int(np.searchsorted(np.cumsum(found.sizes), 0.5))
    powers = sum(found.sizes[1 << k] for k in range(1, len(found.sizes).bit_length()) if 1 << k < len(found.sizes))
    one, another = (f"{100 * share:.0f} %" for share in (found.sizes[1], powers))
    return (
        f"Sizes from 1 to {len(found.sizes) - 1} machines: {one} ask for one, {another} for another power of two, half "
        f"for at most {half}."
    )


def _runs(tree: dict[str, Any], _path: str) -> str:
    found = _of(tree)
    if found is None:
        return f"Run times: {UNKNOWN}"
    half = float(np.interp(0.5, found.shorter, found.seconds))
    return (
        f"Run times from 1 s to 45 h, on a logarithmic scale: half up to {_told(half)}, mean {_told(found.mean_run)}."
    )


def _told(seconds: float) -> str:
    unit = unit_for("s", seconds)
    return f"{number(seconds * unit.factor, 2)} {unit.name}"


def _day(tree: dict[str, Any], _path: str) -> str:
    found = _of(tree)
    if found is None:
        return f"Arrivals by the hour: {UNKNOWN}"
    most, least = int(found.day.argmax()), int(found.day.argmin())
    times = found.day[most] / found.day[least]
    return f"Arrivals from 0:00 to 24:00: most at {_clock(most)}, {times:.0f} times as many as at {_clock(least)}."


def _clock(half_hour: int) -> str:
    return f"{half_hour // 2}:{half_hour % 2 * 30:02d}"


def _of_sizes(tree: dict[str, Any], _path: str) -> dict[str, str]:
    """How many jobs ask for a size: a bar for each doubling."""
    found = _of(tree)
    if found is None:
        return shape_of([])
    doublings = int(log2(len(found.sizes) - 1)) + 1
    bars = [float(found.sizes[(1 << k) // 2 + 1 if k else 1 : (1 << k) + 1].sum()) for k in range(doublings)]
    return _bars(bars)


def _of_runs(tree: dict[str, Any], _path: str) -> dict[str, str]:
    found = _of(tree)
    return shape_of([]) if found is None else _bars(np.diff(found.shorter).tolist())


def _of_day(tree: dict[str, Any], _path: str) -> dict[str, str]:
    found = _of(tree)
    return shape_of([]) if found is None or len(found.day) != HALF_HOURS else _bars(found.day.tolist())


def _bars(heights: list[float]) -> dict[str, str]:
    """Bars as an area with steps: each height holds for as long as there are points of it."""
    most = max(heights)
    return shape_of([height / most for height in heights for _ in range(12)])


MODEL_PARTS = {
    "model sizes": Part("Sizes", _sizes),
    "model runs": Part("Run times", _runs),
    "model day": Part("Arrivals", _day),
}
MODEL_PICTURES: dict[str, Style] = {"model sizes": _of_sizes, "model runs": _of_runs, "model day": _of_day}
