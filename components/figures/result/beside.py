"""Names of lines beside the ends of the lines, spread so that none stands on another."""

from itertools import pairwise
from typing import NamedTuple

from components.figures.result.tree import Tree
from components.looks.theme import LOOKS
from components.looks.tokens import TYPE

ROW = 0.055
"""Height of a name, as a share of the picture's."""


WIDE, AIR, STEPS = 0.12, 0.04, 12
"""Width of a name in the picture, what of it at its line may be near to that line, as shares of the picture, and
at how many places it is held against lines."""

LETTER = 0.56
"""Width of a letter, in sizes of the type."""

LEAST_ROOM = 116
"""Pixels."""


class LineEnd(NamedTuple):
    """A line that is to be named: in words, by the policy whose color it has, and its points from left to right."""

    name: str
    policy: str
    points: list[tuple[float, float]]


def room_beside(lines: list[LineEnd]) -> float:
    """Pixels at the right in which the longest of their names, behind its marker, has its place."""
    longest = max((len(line.name) for line in lines), default=0) + 2
    return max(LEAST_ROOM, LETTER * TYPE["xs"] * longest + 16)


def labels_beside(lines: list[LineEnd], span: tuple[float, float], top: float, scheme: str) -> list[Tree]:
    """Annotations to the right of the picture for lines that go as far as it does, and at the last point of others.

    *span* is the range of the x axis and *top* that of the y axis, which begins at 0.
    """
    low, high = span
    ends = []
    for line in lines:
        x, y = _last_within(line.points, low, high, top)
        ends.append((line, x, min(1.0, max(0.0, y / top))))
    reaches = [one for one in ends if one[1] > high - 0.06 * (high - low)]
    beside = spread([share for _, _, share in reaches])
    labels = [
        _label(line, scheme, xref="paper", x=1.0, y=share * top, xanchor="left", xshift=4, yanchor="middle")
        for (line, _, _), share in zip(reaches, beside, strict=True)
    ]
    within = sorted((one for one in ends if one not in reaches), key=lambda one: (one[1], one[2]))
    taken: list[tuple[float, float]] = []
    shapes = [[((x - low) / (high - low), y / top) for x, y in line.points] for line in lines]
    for line, x, share in within:
        place = (x - low) / (high - low)
        share = min(share, 1 - ROW / 2)  # one that leaves at the upper edge is not named in the legend
        share = next((one for one in _rows_near(share) if _is_free(place, one, taken, shapes)), share)
        taken.append((place, share))
        labels.append(_label(line, scheme, xref="x", x=x, y=share * top, xanchor="right", xshift=-10, yanchor="middle"))
    return labels


def _rows_near(share: float) -> list[float]:
    """Where a name may stand that belongs at *share* of the height: there, or some rows above or below."""
    rows = [share + ROW * step for n in range(1, 6) for step in (n, -n)]
    return [share, *(one for one in rows if ROW / 2 <= one <= 1 - ROW / 2)]


def _is_free(
    place: float, share: float, taken: list[tuple[float, float]], shapes: list[list[tuple[float, float]]]
) -> bool:
    """Whether a name that ends at *place* stands on no other name and no line; all as shares of the picture."""
    if any(abs(place - other) < WIDE and abs(share - row) < ROW for other, row in taken):
        return False
    at = [place - AIR - (WIDE - AIR) * n / STEPS for n in range(STEPS + 1)]
    return not any(abs(height - share) < 0.6 * ROW for shape in shapes for height in _heights(shape, at))


def _heights(shape: list[tuple[float, float]], at: list[float]) -> list[float]:
    """How high a line is at the places where it is."""
    return [
        y0 + (x - x0) / (x1 - x0) * (y1 - y0)
        for (x0, y0), (x1, y1) in pairwise(shape)
        for x in at
        if x0 <= x <= x1 > x0
    ]


def _last_within(points: list[tuple[float, float]], low: float, high: float, top: float) -> tuple[float, float]:
    """Where the line is seen last: its last point, or where it leaves the picture at the right or the upper edge."""
    for (x0, y0), (x1, y1) in pairwise(points):
        leaves = [(high - x0) / (x1 - x0)] if x1 > high > x0 else []
        leaves += [(top - y0) / (y1 - y0)] if y1 > top >= y0 else []
        if leaves and x1 > low:
            share = min(leaves)
            return x0 + share * (x1 - x0), y0 + share * (y1 - y0)
    return points[-1]


def spread(shares: list[float]) -> list[float]:
    """Heights of names, 0 to 1, as near to *shares* as they can be without standing on each other."""
    order = sorted(range(len(shares)), key=shares.__getitem__)
    found = list(shares)
    for n, one in enumerate(order):
        least = found[order[n - 1]] + ROW if n else 0.0
        found[one] = max(found[one], least)
    if order and found[order[-1]] > 1:
        found[order[-1]] = 1.0
        for n in range(len(order) - 2, -1, -1):
            found[order[n]] = min(found[order[n]], found[order[n + 1]] - ROW)
    return found


def _label(line: LineEnd, scheme: str, **place: object) -> Tree:
    look = LOOKS[line.policy]
    font = {"size": TYPE["xs"], "color": look.on(scheme)}
    return {"text": f"{look.glyph} {line.name}", "showarrow": False, "font": font, **place}
