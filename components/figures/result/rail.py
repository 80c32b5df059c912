"""The rail along the top edge of curves: from where on each policy is overloaded, in a lane of its own.

Where there are many, one column of markers stands at each place, and words come with the pointer; the table has them.
"""

from typing import NamedTuple

from components.figures.result.curve_ends import XAxis
from components.figures.result.tree import Tree
from components.looks.theme import FAINT, LOOKS
from components.looks.tokens import TYPE
from components.words.policy_names import marked, policy_name
from components.words.wording import number

LANE = 18
"""Height of a lane, px."""

MOST_LANES = 5
"""Policies up to which each one has a lane with words."""

HIGHEST = 3
"""Markers one above the other, where policies share a lane."""

APART = 0.07
"""Of the width: columns of markers that would be nearer stand as one."""


class Stop(NamedTuple):
    """What a lane says of a policy, and at which value of the swept field, with an interval of it and a formula for
    it if there are any."""

    policy: str
    x: float
    words: str
    interval: tuple[float, float] | None = None
    formula: float | None = None


class Rail(NamedTuple):
    """What is added to the layout of a figure, and the height of it above the plot, px."""

    annotations: list[Tree]
    shapes: list[Tree]
    height: int


def rail_of(stops: list[Stop], axis: XAxis, scheme: str) -> Rail:
    """The rail with these *stops*; nothing where there is none."""
    if not stops:
        return Rail([], [], 0)
    lanes = sorted(stops, key=lambda stop: stop.x, reverse=True)
    if len(stops) <= MOST_LANES:
        notes = [_lane(stop, n, axis, scheme) for n, stop in enumerate(lanes)]
        marks = [mark for n, stop in enumerate(lanes) for mark in _marks(stop, n, axis, scheme)]
        height = len(stops)
    else:
        marks = []
        columns = _columns(lanes[::-1], axis)
        notes = [_column(column, axis, scheme) for column in columns]
        height = min(HIGHEST, max(map(len, columns)))
    edge = {"type": "line", "xref": "paper", "x0": 0, "x1": 1, "yref": "paper", "y0": 1, "y1": 1, "name": "rail"}
    return Rail(notes, [edge | {"line": {"color": FAINT[scheme], "width": 2}}, *marks], 4 + LANE * height)


def _lane(stop: Stop, lane: int, axis: XAxis, scheme: str) -> Tree:
    """The marker at its x, with words on the side that has room."""
    is_outside = stop.x > axis.high
    look, at = LOOKS[stop.policy], axis.place(min(stop.x, axis.high))
    to_left = axis.share(at) > 0.5
    parts = [f"{look.glyph} →" if is_outside else look.glyph, f"{policy_name(stop.policy)} {stop.words}"]
    return _note(at, 4 + LANE * lane) | {
        "text": " ".join(parts[::-1] if to_left else parts),
        "xanchor": "right" if to_left else "left",
        "xshift": 6 if to_left else -6,
        "hovertext": f"{policy_name(stop.policy)} {stop.words}"
        + ("" if stop.formula is None else f", formula {number(stop.formula)}"),
        "font": {"size": TYPE["xs"], "color": look.on(scheme)},
    }


def _marks(stop: Stop, lane: int, axis: XAxis, scheme: str) -> list[Tree]:
    """At the foot of the lane of a stop the bar of its interval, and the ring of its formula, inside the axis."""
    if stop.interval is None:
        return []
    color, foot = LOOKS[stop.policy].on(scheme), 3 + LANE * lane
    place: Tree = {"xref": "x", "yref": "paper", "yanchor": 1, "ysizemode": "pixel", "name": "rail"}
    place |= {"line": {"color": color, "width": 3}}
    low, high = (min(max(end, axis.low), axis.high) for end in stop.interval)
    bars = [place | {"type": "line", "x0": low, "x1": high, "y0": foot, "y1": foot}] if high > low else []
    if stop.formula is None or not axis.low <= stop.formula <= axis.high:
        return bars
    ring: Tree = {"type": "circle", "xsizemode": "pixel", "xanchor": stop.formula, "x0": -4, "x1": 4}
    return [*bars, place | ring | {"y0": foot - 4, "y1": foot + 4, "line": {"color": color, "width": 1.5}}]


def _columns(stops: list[Stop], axis: XAxis) -> list[list[Stop]]:
    """Stops that begin at the same place, or so near that their markers would touch."""
    columns: list[list[Stop]] = []
    for stop in stops:
        share = axis.share(axis.place(stop.x))
        if columns and share - axis.share(axis.place(columns[-1][0].x)) < APART:
            columns[-1].append(stop)
        else:
            columns.append([stop])
    return columns


def _column(stops: list[Stop], axis: XAxis, scheme: str) -> Tree:
    shown = stops if len(stops) <= HIGHEST else stops[: HIGHEST - 1]
    signs = [f'<span style="color:{LOOKS[one.policy].on(scheme)}">{LOOKS[one.policy].glyph}</span>' for one in shown]
    more = [f"+{len(stops) - len(shown)}"] if len(stops) > len(shown) else []
    return _note(axis.place(stops[0].x), 4) | {
        "text": "<br>".join([*more, *signs[::-1]]),
        "xanchor": "center",
        "hovertext": "<br>".join(f"{marked(one.policy)} {one.words}" for one in stops),
        "font": {"size": TYPE["xs"]},
    }


def _note(x: float, up: int) -> Tree:
    return {"name": "rail", "x": x, "y": 1, "yref": "paper", "yanchor": "bottom", "yshift": up, "showarrow": False}
