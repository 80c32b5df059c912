"""The Ousterhout matrix of gang scheduling in one slot: rows that take turns, a column for each node."""

from collections.abc import Iterator
from itertools import groupby
from typing import Any, NamedTuple

import plotly.graph_objects as go

from components.figures.common.window import colors_of
from components.looks.theme import FAINT, INK, PAPER, template, tint
from components.looks.tokens import TYPE
from engine.coscheduling.replay.tree import Trace

LIGHT = 0.35
"""Opacity of a copy."""

Cells = list[list[int]]
"""By row, by node."""


class Block(NamedTuple):
    """Nodes beside each other that a job has in a row; nodes count from 0."""

    row: int
    first: int
    width: int
    job: int
    is_copy: bool


def slot_at(trace: Trace, number: int) -> int:
    """The number of the slot, put into the window; -1 if no slot begins there."""
    return min(max(number, 0), len(trace["matrix"].get("since", [])) - 1)


def draw_ousterhout(trace: Trace, number: int, scheme: str) -> go.Figure:
    """The blocks of slot *number* by job, copies pale in an outline, the row that runs in a frame."""
    figure, slot = go.Figure(), slot_at(trace, number)
    figure.update_layout(template=template(scheme), margin={"l": 84, "r": 16, "t": 52, "b": 60})
    rows, nodes = trace["slots"], trace["nodes"]
    figure.update_xaxes(title="Node", range=[0.5, nodes + 0.5], showgrid=False, tickformat="d", constrain="domain")
    figure.update_yaxes(range=[rows - 0.5, -0.5], showgrid=False, title="Row")
    if slot < 0:
        figure.add_annotation(text="no slot begins in this window", showarrow=False, x=nodes / 2, y=rows / 2)
        return figure
    cells, copies = (trace["matrix"][name][slot] for name in ("rows", "copies"))
    _add_blocks(figure, trace, cells, copies, scheme)
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


def _add_blocks(figure: go.Figure, trace: Trace, cells: Cells, copies: Cells, scheme: str) -> None:
    """A bar for each stretch of nodes that a job has in a row: filled in its own row, an outline elsewhere."""
    colors = colors_of(trace)
    for is_copy, name in ((False, "a job in its own row"), (True, "a copy in a free place")):
        found = [one for one in _blocks(cells, copies) if one.is_copy == is_copy]
        own = [colors[one.job] for one in found]
        entry = tint(FAINT["light"], LIGHT) if is_copy else FAINT[scheme]  # of the legend, if there is no such block
        nothing: list[Any] = [None]
        figure.add_bar(
            y=[one.row for one in found] or nothing,
            x=[one.width for one in found] or nothing,
            base=[one.first + 0.5 for one in found] or nothing,
            orientation="h",
            width=0.86,
            name=name,
            marker={
                "color": [tint(color, LIGHT if is_copy else 0.85) for color in own] or [entry],
                "line": {"color": own or [FAINT[scheme]], "width": 2 if is_copy else 0},
                "pattern": {"shape": "/" if is_copy else "", "size": 8, "solidity": 0.1},
            },
            text=[f"{one.job + 1}" for one in found],
            textposition="inside",
            insidetextanchor="middle",
            textangle=0,
            textfont={"size": TYPE["sm"], "color": INK["light"] if scheme == "light" else "#ffffff"},
            hovertext=[_block_words(trace, one) for one in found],
            hoverinfo="text",
        )
    figure.update_layout(plot_bgcolor=PAPER[scheme], showlegend=True, barmode="overlay")


def _blocks(cells: Cells, copies: Cells) -> Iterator[Block]:
    for n, row in enumerate(zip(cells, copies, strict=True)):
        first = 0
        for (job, copy), stretch in groupby(zip(*row, strict=True)):
            width = len(list(stretch))
            if job >= 0:
                yield Block(n, first, width, job, bool(copy))
            first += width


def _block_words(trace: Trace, one: Block) -> str:
    nodes = f"nodes {one.first + 1} to {one.first + one.width}" if one.width > 1 else f"node {one.first + 1}"
    copy = ", a copy" if one.is_copy else ""
    return f"row {one.row + 1}, {nodes}: job {one.job + 1}{copy}, {trace['jobs']['size'][one.job]} tasks"
