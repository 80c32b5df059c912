"""The feedback queues of one node: a lane for each process, with its level, and whether it runs, waits or sleeps."""

from collections import defaultdict
from math import inf
from typing import Any, NamedTuple

import plotly.graph_objects as go

from components.figures.common.window import colors_of, per_second, put_time_axis, unit
from components.looks.theme import FAINT, template
from components.looks.tokens import TYPE
from engine.coscheduling.replay.tree import State, Trace

MOST_TICKS = 16
"""Numbers of levels beside the lanes."""

ROOM = 0.7
"""Of the height of a lane, for its levels."""

NARROWEST = 0.04
"""Of the window: a process that is there for less has no name."""

APART = 0.06
"""Of the window: as wide as a name, so that one that begins nearer to the one before it would lie on it."""

Lanes = dict[int, int]
"""{job: number of its lane, from the top}."""


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
    """A lane for each process as long as it is there; in it the level over time, of the range that is in use."""
    figure, levels = go.Figure(), trace["levels"]
    colors, lanes = colors_of(trace), lanes_of(trace)
    for state, look in STATE_LOOKS.items():
        line = {"color": FAINT[scheme], "width": look.width, "dash": look.dash}
        figure.add_scatter(x=[None], y=[None], mode="lines", name=state, line=line, legendgroup=state)
    rows: dict[tuple[State, int], list[int]] = defaultdict(list)
    for n, (state, job) in enumerate(zip(levels.get("state", []), levels.get("job", []), strict=True)):
        rows[state, job].append(n)
    for (state, job), pieces in sorted(rows.items()):
        _add_pieces(figure, trace, state, job, pieces, colors[job], lanes[job])
    figure.update_layout(template=template(scheme), hovermode="closest", margin={"t": 52})
    put_time_axis(figure, trace)
    count = max(lanes.values(), default=0) + 1
    figure.update_yaxes(range=[count - 0.4, -0.6], zeroline=False, **_ticks(trace, count))
    _name_bars(figure, trace, lanes)
    if not rows:
        middle = (trace["window"]["since"] + trace["window"]["until"]) / 2 * per_second(trace)
        words = f"no process is on node {trace['window']['node'] + 1} in this window"
        figure.add_annotation(text=words, showarrow=False, x=middle, y=0)
    return figure


def lanes_of(trace: Trace) -> Lanes:
    """A lane for each process: the first that is free when it comes, so that no two are in one at once."""
    free_at: list[float] = []
    lanes: Lanes = {}
    for job, (since, until) in sorted(_stays(trace).items(), key=lambda stay: (stay[1], stay[0])):
        lane = next((n for n, end in enumerate(free_at) if end <= since), len(free_at))
        free_at[lane:] = [until, *free_at[lane + 1 :]]
        lanes[job] = lane
    return lanes


def _stays(trace: Trace) -> dict[int, tuple[float, float]]:
    """{job: from when until when it has a process on the node, in the window}."""
    levels = trace["levels"]
    stays: dict[int, tuple[float, float]] = {}
    for job, since, until in zip(*(levels.get(name, []) for name in ("job", "since", "until")), strict=True):
        before = stays.get(job, (since, until))
        stays[job] = (min(before[0], since), max(before[1], until))
    return stays


def _used(trace: Trace) -> tuple[int, int]:
    found = trace["levels"].get("level", []) or [0]
    return min(found), max(found)


def _height(trace: Trace, lane: int, level: int) -> float:
    """Where a level of a lane is on the axis, which points down."""
    low, high = _used(trace)
    return lane + ROOM * (0.5 - (level - low) / (high - low)) if high > low else float(lane)


def _ticks(trace: Trace, count: int) -> dict[str, Any]:
    """The lowest and the highest level in use, beside each lane."""
    low, high = _used(trace)
    some = sorted({low, high}, reverse=True)
    places = [(_height(trace, lane, level), level) for lane in range(count) for level in some]
    title = f"Level ({low} to {high} in use)" if high > low else f"Processes, all on level {low}"
    if high == low:
        return {"title": title, "tickvals": []}
    is_many = count * len(some) > MOST_TICKS
    shown = places[:: len(some)] if is_many else places
    return {"title": title, "tickvals": [at for at, _ in shown], "ticktext": [str(level) for _, level in shown]}


def _name_bars(figure: go.Figure, trace: Trace, lanes: Lanes) -> None:
    """The number of each job above the beginning of its line, where that is long enough."""
    window, scale = trace["window"], per_second(trace)
    whole = window["until"] - window["since"]
    named: dict[int, float] = {}  # where in each lane the last name begins
    for job, (since, until) in sorted(_stays(trace).items(), key=lambda stay: stay[1]):
        begin, lane = max(since, window["since"]), lanes[job]
        if until - since >= NARROWEST * whole and begin - named.get(lane, -inf) >= APART * whole:
            named[lane] = begin
            figure.add_annotation(
                x=begin * scale,
                y=lane - 0.5,
                text=f"job {job + 1}",
                xanchor="left",
                yanchor="middle",
                showarrow=False,
                font={"size": TYPE["xs"]},
            )


def _add_pieces(
    figure: go.Figure, trace: Trace, state: State, job: int, pieces: list[int], color: str, lane: int
) -> None:
    levels, scale, look = trace["levels"], per_second(trace), STATE_LOOKS[state]
    xs: list[float | None] = []
    ys: list[float | None] = []
    said: list[int | None] = []
    for n in pieces:
        height = round(_height(trace, lane, levels["level"][n]), 3)
        xs += [levels["since"][n] * scale, levels["until"][n] * scale, None]
        ys += [height, height, None]
        said += [levels["level"][n], levels["level"][n], None]
    figure.add_scatter(
        x=xs,
        y=ys,
        customdata=said,
        mode="lines",
        line={"color": color, "width": look.width, "dash": look.dash},
        opacity=look.opacity,
        name=f"job {job + 1}",
        legendgroup=state,
        showlegend=False,
        hovertemplate=f"<b>job {job + 1} {state}</b><br>level %{{customdata}}, %{{x:.4f}} {unit(trace)}<extra></extra>",
    )
