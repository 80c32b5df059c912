"""Who is treated unfairly: the Lorenz curves of bounded slowdowns, and a box of them for every job class."""

import plotly.graph_objects as go

from components.figures.coscheduling.type_slowdowns import job_kinds
from components.looks.theme import BAND_OPACITY, FAINT, LOOKS, template, tint
from engine.metrics.job_metrics import BOX
from engine.results.result import Result
from engine.statistics.fairness import SHARES
from engine.statistics.means import Estimate

WIDE = 20
"""Ratio of the longest to the shortest whisker from which on the axis is logarithmic."""


def draw_lorenz(result: Result, point: int, scheme: str) -> go.Figure:
    """Share of all slowdown against share of jobs, at one point, on 95 % bands; the diagonal is even treatment."""
    xs = [0.0, *(100 * share for share in SHARES), 100.0]
    figure = go.Figure()
    figure.add_scatter(
        x=[0, 100],
        y=[0, 100],
        mode="lines",
        line={"color": FAINT[scheme], "dash": "dot", "width": 2},
        name="all slowed down alike",
        hoverinfo="skip",
    )
    for name in result.scenario.policies:
        look = LOOKS[name]
        color = look.on(scheme)
        inner = [result.estimate(point, name, f"lorenz[{share}]").times(100) for share in SHARES]
        if inner[0].replications == 0:
            continue
        figure.add_scatter(
            x=xs + xs[::-1],
            y=[0.0, *(_high(one) for one in inner), 100.0, 100.0, *(_low(one) for one in inner[::-1]), 0.0],
            fill="toself",
            fillcolor=tint(color, BAND_OPACITY),
            line={"width": 0},
            mode="lines",
            hoverinfo="skip",
            showlegend=False,
            legendgroup=name,
        )
        figure.add_scatter(
            x=xs,
            y=[0.0, *(one.mean for one in inner), 100.0],
            mode="lines+markers",
            name=f"{name}{_unsettled(result, point, name)}",
            legendgroup=name,
            line={"color": color, "dash": look.dash, "width": 2.5},
            marker={"color": color, "symbol": look.symbol, "size": 8},
            hovertemplate="%{y:.1f} %",
        )
    figure.update_layout(
        template=template(scheme),
        hovermode="x unified",
        xaxis={"title": "Jobs, the least slowed down first (%)", "range": [0, 100]},
        yaxis={"title": "Share of all slowdown (%)", "range": [0, 100]},
    )
    return figure


def draw_boxes(result: Result, point: int, scheme: str) -> go.Figure:
    """Bounded slowdowns of every job class under every policy, each mark the mean over the replications.

    Whiskers at 5 % and 95 %, box from 25 % to 75 %, solid line at the median, dashed at the mean.
    """
    names = job_kinds(result)
    figure = go.Figure()
    for policy in result.scenario.policies:
        color = LOOKS[policy].on(scheme)
        marks = {
            percent: [result.estimate(point, policy, f"class_slowdown_p{percent}[{name}]").mean for name in names]
            for percent in BOX
        }
        figure.add_box(
            x=names,
            lowerfence=marks[5],
            q1=marks[25],
            median=marks[50],
            q3=marks[75],
            upperfence=marks[95],
            mean=[result.estimate(point, policy, f"class_slowdown[{name}]").mean for name in names],
            boxmean=True,
            name=f"{LOOKS[policy].glyph} {policy}{_unsettled(result, point, policy)}",
            line={"color": color},
            fillcolor=tint(color, 0.25),
        )
    figure.update_layout(
        template=template(scheme),
        boxmode="group",
        yaxis={"title": "Bounded slowdown", "type": "log" if _is_wide(figure) else "linear"},
        xaxis={"title": "Job class"},
        margin={"t": 44},
    )
    return figure


def _is_wide(figure: go.Figure) -> bool:
    """Whether the largest whisker is so long that a linear axis would hide the other boxes."""
    tops = [top for box in figure.data for top in box.upperfence if top == top]
    return bool(tops) and max(tops) > WIDE * min(tops)


def _unsettled(result: Result, point: int, policy: str) -> str:
    return "" if result.settles(point, policy) else " (does not settle)"


def _high(found: Estimate) -> float:
    return found.mean if found.replications < 2 else found.high


def _low(found: Estimate) -> float:
    return found.mean if found.replications < 2 else found.low
