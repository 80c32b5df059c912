"""Who waits for whom: the share of all waiting over the share of all work, of users and of groups, by policy."""

from typing import Any

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from components.figures.parallel_jobs.logs.whom_pictures import Whom, user_name
from components.looks.theme import INK, LOOKS, template, tint
from components.looks.tokens import TYPE
from components.words.policy_names import marked

MOST_NAMED, LONGEST = 8, 18
"""Groups with a name beside their marks, those with most work, and letters of it: others are in the table."""


def draw_shares(whom: Whom, scheme: str) -> go.Figure:
    """A mark for each user, and beside them for each group, under each policy; where there is but one of them, none."""
    policies = whom["policies"]
    parts = [part for part in ("users", "groups") if any(len(told[part]["jobs"]) > 1 for told in policies.values())]
    parts = parts or ["users"]
    figure = make_subplots(1, len(parts), horizontal_spacing=0.1)
    for column, part in enumerate(parts, start=1):
        largest = 1.0
        for policy, told in policies.items():
            of = told[part]
            names = of["name"] if part == "groups" else [user_name(user) for user in of["user"]]
            work, waiting = ([100 * share for share in of[name]] for name in ("work_share", "waiting_share"))
            largest = max([largest, *work, *waiting])
            figure.add_scatter(
                x=work,
                y=waiting,
                mode="markers",
                name=marked(policy),
                legendgroup=policy,
                showlegend=column == 1,
                marker=_marker(policy, scheme),
                customdata=names,
                hovertemplate=f"<b>{policy}</b>, %{{customdata}}: %{{x:.3g}} % of the work, %{{y:.3g}} % of the waiting"
                "<extra></extra>",
                row=1,
                col=column,
            )
        figure.add_scatter(
            x=[0, largest],
            y=[0, largest],
            mode="lines",
            line={"color": tint(INK[scheme], 0.5), "width": 1, "dash": "dash"},
            hoverinfo="skip",
            showlegend=False,
            row=1,
            col=column,
        )
        if part == "groups":
            figure.add_scatter(**_names([told[part] for told in policies.values()], scheme), row=1, col=column)
        figure.update_xaxes(title=f"Share of work of {part} (%)", rangemode="tozero", col=column)
    figure.update_layout(template=template(scheme), margin={"t": 56})
    figure.update_yaxes(title="Share of waiting (%)", rangemode="tozero")
    return figure


def _names(of_groups: list[dict[str, Any]], scheme: str) -> dict[str, Any]:
    """Above the marks of each group its name: under all policies it has the same work, more or less."""
    highest: dict[str, tuple[float, float]] = {}
    for of in of_groups:
        for name, work, waiting in zip(of["name"], of["work_share"], of["waiting_share"], strict=True):
            highest[name] = max(highest.get(name, (0.0, 0.0)), (100 * waiting, 100 * work))
    named = sorted(highest, key=lambda name: -highest[name][1])[:MOST_NAMED]
    return {
        "x": [highest[name][1] for name in named],
        "y": [highest[name][0] for name in named],
        "text": [name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…" for name in named],
        "mode": "text",
        "textposition": "top center",
        "textfont": {"color": INK[scheme], "size": TYPE["xs"]},
        "hoverinfo": "skip",
        "showlegend": False,
    }


def _marker(policy: str, scheme: str) -> dict[str, Any]:
    if policy not in LOOKS:
        return {"symbol": "square-open", "size": 8, "color": INK[scheme]}
    return {"symbol": LOOKS[policy].symbol, "size": 8, "color": LOOKS[policy].on(scheme), "opacity": 0.8}
