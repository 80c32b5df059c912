"""What the processors do with their time: a stacked bar for each policy, or for each node of one replication."""

from math import isnan

import plotly.graph_objects as go

from components.figures.common.measured import half_width, measured
from components.figures.coscheduling.activities import ACTIVITIES, WORDS, marker_of
from components.looks.theme import LOOKS, template
from components.looks.tokens import TYPE
from components.words.wording import number, with_uncertainty
from engine.coscheduling.replay.tree import Trace
from engine.results.result import Result
from engine.statistics.means import Estimate

BARS, DOTS, NUMBERS = (0.0, 0.52), (0.6, 0.86), 0.88
"""Parts of the width: shares of the time, what is computed on an axis of its own, and where its numbers begin."""


def draw_profile(result: Result, point: int, scheme: str) -> go.Figure:
    """A horizontal bar for each policy, of means over the replications that add up to 100 %; beside it how much is
    computed, a dot on its interval and, in a column, its number."""
    policies = list(result.scenario.policies)
    figure = go.Figure()
    for activity in ACTIVITIES:
        found = [measured(result, point, policy, f"{activity}_share") for policy in policies]
        figure.add_bar(
            y=policies,
            x=[100 * one.mean for one in found],
            orientation="h",
            name=WORDS[activity],
            marker=marker_of(activity, scheme),
            customdata=[with_uncertainty(one, 100) for one in found],
            hovertemplate=f"%{{y}}: %{{customdata}} % {WORDS[activity]}<extra></extra>",
        )
    computing = {policy: measured(result, point, policy, "computing_share").times(100) for policy in policies}
    for policy, one in computing.items():
        _add_dot(figure, policy, one, scheme)
    figure.update_layout(
        template=template(scheme), barmode="stack", bargap=0.25, legend_traceorder="normal", margin={"t": 56, "l": 84}
    )
    figure.update_layout(
        xaxis={"title": "Processor time (%)", "range": [0, 100], "domain": BARS},
        xaxis2={
            "title": "Computing (%)",
            "range": _around(list(computing.values())),
            "domain": DOTS,
            "anchor": "y",
            "nticks": 3,
        },
    )
    figure.update_yaxes(autorange="reversed", showgrid=False, type="category")
    return figure


def _add_dot(figure: go.Figure, policy: str, one: Estimate, scheme: str) -> None:
    look = LOOKS[policy]
    words = number(one.mean, 2) if isnan(one.half_width) else with_uncertainty(one)
    figure.add_scatter(
        x=[one.mean],
        y=[policy],
        xaxis="x2",
        mode="markers",
        text=[words],
        error_x={"type": "data", "array": [half_width(one)], "thickness": 2, "width": 4},
        marker={"color": look.on(scheme), "symbol": look.symbol, "size": 9},
        name=f"{policy} computing",
        showlegend=False,
        hovertemplate=f"{policy}: %{{text}} % computing<extra></extra>",
    )
    if one.replications:
        at = {"xref": "paper", "x": NUMBERS, "xanchor": "left", "yref": "y", "y": policy, "yanchor": "middle"}
        figure.add_annotation(**at, text=words, showarrow=False, font={"size": TYPE["xs"]})


def _around(found: list[Estimate]) -> list[float]:
    """All intervals, with some air on both sides."""
    known = [(one.mean - half_width(one), one.mean + half_width(one)) for one in found if one.replications]
    low, high = min((low for low, _ in known), default=0.0), max((high for _, high in known), default=100.0)
    air = 0.08 * (high - low) or 1.0
    return [low - air, high + air]


def draw_node_profile(trace: Trace, scheme: str) -> go.Figure:
    """A bar for each node of one replication, over the whole run."""
    figure = go.Figure()
    nodes = list(range(1, len(trace["profile"]["computing"]) + 1))
    for activity in ACTIVITIES:
        figure.add_bar(
            x=nodes,
            y=[100 * share for share in trace["profile"][activity]],
            name=WORDS[activity],
            marker=marker_of(activity, scheme),
            hovertemplate=f"node %{{x}}: %{{y:.2f}} % {WORDS[activity]}<extra></extra>",
        )
    figure.update_layout(
        template=template(scheme), barmode="stack", bargap=0.1, legend_traceorder="normal", margin={"t": 56}
    )
    figure.update_xaxes(title="Node", tickformat="d", showgrid=False)
    figure.update_yaxes(title="Processor time (%)", range=[0, 100])
    return figure
