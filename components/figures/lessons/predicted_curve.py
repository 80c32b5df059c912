"""A measured curve over the sketched one: dashed with hollow diamonds is what was sketched, as when it was drawn."""

from math import isnan

import plotly.graph_objects as go

from components.figures.lessons.line import Line
from components.figures.lessons.predicted_marks import MEASURED, PREDICTED_COLOR, YOURS
from components.figures.result.curve_ends import XAxis
from components.looks.theme import BAND_OPACITY, LOOKS, template, tint
from components.words.wording import with_uncertainty


def draw_curve(
    xs: tuple[float, ...],
    lines: list[Line],
    titles: tuple[str, str],
    policy: str,
    scheme: str,
    heights: tuple[float, float],
) -> go.Figure:
    """The curve of *policy* on its band, and the one that was drawn; *titles* of the two axes.

    What was drawn is seen as when it was drawn, between the *heights* that were allowed.
    """
    figure = go.Figure()
    look = LOOKS[policy]
    color = look.on(scheme)
    # What was drawn is there before; the band and the curve grow over it.
    if any(line.predicted is not None for line in lines):
        figure.add_scatter(
            x=list(xs),
            y=[line.predicted for line in lines],
            mode="lines+markers",
            name=YOURS,
            line={"color": PREDICTED_COLOR[scheme], "dash": "dash", "width": 2.5},
            marker={"symbol": "diamond-open", "size": 10, "line": {"width": 2}, "color": PREDICTED_COLOR[scheme]},
            hovertemplate="%{y:.4~g}",
        )
    known = [(x, line.measured) for x, line in zip(xs, lines, strict=True) if not isnan(line.measured.low)]
    figure.add_scatter(
        x=[x for x, _ in known] + [x for x, _ in reversed(known)],
        y=[found.high for _, found in known] + [found.low for _, found in reversed(known)],
        fill="toself",
        fillcolor=tint(color, BAND_OPACITY),
        mode="lines",
        line={"width": 0},
        hoverinfo="skip",
        showlegend=False,
        name="95 % band",
    )
    figure.add_scatter(
        x=list(xs),
        y=[line.measured.mean for line in lines],
        mode="lines+markers",
        name=f"{MEASURED}, {policy}",
        line={"color": color, "dash": look.dash, "width": 2.5},
        marker={"color": color, "symbol": look.symbol, "size": 9},
        customdata=[with_uncertainty(line.measured) for line in lines],
        hovertemplate="%{customdata}",
    )
    figure.update_layout(
        template=template(scheme),
        xaxis_title=titles[0],
        yaxis_title=titles[1],
        hovermode="x unified",
        margin={"l": 72, "r": 24, "t": 20, "b": 56},
    )
    ends = [end for line in lines for end in (line.measured.mean, line.measured.high) if not isnan(end)]
    least, greatest = min([heights[0], *ends]), max([heights[1], *ends])
    room = 0.03 * (greatest - least)
    figure.update_yaxes(range=[least - room, greatest + room], exponentformat="none", separatethousands=True)
    if len(xs) > 1:
        figure.update_xaxes(**XAxis.of(list(xs)).layout())
    return figure
