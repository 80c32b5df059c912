"""A predicted number beside the measured one, on one axis."""

from math import isnan
from typing import Any

import plotly.graph_objects as go

from components.figures.common.measured import half_width
from components.figures.lessons.line import Line
from components.figures.lessons.predicted_marks import (
    MEASURED,
    MEASURED_COLOR,
    PREDICTED_COLOR,
    YOURS,
    add_measured,
    finish,
)
from components.looks.tokens import TYPE
from components.words.wording import number, with_uncertainty


def draw_number(line: Line, unit: str, scheme: str) -> go.Figure:
    """One number on an axis, its interval, and where it was predicted."""
    figure = go.Figure()
    found = line.measured
    if line.predicted is not None:
        color = PREDICTED_COLOR[scheme]
        figure.add_scatter(
            x=[line.predicted],
            y=[0],
            mode="markers",
            name=YOURS,
            marker={"symbol": "diamond-open", "size": 18, "color": color, "line": {"width": 3}},
            hovertemplate=f"{YOURS}: {number(line.predicted)} {unit}<extra></extra>",
        )
        _say(figure, line.predicted, f"{YOURS} {number(line.predicted)}", color, above=False)
    if not isnan(found.mean):
        add_measured(figure, [found.mean], [0], [half_width(found)], [with_uncertainty(found)], unit, scheme)
        _say(figure, found.mean, f"{MEASURED} {with_uncertainty(found)}", MEASURED_COLOR[scheme], above=True)
    finish(figure, f"{MEASURED} and predicted", unit, scheme)
    figure.update_layout(margin={"l": 24, "r": 24, "t": 48, "b": 56}, showlegend=False)
    figure.update_yaxes(visible=False, range=[-1, 1])
    figure.update_xaxes(range=_around([found.low, found.high, found.mean, line.predicted], share=0.25))
    return figure


def _say(figure: go.Figure, x: float, text: str, color: str, above: bool) -> None:
    figure.add_annotation(
        x=x,
        y=0,
        text=text,
        showarrow=False,
        yshift=34 if above else -34,
        font={"size": TYPE["md"], "color": color},
    )


def _around(values: list[Any], share: float) -> list[float]:
    """A range with room beside the *values*, and 0 in it if it is near."""
    there = [value for value in values if value is not None and not isnan(value)]
    low, high = min(there, default=0.0), max(there, default=1.0)
    room = share * ((high - low) or abs(high) or 1.0)
    return [low - room, high + room]
