"""The workers that can be had, by group: as wide as there are many, as high as they are fast; filled if in use."""

from typing import Any

import plotly.graph_objects as go

from components.looks.theme import INK, JOB_COLORS, template, tint
from components.looks.tokens import TYPE

FREE = 0.3
"""Opacity of workers that can be had but are not used."""


def draw_workers(groups: list[dict[str, Any]], used: int | None, tasks: int, scheme: str) -> go.Figure:
    """A bar for each group; more workers than tasks are never used, and so are cut off.

    *used* is None where a rule chooses the number.
    """
    figure = go.Figure()
    left, fastest = 0, max(group["speed"] for group in groups)
    ticks = []
    for n, group in enumerate(groups):
        count = min(group["count"], max(0, tasks - left))
        if not count:
            break
        color = JOB_COLORS[(n + 2) % len(JOB_COLORS)]
        filled = count if used is None else min(count, max(0, used - left))
        for first, width, opacity in ((left, filled, 0.85), (left + filled, count - filled, FREE)):
            if width:
                figure.add_bar(
                    x=[first + width / 2],
                    y=[group["speed"]],
                    width=[width],
                    marker={"color": tint(color, opacity), "line": {"width": 1, "color": INK[scheme]}},
                    hovertext=f"{group['count']} × {group['name']}, speed {group['speed']:g}",
                    hoverinfo="text",
                )
        ticks.append((left + count / 2, f"{group['name']}"))
        left += count
    words = "in use: filled" if used is not None else "a rule says how many"
    figure.update_layout(
        template=template(scheme),
        height=150,
        barmode="overlay",
        margin={"l": 64, "r": 8, "t": 8, "b": 40},
        dragmode=False,
        showlegend=False,
    )
    figure.update_yaxes(
        title={"text": "Speed", "font": {"size": TYPE["xs"]}}, range=[0, 1.15 * fastest], fixedrange=True
    )
    figure.update_xaxes(
        title={"text": f"{left} workers at most; {words}", "standoff": 4, "font": {"size": TYPE["xs"]}},
        tickvals=[at for at, _ in ticks] if len(ticks) > 1 else [],
        ticktext=[name for _, name in ticks] if len(ticks) > 1 else [],
        range=[-0.01 * left, 1.01 * left],
        fixedrange=True,
        showgrid=False,
        zeroline=False,
        tickfont={"size": TYPE["xs"]},
    )
    return figure
