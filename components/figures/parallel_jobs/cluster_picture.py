"""The cluster as a picture: one bar per machine group, width = machines, height = speed; the tops can be dragged."""

from typing import Any

import plotly.graph_objects as go

from components.looks.theme import INK, JOB_COLORS, template
from components.looks.tokens import TYPE

SPEED_RANGE = 1.15


def draw_cluster(groups: list[dict[str, Any]], scheme: str) -> go.Figure:
    """Bars side by side, as wide as the group has machines and as high as its speed, 1 / speed factor.

    Shape n is the handle of group n; dragging it up or down gives a new speed (`clientside/studio/studio.js` reads
    `layout.meta.bars`, [left, right, speed] of each group, to undo a drag to the side).
    """
    figure = go.Figure()
    total = sum(group["count"] for group in groups) or 1
    gap = 0.02 * total
    bars, left = [], 0.0
    for group in groups:
        bars.append([left, left + group["count"], 1 / group["speed_factor"]])
        left += group["count"] + gap
    figure.add_bar(
        x=[(low + high) / 2 for low, high, _ in bars],
        y=[speed for *_, speed in bars],
        width=[high - low for low, high, _ in bars],
        marker={"color": [JOB_COLORS[(n + 2) % len(JOB_COLORS)] for n in range(len(bars))], "opacity": 0.85},
        hovertext=[f"{group['count']} × {group['name']}, speed factor {group['speed_factor']:g}" for group in groups],
        hoverinfo="text",
    )
    figure.update_layout(
        template=template(scheme),
        height=170,
        margin={"l": 64, "r": 8, "t": 8, "b": 24},
        dragmode=False,
        showlegend=False,
        meta={"bars": bars},
        shapes=[
            {
                "type": "line",
                "x0": low,
                "x1": high,
                "y0": speed,
                "y1": speed,
                "line": {"color": INK[scheme], "width": 6},
            }
            for low, high, speed in bars
        ],
    )
    figure.update_yaxes(title="Speed", range=[0, SPEED_RANGE], tickvals=[0, 0.25, 0.5, 0.75, 1], fixedrange=True)
    figure.update_xaxes(
        tickvals=[(low + high) / 2 for low, high, _ in bars],
        ticktext=[f"{group['count']} × {group['name']}" for group in groups],
        range=[-gap, left],
        fixedrange=True,
        showgrid=False,
        tickfont={"size": TYPE["xs"]},
    )
    return figure
