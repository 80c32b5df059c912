"""The Ousterhout matrix of gang scheduling in one slot: rows that take turns, a column for each node."""

from math import nan

import plotly.graph_objects as go

from components.figures.common.window import colors_of
from components.looks.theme import FAINT, INK, JOB_COLORS, PAPER, template, tint
from engine.coscheduling.replay.tree import Trace

WIDEST = 40
"""Nodes up to which the number of a job fits into its cell."""

LIGHT = 0.35
"""Opacity of a copy."""

Cells = list[list[int]]
"""By row, by node."""


def slot_at(trace: Trace, number: int) -> int:
    """The number of the slot, put into the window; -1 if no slot begins there."""
    return min(max(number, 0), len(trace["matrix"].get("since", [])) - 1)


def draw_ousterhout(trace: Trace, number: int, scheme: str) -> go.Figure:
    """The cells of slot *number* by job, copies lighter and struck through, the row that runs in a frame."""
    figure, slot = go.Figure(), slot_at(trace, number)
    figure.update_layout(template=template(scheme), margin={"l": 84, "r": 16, "t": 44, "b": 48})
    rows, nodes = trace["slots"], trace["nodes"]
    figure.update_xaxes(title="Node", range=[0.5, nodes + 0.5], showgrid=False, tickformat="d", constrain="domain")
    figure.update_yaxes(range=[rows - 0.5, -0.5], showgrid=False, title="Row")
    if slot < 0:
        figure.add_annotation(text="no slot begins in this window", showarrow=False, x=nodes / 2, y=rows / 2)
        return figure
    cells, copies = (trace["matrix"][name][slot] for name in ("rows", "copies"))
    _add_cells(figure, trace, cells, copies, scheme)
    _add_copies(figure, cells, copies, scheme)
    now = trace["matrix"]["row"][slot]
    figure.update_yaxes(
        tickvals=list(range(rows)), ticktext=[f"<b>▶ {n + 1}</b>" if n == now else str(n + 1) for n in range(rows)]
    )
    figure.update_layout(
        shapes=[
            {
                "type": "rect",
                "x0": 0.5,
                "x1": nodes + 0.5,
                "y0": now - 0.5,
                "y1": now + 0.5,
                "line": {"color": INK[scheme], "width": 4},
            }
        ]
    )
    return figure


def _add_cells(figure: go.Figure, trace: Trace, cells: Cells, copies: Cells, scheme: str) -> None:
    colors, nodes = colors_of(trace), trace["nodes"]
    kinds = len(JOB_COLORS)
    shades = [tint(color, 0.85) for color in JOB_COLORS] + [tint(color, LIGHT) for color in JOB_COLORS]
    scale = [(edge / len(shades), color) for n, color in enumerate(shades) for edge in (n, n + 1)]
    places = [
        [nan if job < 0 else JOB_COLORS.index(colors[job]) + kinds * copy for job, copy in zip(*row, strict=True)]
        for row in zip(cells, copies, strict=True)
    ]
    words = [
        [
            f"node {node + 1}, row {n + 1}: "
            + (
                "nobody"
                if job < 0
                else f"job {job + 1}{', a copy' if copy else ''}, {trace['jobs']['size'][job]} tasks"
            )
            for node, (job, copy) in enumerate(zip(*row, strict=True))
        ]
        for n, row in enumerate(zip(cells, copies, strict=True))
    ]
    fits = nodes <= WIDEST
    figure.add_heatmap(
        x=list(range(1, nodes + 1)),
        y=list(range(len(cells))),
        z=places,
        zmin=-0.5,
        zmax=len(shades) - 0.5,
        colorscale=scale,
        showscale=False,
        xgap=1,
        ygap=3,
        text=[["" if job < 0 else str(job + 1) for job in row] for row in cells] if fits else None,
        texttemplate="%{text}" if fits else None,
        textfont={"color": INK["light"] if scheme == "light" else "#ffffff"},  # as large as fits, or none
        hovertext=words,
        hoverinfo="text",
    )


def _add_copies(figure: go.Figure, cells: Cells, copies: Cells, scheme: str) -> None:
    found = [
        (node + 1, n) for n, row in enumerate(copies) for node, copy in enumerate(row) if copy and cells[n][node] >= 0
    ]
    figure.add_scatter(
        x=[None],
        y=[None],
        mode="markers",
        name="a job in its own row",
        marker={"symbol": "square", "size": 14, "color": FAINT[scheme]},
    )
    figure.add_scatter(
        x=[x for x, _ in found],
        y=[y + 0.3 for _, y in found],
        mode="markers",
        name="a copy in a free place",
        marker={
            "symbol": "line-ne-open",
            "size": 9,
            "color": INK[scheme],
            "line": {"width": 1.5, "color": INK[scheme]},
        },
        hoverinfo="skip",
    )
    figure.update_layout(plot_bgcolor=PAPER[scheme], showlegend=True)
