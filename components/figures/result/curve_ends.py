"""The ends of curves: the policy's name and last value, and the cap of a line that is cut off."""

from itertools import pairwise
from math import hypot, log10
from typing import NamedTuple

from components.figures.result.tree import Tree
from components.looks.theme import LOOKS
from components.looks.tokens import TYPE
from components.words.policy_names import marked, policy_name
from components.words.wording import number

STUB = 0.022
"""Length of a cap, of the picture."""

BARS = ("line-ns-open", "line-ew-open")
"""Across lines that are flat, and that are steep."""

BEHIND = 12
"""px from the middle of the last mark to the name of its line, which begins with such a mark."""

HEIGHT, LABEL = 340, 32
"""Of a picture at least, and of a name above its value; px."""


class XAxis(NamedTuple):
    """The x axis of curves; where values crowd at its lower end it is logarithmic, with *ticks* at some of them."""

    low: float
    high: float
    is_log: bool
    ticks: tuple[float, ...] = ()

    @classmethod
    def of(cls, xs: list[float]) -> "XAxis":
        """The axis for curves with these values, ascending."""
        if _crowds(xs):
            axis = cls(xs[0], xs[-1], True)
            return axis._replace(ticks=tuple(axis._apart(xs)))
        pad = 0.03 * (xs[-1] - xs[0])
        return cls(0 if 0 <= xs[0] < 0.4 * xs[-1] else xs[0] - pad, xs[-1], False)

    def place(self, x: float) -> float:
        """Where plotly wants an annotation for *x*."""
        return log10(x) if self.is_log else x

    def value(self, place: float) -> float:
        """The x of a place."""
        return 10.0**place if self.is_log else place

    @property
    def span(self) -> float:
        """From the lowest to the highest place."""
        return self.place(self.high) - self.place(self.low)

    def share(self, place: float) -> float:
        """How far to the right a place is, 0 to 1."""
        low, high = self.place(self.low), self.place(self.high)
        return (place - low) / (high - low) if high > low else 0.0

    def layout(self) -> Tree:
        """The axis, for the layout of a figure."""
        low, high = self.place(self.low), self.place(self.high)
        pad = 0.03 * (high - low)
        axis: Tree = {"range": [low - pad if self.is_log else low, high + pad]}
        if self.is_log:
            axis |= {"type": "log", "tickvals": self.ticks, "ticktext": [number(x) for x in self.ticks]}
        return axis

    def _apart(self, xs: list[float]) -> list[float]:
        """Those of the values whose numbers do not stand on each other, the largest among them."""
        found = [xs[-1]]
        for x in reversed(xs):
            if self.share(self.place(found[-1])) - self.share(self.place(x)) > 0.06:
                found.append(x)
        return found[::-1]


def _crowds(xs: list[float]) -> bool:
    """Whether markers would stand on each other, and less so on a logarithmic axis."""
    if len(xs) < 2 or xs[0] <= 0:
        return False
    logs = [log10(x) for x in xs]
    narrowest, narrowest_log = (min(b - a for a, b in pairwise(row)) / (row[-1] - row[0]) for row in (xs, logs))
    return narrowest < 0.02 and narrowest_log > 2 * narrowest


class YAxis(NamedTuple):
    """The y axis of curves, from *low* to *high*: logarithmic where values differ too much for another."""

    low: float
    high: float
    is_log: bool = False

    def place(self, y: float) -> float:
        """Where plotly wants an annotation for *y*."""
        return log10(y) if self.is_log else y

    def share(self, y: float) -> float:
        """How far up a value is, 0 to 1."""
        low, high = self.place(self.low), self.place(self.high)
        return (self.place(y) - low) / (high - low) if high > low else 0.0

    def value(self, share: float) -> float:
        """The value so far up."""
        low, high = self.place(self.low), self.place(self.high)
        return 10.0 ** (low + share * (high - low)) if self.is_log else low + share * (high - low)


class End(NamedTuple):
    """Where the line of a policy ends.

    Attributes
    ----------
    x, y : of the last point that is drawn, in the units of the axes
    back : of the point before it; the same where there is none
    is_cut : whether the policy does not settle at points beyond
    outside : where the line leaves the picture before that, or None
    """

    policy: str
    x: float
    y: float
    back: tuple[float, float]
    is_cut: bool
    outside: float | None = None

    @classmethod
    def both(cls, policy: str, line: list[tuple[float, float]], cut: list[float], top: float) -> "list[End]":
        """The right end of a *line*, and the left one if it is cut off there; it does not settle at *cut*, and *top*
        ends the picture."""
        right = cls(policy, *line[-1], line[-2] if len(line) > 1 else line[-1], any(x > line[-1][0] for x in cut))
        left = cls(policy, *line[0], line[1] if len(line) > 1 else line[0], any(x < line[0][0] for x in cut))
        ends = [right, left] if left.is_cut or left.y > top > 0 else [right]
        return [end._replace(outside=_leaves(line if end is right else line[::-1], top)) for end in ends]


def _leaves(line: list[tuple[float, float]], top: float) -> float | None:
    """Where a *line* leaves the picture for good, towards its last point."""
    if line[-1][1] <= top or top <= 0:
        return None
    first = next((n for n in range(len(line) - 1, -1, -1) if line[n][1] <= top), None)
    if first is None:
        return line[0][0]
    (x0, y0), (x1, y1) = line[first : first + 2]
    return x0 + (x1 - x0) * (top - y0) / (y1 - y0)


def cap_of(end: End, axis: XAxis, upright: YAxis, scheme: str) -> Tree:
    """The short open cap of a line that is cut off: it goes on for some pixels, and ends at a bar across it."""
    color = LOOKS[end.policy].on(scheme)
    here, before = axis.place(end.x), axis.place(end.back[0])
    right, up = axis.share(here) - axis.share(before), upright.share(end.y) - upright.share(end.back[1])
    length = hypot(right, up) or 1.0
    ahead = axis.value(here + STUB * (right / length if right or up else 1.0) * axis.span)
    return {
        "type": "scatter",
        "x": [end.x, ahead],
        "y": [end.y, upright.value(upright.share(end.y) + STUB * up / length)],
        "mode": "lines+markers",
        "name": f"{end.policy} ends",
        "legendgroup": end.policy,
        "showlegend": False,
        "hoverinfo": "skip",
        "meta": "cap",
        "line": {"color": color, "width": 2.5},
        # As wide as it is high, a picture of curves is twice as wide.
        "marker": {"color": color, "symbol": BARS[abs(up) > 2 * abs(right)], "size": 14, "opacity": [0, 1]}
        | {"line": {"color": color, "width": 2.5}},
    }


def beside(policies: list[str]) -> int:
    """Room for the names of *policies* behind the ends of their lines, px."""
    return max(84, 26 + BEHIND + round(7.4 * max((len(policy_name(one)) for one in policies), default=0)))


def names_of(ends: list[End], axis: XAxis, upright: YAxis, scheme: str) -> list[Tree]:
    """Name and last value of each line that goes on to the end of the axis, beside it and none on another."""
    named = sorted((end for end in ends if not end.is_cut and end.outside is None), key=lambda end: end.y)
    heights = [HEIGHT * upright.share(end.y) for end in named]
    return [
        {
            "name": "end",  # by which `before_names.js` knows it
            "x": axis.place(end.x),
            "y": upright.place(end.y),
            "text": f"{marked(end.policy)}<br>{number(end.y, 3)}",
            "showarrow": False,
            "yshift": round(moved - height),
            "font": {"size": TYPE["xs"], "color": LOOKS[end.policy].on(scheme)},
            "xanchor": "left",
            "xshift": BEHIND,
            "yanchor": "middle",
            "align": "left",
        }
        for end, height, moved in zip(named, heights, _apart(heights), strict=True)
    ]


def _apart(heights: list[float]) -> list[float]:
    """The same, ascending, so far apart that names do not touch; what has no room at the top goes down."""
    found: list[float] = []
    for height in heights:
        found.append(max(height, found[-1] + LABEL) if found else max(height, LABEL / 2))
    over = found[-1] - HEIGHT if found else 0.0
    for n in range(len(found) - 1, -1, -1):
        if over <= 0:
            break
        found[n] -= over
        over = found[n - 1] + LABEL - found[n] if n else 0.0
    return found
