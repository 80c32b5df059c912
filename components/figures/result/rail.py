"""The rail along the top edge of curves: from where on each policy is overloaded, in a lane of its own.

Where there are many, one column of markers stands at each place, and words come with the pointer; the table has them.
"""

from typing import NamedTuple

from components.figures.result.curve_ends import XAxis
from components.figures.result.tree import Tree
from components.looks.theme import FAINT, LOOKS
from components.looks.tokens import TYPE

LANE = 18
"""Height of a lane, px."""

MOST_LANES = 5
"""Policies up to which each one has a lane with words."""

HIGHEST = 3
"""Markers one above the other, where policies share a lane."""

APART = 0.07
"""Of the width: columns of markers that would be nearer stand as one."""


class Stop(NamedTuple):
    """What a lane says of a policy, and at which value of the swept field."""

    policy: str
    x: float
    words: str


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
        height = len(stops)
    else:
        columns = _columns(lanes[::-1], axis)
        notes = [_column(column, axis, scheme) for column in columns]
        height = min(HIGHEST, max(map(len, columns)))
    edge = {"type": "line", "xref": "paper", "x0": 0, "x1": 1, "yref": "paper", "y0": 1, "y1": 1, "name": "rail"}
    return Rail(notes, [edge | {"line": {"color": FAINT[scheme], "width": 2}}], 4 + LANE * height)


def _lane(stop: Stop, number: int, axis: XAxis, scheme: str) -> Tree:
    """The marker at its x, with words on the side that has room."""
    look, at = LOOKS[stop.policy], axis.place(stop.x)
    to_left = axis.share(at) > 0.5
    parts = [look.glyph, f"{stop.policy} {stop.words}"]
    return _note(at, 4 + LANE * number) | {
        "text": " ".join(parts[::-1] if to_left else parts),
        "xanchor": "right" if to_left else "left",
        "xshift": 6 if to_left else -6,
        "hovertext": f"{stop.policy} {stop.words}",
        "font": {"size": TYPE["xs"], "color": look.on(scheme)},
    }


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
        "hovertext": "<br>".join(f"{LOOKS[one.policy].glyph} {one.policy} {one.words}" for one in stops),
        "font": {"size": TYPE["xs"]},
    }


def _note(x: float, up: int) -> Tree:
    return {"name": "rail", "x": x, "y": 1, "yref": "paper", "yanchor": "bottom", "yshift": up, "showarrow": False}
