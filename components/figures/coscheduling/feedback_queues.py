"""The feedback queues of one node: at which level each process stands, and whether it runs, is ready or is blocked."""

from collections import defaultdict
from typing import NamedTuple

import plotly.graph_objects as go

from components.figures.common.window import colors_of, per_second, put_time_axis, unit
from components.looks.theme import FAINT, JOB_COLORS, template
from components.looks.tokens import TYPE
from engine.coscheduling.replay.tree import State, Trace

HIGHEST = 59

MOST_LABELS = 8
"""Jobs whose lines have their numbers; more would cover each other."""


APART = 0.05
"""Of the height of the picture, between two labels."""


class StateLook(NamedTuple):
    """How a state of a process is drawn."""

    width: float
    dash: str
    opacity: float


STATE_LOOKS: dict[State, StateLook] = {
    "running": StateLook(5.0, "solid", 1.0),
    "ready": StateLook(1.5, "solid", 1.0),
    "blocked": StateLook(2.0, "dot", 1.0),
    "in I/O": StateLook(2.0, "dash", 0.5),
}


def draw_feedback_queues(trace: Trace, scheme: str) -> go.Figure:
    """Levels over time: a line for each process; lines of one level stand side by side."""
    figure, levels = go.Figure(), trace["levels"]
    colors, scale = colors_of(trace), per_second(trace)
    for state, look in STATE_LOOKS.items():
        line = {"color": FAINT[scheme], "width": look.width, "dash": look.dash}
        figure.add_scatter(x=[None], y=[None], mode="lines", name=state, line=line, legendgroup=state)
    rows: dict[tuple[State, int], list[int]] = defaultdict(list)
    for n, (state, job) in enumerate(zip(levels.get("state", []), levels.get("job", []), strict=True)):
        rows[state, job].append(n)
    for (state, job), pieces in sorted(rows.items()):
        _add_pieces(figure, trace, state, job, pieces, colors[job])
    lowest = min([*levels.get("level", []), HIGHEST - 3])
    _label_lines(figure, trace, colors, APART * (HIGHEST + 3 - lowest))
    figure.update_layout(template=template(scheme), hovermode="closest", margin={"t": 44, "l": 64, "r": 64})
    put_time_axis(figure, trace)
    figure.update_yaxes(title="Priority level", range=[lowest - 1.5, HIGHEST + 1.5])
    if not rows:
        middle = (trace["window"]["since"] + trace["window"]["until"]) / 2 * scale
        words = f"no process is on node {trace['window']['node'] + 1} in this window"
        figure.add_annotation(text=words, showarrow=False, x=middle, y=(lowest + HIGHEST) / 2)
    return figure


def _label_lines(figure: go.Figure, trace: Trace, colors: dict[int, str], apart: float) -> None:
    """The number of each job right of the picture, as high as its line ends, or as near as there is room."""
    levels, scale = trace["levels"], per_second(trace)
    last = {job: n for n, job in sorted(enumerate(levels.get("job", [])), key=lambda row: levels["until"][row[0]])}
    ends = {job: levels["level"][n] + _aside(colors[job]) for job, n in list(last.items())[-MOST_LABELS:]}
    place = float("inf")
    for job, level in sorted(ends.items(), key=lambda end: -end[1]):
        place = min(level, place - apart)
        figure.add_annotation(
            x=trace["window"]["until"] * scale,
            y=place,
            text=f"job {job + 1}",
            xanchor="left",
            showarrow=False,
            font={"size": TYPE["xs"], "color": colors[job]},
        )


def _aside(color: str) -> float:
    """Up or down by less than half a level, or processes of one level would be one line."""
    return 0.7 * (JOB_COLORS.index(color) / (len(JOB_COLORS) - 1) - 0.5)


def _add_pieces(figure: go.Figure, trace: Trace, state: State, job: int, pieces: list[int], color: str) -> None:
    levels, scale, look = trace["levels"], per_second(trace), STATE_LOOKS[state]
    aside = _aside(color)
    xs: list[float | None] = []
    ys: list[float | None] = []
    for n in pieces:
        xs += [levels["since"][n] * scale, levels["until"][n] * scale, None]
        ys += [levels["level"][n] + aside, levels["level"][n] + aside, None]
    figure.add_scatter(
        x=xs,
        y=ys,
        mode="lines",
        line={"color": color, "width": look.width, "dash": look.dash},
        opacity=look.opacity,
        name=f"job {job + 1}",
        legendgroup=state,
        showlegend=False,
        hovertemplate=f"<b>job {job + 1} {state}</b><br>level %{{y:.0f}}, %{{x:.4f}} {unit(trace)}<extra></extra>",
    )
