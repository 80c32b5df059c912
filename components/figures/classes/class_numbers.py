"""The numbers that a class has guessed: a dot for each, stacked where they are near to each other."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import plotly.graph_objects as go

from components.looks.theme import ACCENT, INK, template, tint

BINS = 36
"""Stacks over the width of the picture."""

STEADY = 0.5
"""Of the median: so far it is seen to either side, so that the first few numbers do not move the axis."""

LARGEST_DOT, SMALLEST_DOT = 16, 4
ROOM = 170
"""Pixels into which the highest stack has to fit."""

DOTS = {"light": ACCENT, "dark": "#56B4E9"}


class Truth(NamedTuple):
    """What is right, or was measured: its place, from where to where it may lie, and words for its label."""

    value: float
    low: float
    high: float
    words: str


class Window(NamedTuple):
    """The part of the axis that is shown, and how many numbers lie beyond its ends."""

    low: float
    high: float
    below: int
    above: int


def window(numbers: Sequence[float], truth: Truth | None = None, allowed: tuple[float, float] = (0.0, 1.0)) -> Window:
    """Where most *numbers* are: one that is far off all others does not squeeze the picture. Without any, what is
    *allowed*."""
    found = np.asarray(numbers, dtype=float)
    if not len(found):
        low, high = allowed
    else:
        lower, middle, upper = np.percentile(found, [25, 50, 75])
        reach = 3 * max(upper - lower, 0.25 * abs(middle), 1e-9)
        near = found[(found >= lower - reach) & (found <= upper + reach)]
        steady = STEADY * abs(middle)
        low, high = min(float(near.min()), middle - steady), max(float(near.max()), middle + steady)
    if truth:
        low, high = min(low, truth.low), max(high, truth.high)
    room = 0.08 * (high - low) or 0.1 * abs(high) or 1.0
    low, high = low - room, high + room
    return Window(low, high, int((found < low).sum()), int((found > high).sum()))


def draw_numbers(
    numbers: Sequence[float], axis: str, truth: Truth | None, scheme: str, allowed: tuple[float, float] = (0.0, 1.0)
) -> go.Figure:
    """The dots, and once it may be seen the *truth* with its interval or tolerance; *axis* names number and unit."""
    shown = window(numbers, truth, allowed)
    inside = sorted(number for number in numbers if shown.low <= number <= shown.high)
    heights, stacks = [], Counter[int]()
    for number in inside:
        place = int(BINS * (number - shown.low) / (shown.high - shown.low))
        stacks[place] += 1
        heights.append(stacks[place])
    highest = max(stacks.values(), default=1)
    figure = go.Figure()
    figure.add_scatter(
        x=inside,
        y=heights,
        mode="markers",
        marker={
            "size": max(SMALLEST_DOT, min(LARGEST_DOT, ROOM / highest)),
            "color": DOTS[scheme],
            "line": {"width": 1, "color": INK[scheme]},
        },
        hovertemplate="%{x:.4~g}<extra></extra>",
        meta="students",  # whose arrival `class_growth.js` shows
    )
    if truth:
        add_truth(figure, truth, scheme)
    figure.update_layout(template=template(scheme), showlegend=False, margin={"t": 40})
    figure.update_xaxes(title=axis, range=[shown.low, shown.high])
    figure.update_yaxes(title="Students", range=[0, max(5, highest) + 1], tickformat="d", nticks=6)
    _say_beyond(figure, shown)
    return figure


def add_truth(figure: go.Figure, truth: Truth, scheme: str) -> None:
    """A line where the truth is, its interval as a band, and its words above."""
    if truth.high > truth.low:
        figure.add_vrect(x0=truth.low, x1=truth.high, fillcolor=tint(INK[scheme], 0.15), line_width=0, layer="below")
    figure.add_vline(x=truth.value, line={"color": INK[scheme], "width": 3})
    figure.add_annotation(
        x=truth.value, y=1, yref="paper", yanchor="bottom", text=f"<b>{truth.words}</b>", showarrow=False
    )


def _say_beyond(figure: go.Figure, shown: Window) -> None:
    for count, place, anchor, words in (
        (shown.below, 0, "left", "◀ {} farther left"),
        (shown.above, 1, "right", "{} farther right ▶"),
    ):
        if count:
            figure.add_annotation(
                x=place, xref="paper", xanchor=anchor, y=0.9, yref="paper", text=words.format(count), showarrow=False
            )
