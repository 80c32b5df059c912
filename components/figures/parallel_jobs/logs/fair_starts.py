"""How much later than their fair starts jobs have started, policies one below the other."""

from typing import Any

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from components.looks.theme import INK, LOOKS, PAPER, template
from components.words.policy_names import marked

FairStarts = dict[str, dict[str, Any]]
"""What `Runs.fair_start` tells, by policy; without those that it refuses."""

PANELS = (("Mean miss (min)", "miss", 1 / 60), ("Jobs that missed (%)", "missed", 100.0))


def draw_fair_starts(told: FairStarts, scheme: str) -> go.Figure:
    """Mean misses and the share of jobs with one; whiskers are standard errors, where jobs were drawn."""
    figure = make_subplots(1, 2, shared_yaxes=True, horizontal_spacing=0.06)
    names = [marked(policy) for policy in told]
    looks = [LOOKS[policy].on(scheme) if policy in LOOKS else PAPER[scheme] for policy in told]
    for column, (title, name, scale) in enumerate(PANELS, start=1):
        means = [scale * one[name]["mean"] for one in told.values()]
        errors = [scale * (one[name]["error"] or 0.0) for one in told.values()]
        figure.add_bar(
            x=means,
            y=names,
            orientation="h",
            marker={"color": looks, "line": {"color": INK[scheme], "width": 1}},
            error_x={"array": errors, "color": INK[scheme], "visible": any(errors)},
            customdata=errors,
            hovertemplate="<b>%{y}</b>: %{x:.3g} ± %{customdata:.2g}<extra></extra>",
            showlegend=False,
            row=1,
            col=column,
        )
        figure.update_xaxes(title=title, rangemode="tozero", row=1, col=column)
    figure.update_layout(template=template(scheme), bargap=0.3)
    figure.update_yaxes(autorange="reversed", showgrid=False)
    return figure
