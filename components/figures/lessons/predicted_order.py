"""A predicted order beside the measured one."""

import plotly.graph_objects as go

from components.figures.common.measured import half_width
from components.figures.lessons.line import Line
from components.figures.lessons.predicted_marks import MEASURED, PREDICTED_COLOR, add_measured, finish
from components.looks.theme import INK
from components.looks.tokens import TYPE
from components.words.wording import number, with_uncertainty


def draw_ordering(lines: list[Line], unit: str, scheme: str) -> go.Figure:
    """The entries in their measured order from top to bottom, and the place at which each was put."""
    figure = go.Figure()
    places = list(range(1, len(lines) + 1))
    found = [line.measured for line in lines]
    words = [with_uncertainty(one) for one in found]
    add_measured(figure, [one.mean for one in found], places, [half_width(one) for one in found], words, unit, scheme)
    for place, line in zip(places, lines, strict=True):
        if line.predicted is None:
            continue
        is_right = int(line.predicted) == place
        figure.add_annotation(
            x=1,
            xref="paper",
            y=place,
            text=f"you: {number(line.predicted)}{' ✓' if is_right else ''}",
            showarrow=False,
            xanchor="left",
            xshift=8,
            font={"size": TYPE["sm"], "color": INK[scheme] if is_right else PREDICTED_COLOR[scheme]},
        )
    finish(figure, MEASURED, unit, scheme)
    figure.update_layout(margin={"l": 24, "r": 96, "t": 20, "b": 56}, showlegend=False)
    labels = [f"{place}. {_wrapped(line.label)}" for place, line in zip(places, lines, strict=True)]
    figure.update_yaxes(
        tickvals=places, ticktext=labels, range=[len(lines) + 0.5, 0.5], automargin=True, showgrid=False
    )
    figure.update_xaxes(rangemode="tozero", nticks=5, tickangle=0)
    return figure


def _wrapped(label: str, longest: int = 18) -> str:
    """A long label in lines."""
    lines = [""]
    for word in label.split():
        if lines[-1] and len(lines[-1]) + len(word) >= longest:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return "<br>".join(lines)
