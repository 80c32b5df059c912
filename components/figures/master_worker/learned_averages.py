"""What the averages learn: of some tasks against what is expected, and of all how far off they are."""

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from components.looks.theme import INK, LOOKS, template, tint
from components.looks.tokens import TYPE
from engine.master_worker.inputs.workload import number_of_largest
from engine.master_worker.replay.tree import LearnedTask, Trace

PARTS = {
    "largest": ("largest 20 %", "#0072B2", "#56B4E9", "circle", "solid"),
    "others": ("other tasks", "#B85C00", "#E69F00", "square", "dash"),
}
"""Words, light, dark, marker and dash of the two kinds of tasks."""


def kind_of(trace: Trace, task: int) -> str:
    """Whether a task is one of the largest or of the others."""
    return "largest" if task < number_of_largest(trace["tasks"]) else "others"


def draw_learning(trace: Trace, scheme: str) -> go.Figure:
    """Learned average of each task above, with its expectation; mean error and lost time below."""
    learned = trace["learning"]
    at = learned["iteration"]
    figure = make_subplots(rows=2, cols=1, shared_xaxes=True, vertical_spacing=0.06, row_heights=[0.62, 0.38])
    named: set[str] = set()
    for task in learned["tasks"]:
        kind = kind_of(trace, task["task"])
        _add_task(figure, at, task, kind, kind not in named, scheme)
        named.add(kind)
    figure.add_scatter(
        x=at,
        y=[100 * error for error in learned["mean_error"]],
        name="mean error",
        line={"color": INK[scheme], "width": 2.5},
        hovertemplate="%{y:.3g} %",
        row=2,
        col=1,
    )
    look = LOOKS[trace["policy"]]
    figure.add_scatter(
        x=at,
        y=[100 * (ratio - 1) for ratio in learned["time_over_lptf"]],
        name="longer than LPTF",
        mode="lines+markers",
        line={"color": look.on(scheme), "dash": look.dash, "width": 1.5},
        marker={"symbol": look.symbol, "size": 6},
        hovertemplate="%{y:.3g} %",
        row=2,
        col=1,
    )
    figure.update_layout(template=template(scheme), hovermode="closest", legend_font_size=TYPE["xs"], margin={"t": 52})
    figure.update_yaxes(title_font_size=TYPE["xs"])
    figure.update_yaxes(title="Average so far (s)", rangemode="tozero", row=1)
    figure.update_yaxes(title="Error, delay (%)", row=2)
    figure.update_xaxes(range=[0.5, 1.02 * at[-1] + 0.5], tickformat="d")
    figure.update_xaxes(title="Iteration", row=2)
    return figure


def _add_task(figure: go.Figure, at: list[int], task: LearnedTask, kind: str, in_legend: bool, scheme: str) -> None:
    """The average of a task, the times that it is of as faint dots, and its expectation as a hollow marker.

    A kind of tasks has one key; the text below the picture says what is a line, a dot and a hollow mark.
    """
    words, light, dark, symbol, dash = PARTS[kind]
    color = dark if scheme == "dark" else light
    name = f"task {task['task'] + 1}"
    figure.add_scatter(
        x=at,
        y=task["actual"],
        mode="markers",
        marker={"color": tint(color, 0.3), "symbol": symbol, "size": 4},
        showlegend=False,
        legendgroup=kind,
        hovertemplate=f"{name}: %{{y:.4g}} s in iteration %{{x}}<extra></extra>",
        row=1,
        col=1,
    )
    figure.add_scatter(
        x=at,
        y=task["mean"],
        mode="lines",
        line={"color": color, "dash": dash, "width": 1.8},
        name=words,
        legendgroup=kind,
        showlegend=in_legend,
        hovertemplate=f"{name}: average %{{y:.4g}} s after iteration %{{x}}<extra></extra>",
        row=1,
        col=1,
    )
    figure.add_scatter(
        x=[1.02 * at[-1]],
        y=[task["expected"]],
        mode="markers",
        marker={"color": color, "symbol": f"{symbol}-open", "size": 9, "line": {"width": 2}},
        showlegend=False,
        legendgroup=kind,
        hovertemplate=f"{name}: {task['expected']:.4g} s expected<extra></extra>",
        row=1,
        col=1,
    )
