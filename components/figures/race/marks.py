"""What is written into a race: the numbers of jobs, and where the policies decide otherwise."""

from collections.abc import Iterator, Sequence
from typing import Any

from components.looks.theme import JOB_COLORS, PAPER
from components.looks.tokens import TYPE
from components.words.units import instant
from engine.why.first_difference import Moment

COLOR = {"light": "#B42318", "dark": "#FFB4A9"}

MARKED = 0.285
"""Where between both it is marked that a decision differs."""

PALE = {"#E69F00", "#56B4E9", "#CC79A7", "#009E73"}
"""Colors of jobs on which black is read better than white."""


Number = tuple[float, float, int, float]
"""Where the number of a job stands, the job, and how high the rectangle is, in rows."""


def number_in(x: Sequence[Any], y: Sequence[Any], job: int, least: float) -> list[Number]:
    """The number of a job: in the largest of its rectangles, unless that is too narrow."""
    pieces = [(x[n], x[n + 1], y[n], y[n + 2]) for n in range(0, len(x) - 3, 6)]
    since, until, top, bottom = max(pieces, key=lambda one: (one[1] - one[0]) * (one[3] - one[2]))
    is_seen = until - since >= least and bottom - top >= 0.07
    return [((since + until) / 2, (top + bottom) / 2, job, bottom - top)] if is_seen else []


def written(numbers: Sequence[Number]) -> dict[str, Any]:
    """The numbers of jobs, each at its place; `room.js` leaves out those for which a picture is too low."""
    colors = [JOB_COLORS[job % len(JOB_COLORS)] for _, _, job, _ in numbers]
    return {
        "x": [x for x, *_ in numbers],
        "y": [y for _, y, *_ in numbers],
        "mode": "text",
        "cliponaxis": True,  # or they would stand on the names of rows, where a window cuts their rectangle
        "text": [str(job + 1) for _, _, job, _ in numbers],
        "customdata": [round(height, 4) for *_, height in numbers],
        "textfont": {"size": TYPE["xs"], "color": ["#000000" if color in PALE else "#FFFFFF" for color in colors]},
        "hoverinfo": "skip",
        "showlegend": False,
    }


def first_of_all(moments: Sequence[Moment]) -> list[Moment]:
    """The first one, unless policies differ already before the window."""
    return [one for one in moments[:1] if not one.is_earlier]


def marks_of(
    rows: Sequence[str], moments: Sequence[Moment], scheme: str, thing: str = "job", height: float = MARKED
) -> Iterator[dict[str, Any]]:
    """A mark for each decision that differs in the row of every policy that has a part in it; the first is larger."""
    color, first = COLOR[scheme], first_of_all(moments)
    later = [one for one in moments if not one.is_earlier][len(first) :]
    for some, symbol, size, words in (
        ([one for one in moments if one.is_earlier], "triangle-right", 12, "they differ before this window"),
        (first, "star", 15, "first different decision"),
        (later, "triangle-down", 10, "another different decision" if first else "different decision"),
    ):
        marks = [(one, row) for one in some for row, name in enumerate(rows) if any(name in pair for pair in one.pairs)]
        if marks:
            yield {
                "x": [one.time for one, _ in marks],
                "y": [row + height for _, row in marks],
                "mode": "markers",
                "marker": {
                    "symbol": symbol,
                    "size": size,
                    "color": color,
                    "line": {"width": 1, "color": PAPER[scheme]},
                },
                "hoverinfo": "text",
                "hovertext": [
                    f"{instant(one.time)}: decided otherwise about {thing} "
                    + ", ".join(str(job + 1) for job in one.jobs)
                    for one, _ in marks
                ],
                "name": words,
                "showlegend": True,
            }
