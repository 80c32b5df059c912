"""The workers over time: how many are up, suspended and away, and how efficient each iteration was."""

from typing import Literal

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from components.figures.master_worker.worker_activities import LOOKS, color_of
from components.looks.theme import INK, PAPER, template
from components.looks.tokens import TYPE
from engine.master_worker.replay.tree import Pool, Trace

STANDS: tuple[tuple[Literal["up", "suspended", "away"], str, str], ...] = (
    ("up", "computing", "up"),
    ("suspended", "suspended", "suspended"),
    ("away", "away", "away"),
)
"""Column, look and words of what is stacked."""


def draw_pool(trace: Trace, scheme: str) -> go.Figure:
    """Workers in use, stacked by where they are, above; efficiency of the iterations, and lost work, below."""
    pool = trace["pool"]
    has_lost = any(pool["lost"])
    heights = [0.45, 0.35, 0.2] if has_lost else [0.55, 0.45]
    figure = make_subplots(rows=len(heights), cols=1, shared_xaxes=True, vertical_spacing=0.05, row_heights=heights)
    _add_workers(figure, pool, scheme)
    _add_efficiency(figure, pool, scheme)
    if has_lost:
        _add_lost(figure, pool, scheme)
    figure.update_layout(
        template=template(scheme),
        hovermode="x unified",
        legend_font_size=TYPE["xs"],
        bargap=0,
        margin={"t": 52},
    )
    figure.update_yaxes(title_font_size=TYPE["xs"])
    figure.update_xaxes(range=[0, pool["end"][-1]])
    figure.update_xaxes(title="Time (s)", row=len(heights))
    return figure


def _add_workers(figure: go.Figure, pool: Pool, scheme: str) -> None:
    instants = pool["instants"]
    for column, look, words in STANDS:
        if column != "up" and not any(instants[column]):
            continue
        color, pattern = color_of(look, scheme), LOOKS[look][2]
        figure.add_scatter(
            x=instants["time"],
            y=instants[column],
            stackgroup="workers",
            name=words,
            line={"width": 0, "shape": "hv", "color": color},
            fillcolor=color,
            fillpattern={"shape": pattern, "fgcolor": PAPER[scheme], "bgcolor": color, "size": 6, "solidity": 0.3},
            row=1,
            col=1,
        )
    figure.add_scatter(
        x=[*pool["begin"], pool["end"][-1]],
        y=[*pool["number"], pool["number"][-1]],
        mode="lines",
        line={"shape": "hv", "color": INK[scheme], "width": 2.5},
        name="in use",
        row=1,
        col=1,
    )
    decisions = pool["decisions"]
    if decisions and any(one is False for one in decisions["feasible"]):
        at = [n for n, one in enumerate(decisions["feasible"]) if one is False]
        figure.add_scatter(
            x=[pool["begin"][n] for n in at],
            y=[pool["number"][n] for n in at],
            mode="markers",
            marker={"symbol": "x-thin", "size": 9, "line": {"width": 2, "color": color_of("lost", scheme)}},
            name="target infeasible",
            row=1,
            col=1,
        )
    figure.update_yaxes(title="Workers", rangemode="tozero", row=1)


def _add_efficiency(figure: go.Figure, pool: Pool, scheme: str) -> None:
    middle = [(begin + end) / 2 for begin, end in zip(pool["begin"], pool["end"], strict=True)]
    figure.add_scatter(
        x=middle,
        y=[100 * one for one in pool["efficiency"]],
        mode="lines+markers",
        line={"color": color_of("largest", scheme), "width": 2},
        marker={"size": 6},
        name="efficiency, measured",
        hovertemplate="%{y:.1f} %",
        row=2,
        col=1,
    )
    if pool["decisions"]:
        predicted = pool["decisions"]["predicted_efficiency"]
        figure.add_scatter(
            x=middle,
            y=[None if one is None else 100 * one for one in predicted],
            mode="lines+markers",
            line={"color": color_of("receiving", scheme), "dash": "dash", "width": 2},
            marker={"size": 7, "symbol": "diamond-open"},
            name="efficiency, predicted",
            hovertemplate="%{y:.1f} %",
            row=2,
            col=1,
        )
    target = 100 * pool["target"]
    figure.add_scatter(
        x=[0, pool["end"][-1]],
        y=[target, target],
        mode="lines",
        line={"color": INK[scheme], "width": 1.5, "dash": "dash"},
        name=f"target {target:g} %",
        hoverinfo="skip",
        row=2,
        col=1,
    )
    figure.update_yaxes(title="Efficiency (%)", range=[0, 104], row=2)


def _add_lost(figure: go.Figure, pool: Pool, scheme: str) -> None:
    lengths = [end - begin for begin, end in zip(pool["begin"], pool["end"], strict=True)]
    color = color_of("lost", scheme)
    figure.add_bar(
        x=pool["begin"],
        y=pool["lost"],
        width=lengths,
        offset=0,
        name="work lost",
        marker={
            "color": color,
            "pattern": {"shape": "x", "fgcolor": PAPER[scheme], "bgcolor": color, "size": 6, "solidity": 0.3},
            "line": {"width": 0},
        },
        hovertemplate="%{y:.3g} worker s",
        row=3,
        col=1,
    )
    figure.update_yaxes(title="Lost (s)", rangemode="tozero", row=3)
