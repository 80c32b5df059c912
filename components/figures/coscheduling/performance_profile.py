"""What the processors do with their time: a stacked bar for each policy, or for each node of one replication."""

from typing import Any

import plotly.graph_objects as go

from components.figures.common.measured import half_width, measured
from components.figures.coscheduling.activities import ACTIVITIES, WORDS, marker_of
from components.looks.theme import INK, template
from engine.coscheduling.replay.tree import Trace
from engine.results.result import Result

TOLD = 6.0
"""Percent from which a part is wide enough for its number."""


def draw_profile(result: Result, point: int, scheme: str) -> go.Figure:
    """A horizontal bar for each policy, of means over the replications with intervals; they add up to 100 %."""
    policies = list(result.scenario.policies)
    figure = go.Figure()
    for activity in ACTIVITIES:
        found = [measured(result, point, policy, f"{activity}_share") for policy in policies]
        shares = [100 * one.mean for one in found]
        figure.add_bar(
            y=policies,
            x=shares,
            orientation="h",
            name=WORDS[activity],
            marker=marker_of(activity, scheme),
            text=[f"{share:.0f}" if share >= TOLD else "" for share in shares],
            textposition="inside",
            insidetextanchor="start",  # whiskers stand at the end
            textangle=0,
            textfont=_font(activity, scheme),
            error_x=_whisker([100 * half_width(one) for one in found], scheme) if activity != ACTIVITIES[-1] else None,
            hovertemplate=f"%{{y}}: %{{x:.2f}} % {WORDS[activity]}<extra></extra>",
        )
    figure.update_layout(
        template=template(scheme), barmode="stack", bargap=0.25, legend_traceorder="normal", margin={"t": 56, "l": 84}
    )
    figure.update_xaxes(title="Processor time (%)", range=[0, 100])
    figure.update_yaxes(autorange="reversed", showgrid=False, type="category")
    return figure


def _whisker(half_widths: list[float], scheme: str) -> dict[str, Any]:
    """The 95 % interval of a part, at its end; of the last part the parts before say enough."""
    return {"type": "data", "array": half_widths, "color": INK[scheme], "thickness": 1.2, "width": 4}


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


def _font(activity: str, scheme: str) -> dict[str, Any]:
    if activity == "idle":
        return {"color": INK[scheme]}
    return {"color": "#000000" if activity == "spinning" or scheme == "dark" else "#ffffff"}
