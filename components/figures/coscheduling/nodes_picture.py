"""The nodes as a picture: a column for each, a box for each process that it takes, a gap between partitions."""

from typing import Any

import plotly.graph_objects as go

from components.looks.theme import ACCENT, template, tint
from components.looks.tokens import TYPE

GAP = 1
"""Columns left free between two partitions."""

FREE, TAKEN = 0.22, 0.85
"""Opacity of a box, and of those in which a job of the largest size is shown."""

WITH_LINES = 64
"""Most columns between which a line can still be seen on the form."""


def draw_nodes(cluster: dict[str, Any], largest: int, scheme: str) -> go.Figure:
    """The boxes of all nodes; in the first row of the first partition a job of the *largest* size is put."""
    nodes, parts, level = cluster["nodes"], cluster["partitions"], cluster["multiprogramming_level"]
    size = nodes // parts
    columns = [part * (size + GAP) + n for part in range(parts) for n in range(size)]
    rows = [[0] * len(columns) for _ in range(level)]
    rows[0][:largest] = [1] * min(largest, len(columns))
    accent = ACCENT if scheme == "light" else "#56B4E9"
    line = 1 if columns[-1] < WITH_LINES and level <= WITH_LINES // 4 else 0
    figure = go.Figure(
        go.Heatmap(
            x=columns,
            y=list(range(1, level + 1)),
            z=rows,
            customdata=[[n + 1 for n in range(len(columns))]] * level,
            colorscale=[[0, tint(accent, FREE)], [1, tint(accent, TAKEN)]],
            zmin=0,
            zmax=1,
            showscale=False,
            xgap=line,
            ygap=line,
            hovertemplate="node %{customdata}, process %{y}<extra></extra>",
        )
    )
    figure.update_layout(
        template=template(scheme), height=150, margin={"l": 44, "r": 8, "t": 8, "b": 40}, dragmode=False
    )
    cut = f"{parts} × {size} nodes" if parts > 1 else f"{nodes} nodes"
    job = f"filled: a job of {largest} tasks"
    figure.update_xaxes(
        title={"text": f"{cut}; {job}", "standoff": 4, "font": {"size": TYPE["xs"]}},
        showticklabels=False,
        ticks="",
        fixedrange=True,
        showgrid=False,
        zeroline=False,
    )
    figure.update_yaxes(
        title={"text": "Processes", "font": {"size": TYPE["xs"]}},
        tickvals=[1, level] if level > 1 else [1],
        fixedrange=True,
        showgrid=False,
        zeroline=False,
    )
    return figure
