"""The curves that a class has drawn: all of them thin, their median bold, and the measured one once it may be seen."""

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from components.looks.theme import BAND_OPACITY, INK, template, tint
from engine.statistics.means import Estimate

MEDIAN = {"light": "#B85C00", "dark": "#E69F00"}


def median_of(curves: Sequence[Sequence[float]]) -> list[float]:
    """At each place the median of all curves; empty if there is none."""
    return [float(height) for height in np.median(np.array(curves, dtype=float), axis=0)] if curves else []


def draw_class_curves(
    xs: Sequence[float],
    curves: Sequence[Sequence[float]],
    found: Sequence[Estimate],
    titles: tuple[str, str],
    heights: tuple[float, float],
    scheme: str,
) -> go.Figure:
    """All curves over *xs*.

    Parameters
    ----------
    found : the measured curve, empty while it is hidden
    titles, heights : of the two axes; the least and the greatest height that could be drawn
    """
    figure = go.Figure()
    ink = INK[scheme]
    if curves:
        # One line with gaps: two hundred lines of their own would take the browser a while.
        figure.add_scatter(
            x=[x for _ in curves for x in [*xs, None]],
            y=[y for curve in curves for y in [*curve, None]],
            mode="lines",
            line={"color": tint(ink, 0.3), "width": 1},
            name="drawn by students",
            hoverinfo="skip",
            meta="students",  # whose arrival `class_growth.js` shows
        )
        figure.add_scatter(
            x=list(xs),
            y=median_of(curves),
            mode="lines+markers",
            line={"color": MEDIAN[scheme], "width": 4, "dash": "dash"},
            marker={"symbol": "square", "size": 9},
            name="median of the class",
            hovertemplate="median %{y:.4~g}<extra></extra>",
        )
    if found:
        means = [one.mean for one in found]
        bounds = [[_or(getattr(one, end), one.mean) for one in found] for end in ("low", "high")]
        figure.add_scatter(
            x=[*xs, *reversed(xs)],
            y=[*bounds[0], *reversed(bounds[1])],
            fill="toself",
            fillcolor=tint(ink, BAND_OPACITY),
            line={"width": 0},
            hoverinfo="skip",
            showlegend=False,
            meta="measured",
        )
        figure.add_scatter(
            x=list(xs),
            y=means,
            mode="lines+markers",
            line={"color": ink, "width": 3},
            marker={"symbol": "circle", "size": 8},
            name="measured, with 95 % band",
            meta="measured",  # which grows when it is revealed
            hovertemplate="measured %{y:.4~g}<extra></extra>",
        )
    figure.update_layout(template=template(scheme), hovermode="x unified", margin={"t": 48})
    room = 0.03 * (max(xs) - min(xs))
    figure.update_xaxes(title=titles[0], range=[min(xs) - room, max(xs) + room])
    figure.update_yaxes(title=titles[1], range=_range(heights, found))
    return figure


def _or(bound: float, mean: float) -> float:
    return mean if bound != bound else bound


def _range(heights: tuple[float, float], found: Sequence[Estimate]) -> list[float]:
    means = [one.mean for one in found if one.mean == one.mean]
    return [min([heights[0], *means]), 1.03 * max([heights[1], *means])]
