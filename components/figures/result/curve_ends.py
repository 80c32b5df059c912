"""The ends of curves: the policy's name, and what becomes of a line that is cut off or leaves the picture."""

from itertools import pairwise
from math import log10
from typing import NamedTuple

from components.figures.result.tree import Tree
from components.looks.theme import LOOKS
from components.looks.tokens import TYPE
from components.words.wording import number


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


class End(NamedTuple):
    """Where the line of a policy ends.

    Attributes
    ----------
    x, y : as an annotation wants them
    settles : whether the policy settles at all points beyond
    is_left : whether this is the left end; the name of a line that just ends stands at the right one
    outside : whether the line leaves the picture there
    """

    policy: str
    x: float
    y: float
    settles: bool
    is_left: bool = False
    outside: bool = False

    @classmethod
    def both(cls, policy: str, line: list[tuple[float, float]], cut: list[float], top: float) -> "list[End]":
        """The ends of a *line* that have something to say; it does not settle at *cut*, and *top* ends the picture."""
        right = cls(policy, *line[-1], settles=not any(x > line[-1][0] for x in cut))
        left = cls(policy, *line[0], settles=not any(x < line[0][0] for x in cut), is_left=True)
        ends = [right._within(line, top), left._within(line[::-1], top)]
        return ends if not ends[1].settles or (ends[1].outside and not ends[0].outside) else ends[:1]

    def _within(self, line: list[tuple[float, float]], top: float) -> "End":
        """The same, or where the *line* towards it leaves the picture if it ends above *top*."""
        if self.y <= top or top <= 0:
            return self
        n = next(n for n, (_, y) in enumerate(line) if y > top)
        if n == 0:
            return self._replace(x=line[0][0], y=top, outside=True)
        (x0, y0), (x1, y1) = line[n - 1 : n + 1]
        return self._replace(x=x0 + (x1 - x0) * (top - y0) / (y1 - y0), y=top, outside=True)


def labels_of(ends: list[End], axis: XAxis, highest: float, scheme: str, brief: bool) -> list[Tree]:
    """Annotations: each policy's name at the end of its line, one above the other where lines end at the same place.

    In *brief* only the lines that do not just end are marked, by the glyph that the legend explains.
    """
    placed: list[End] = []
    labels: list[Tree] = []
    for end in ends:
        if brief and end.settles and not end.outside:
            continue
        same = sum(_collide(end, other, axis, highest) for other in placed)
        if brief:
            labels.append(_mark_of(end, same, scheme, axis.share(end.x) > 0.6))
        else:
            to_left = not end.settles and axis.share(end.x) > 0.6
            labels.append(_label_of(end, same, scheme, to_left, end.y > 0.75 * highest))
        placed.append(end)
    return labels


def _has_text(end: End) -> bool:
    return not end.settles or end.outside


def _collide(one: End, other: End, axis: XAxis, highest: float) -> bool:
    """Whether the names of two ends would stand on each other; those that say why a line ends are longer."""
    width, height = (0.25, 0.12) if _has_text(one) or _has_text(other) else (0.0, 0.05)
    return abs(axis.share(one.x) - axis.share(other.x)) <= width and abs(one.y - other.y) < height * highest


def _words(end: End) -> str:
    """What is said at the end of a line after the name of the policy."""
    if end.outside:
        return "<br>goes on above"
    return "" if end.settles else f" does not<br>settle {'below' if end.is_left else 'beyond'}"


def _mark_of(end: End, beside: int, scheme: str, to_left: bool) -> Tree:
    """The glyph of the policy and an arrow to it; *beside* other glyphs stand there already, four to a row."""
    look = LOOKS[end.policy]
    row, column = divmod(beside, 4)
    up = 24 + 18 * row
    return {
        "x": end.x,
        "y": end.y,
        "text": look.glyph,
        "hovertext": f"{end.policy}{_words(end)}".replace("<br>", " "),
        "showarrow": True,
        "ax": (-18 if to_left else 18) * (1 + column),
        "ay": up if end.outside else -up,
        "arrowside": "start",
        "arrowhead": 2,
        "arrowcolor": look.on(scheme),
        "font": {"size": TYPE["xs"], "color": look.on(scheme)},
    }


def _label_of(end: End, above: int, scheme: str, to_left: bool, is_high: bool) -> Tree:
    """Where the line is cut off, an arrow and the reason stand with the name, to the left or below if there is no room.

    *above* other names stand there already.
    """
    look = LOOKS[end.policy]
    text = f"{look.glyph} {end.policy}{_words(end)}"
    if end.outside:
        return {
            "x": end.x,
            "y": end.y,
            "text": text,
            "showarrow": False,
            "font": {"size": TYPE["xs"], "color": look.on(scheme)},
            "xanchor": "left" if end.is_left else "right",
            "yanchor": "top",
            "xshift": 8 if end.is_left else -8,
            "yshift": -36 * above,
            "align": "left" if end.is_left else "right",
        }
    return {
        "x": end.x,
        "y": end.y,
        "text": text,
        "showarrow": not end.settles,
        "ax": (-14 if to_left else 14) * (2 if is_high else 1),
        "ay": 38 * above if is_high else -24 - 38 * above,
        "yshift": 18 * above if end.settles else 0,
        "arrowside": "start",
        "arrowhead": 2,
        "arrowcolor": look.on(scheme),
        "font": {"size": TYPE["xs"], "color": look.on(scheme)},
        "xanchor": "right" if to_left else "left",
        "xshift": 8 if end.settles else 0,
        "yanchor": "middle" if end.settles or is_high else "bottom",
        "align": "right" if to_left else "left",
    }
