"""How far the formulas are from simulations, over load, number of machines and length of an iteration."""

from typing import Literal

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from components.figures.common.asked_for import asked_for
from components.looks.theme import PAPER, template
from components.looks.tokens import TYPE
from components.words.wording import number
from engine.synchronous_iterative.replay.tree import ErrorTable, Trace

HIGHEST = 60.0
"""Percent at which the colors end."""

LOW, HIGH = {"light": "#0072B2", "dark": "#3F97CF"}, {"light": "#D55E00", "dark": "#E0702A"}
"""Too low and too high."""


def percent_words(error: float) -> str:
    """An error in whole percent with its sign, to a tenth where it is small."""
    percent = 100 * error
    text = f"{percent:+.1f}" if abs(percent) < 0.95 else f"{percent:+.0f}"
    return text.replace("-", "\u2212")


def draw_formula_error(trace: Trace, scheme: str) -> go.Figure:
    """The error of η by formula."""
    return _draw(asked_for(trace["errors"]), "formula_error", scheme)


def draw_length_aware_error(trace: Trace, scheme: str) -> go.Figure:
    """The error of η by the length-aware formula."""
    return _draw(asked_for(trace["errors"]), "length_aware_error", scheme)


def _draw(table: ErrorTable, name: Literal["formula_error", "length_aware_error"], scheme: str) -> go.Figure:
    """A panel for each load, rows of numbers of machines, columns of lengths; cells with a warning have a mark."""
    loads = table["loads"]
    figure = make_subplots(rows=len(loads), cols=1, shared_xaxes=True, vertical_spacing=0.05)
    lengths = [number(length) for length in table["lengths"]]
    for row, errors in enumerate(table[name]):
        warned = table["warning"][row]
        texts = [
            [f"{percent_words(error)}{' !' if warn else ''}" for error, warn in zip(*pair, strict=True)]
            for pair in zip(errors, warned, strict=True)
        ]
        figure.add_heatmap(
            x=lengths,
            y=[str(count) for count in table["processors"]],
            z=[[100 * error for error in line] for line in errors],
            zmin=-HIGHEST,
            zmax=HIGHEST,
            colorscale=[[0, LOW[scheme]], [0.5, PAPER[scheme]], [1, HIGH[scheme]]],
            showscale=False,
            xgap=2,
            ygap=2,
            text=texts,
            texttemplate="%{text}",
            textfont={"size": TYPE["xs"]},
            hovertemplate=f"ρ = {loads[row]:g}, P = %{{y}}, w = %{{x}}: %{{text}} %<extra></extra>",
            row=row + 1,
            col=1,
        )
        figure.update_yaxes(title=f"P at ρ = {loads[row]:g}", type="category", showgrid=False, row=row + 1, col=1)
    figure.update_xaxes(type="category", showgrid=False)
    figure.update_xaxes(title="Length of an iteration w", row=len(loads), col=1)
    figure.update_layout(template=template(scheme), margin={"l": 56, "r": 8, "t": 16, "b": 56})
    return figure
