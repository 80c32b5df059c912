"""The schedule in time: machines from top to bottom, a block for every job, shared machines split into strips.

Above it are the jobs that wait, and when jobs come; machines that are away are hatched.
"""

from typing import Any, cast

import plotly.graph_objects as go

from components.figures.common.instant import instant_line
from components.figures.common.row_names import room_of
from components.figures.parallel_jobs.job_groups import By, Groups, groups_of
from components.figures.parallel_jobs.schedules.schedule_away import add_away
from components.figures.parallel_jobs.schedules.schedule_blocks import add_blocks
from components.figures.parallel_jobs.schedules.schedule_deadlines import add_deadlines
from components.figures.parallel_jobs.schedules.schedule_waiting import add_waiting
from components.figures.parallel_jobs.schedules.unchecked import Tree, Unchecked
from components.looks.theme import INK, template
from engine.parallel_jobs.replay.tree import Trace

COMPACT = 0.3
"""Part of the window that a compact schedule shows."""


def draw_schedule(
    trace: Trace,
    scheme: str,
    compact: bool = False,
    by: By = "wait",
    span: tuple[float, float] | None = None,
) -> go.Figure:
    """What `schedule_tree` tells, checked by plotly."""
    return go.Figure(schedule_tree(trace, scheme, compact, by, span))


def schedule_tree(
    trace: Trace,
    scheme: str,
    compact: bool = False,
    by: By = "wait",
    span: tuple[float, float] | None = None,
) -> Tree:
    """The schedule of one policy in a trace's window; shape 0 of the layout is the line of the current instant.

    With *compact*, it is small enough to stand under the state diagram: without the lane of those that wait. Jobs are
    colored *by* what the legend says; *span* is what the axis shows, s, by default the window.
    """
    drawn = Unchecked()
    figure, laid_out = cast(go.Figure, drawn), drawn.laid_out
    groups = groups_of(trace, by, scheme)
    add_away(figure, trace, scheme)
    add_blocks(figure, trace, groups, scheme)
    ticks = _group_ticks(trace)
    first, last = span or (trace["steps"][0]["time"], trace["steps"][-1]["time"])
    laid_out.update_layout(
        template=template(scheme),
        showlegend=not compact,
        hovermode="closest",
        shapes=[instant_line(trace["steps"][0]["time"], scheme), *_borders(trace, scheme)],
        margin={"l": room_of(ticks.values()), "r": 12, "t": 8 if compact else 52, "b": 48 if compact else 60},
        dragmode="pan" if compact else "zoom",
    )
    laid_out.update_xaxes(title="Time (s)", range=[first, first + (last - first) * (COMPACT if compact else 1.0)])
    laid_out.update_yaxes(
        tickvals=list(ticks),
        ticktext=list(ticks.values()),
        range=[len(trace["machine_group"]) - 0.5, -0.5],
        showgrid=False,
        zeroline=False,
        title="" if compact else "Machines",
    )
    if not compact:
        _add_keys(figure, groups)
        add_deadlines(figure, trace, scheme)
        laid_out.update_yaxes(domain=[0.0, 0.8])
        add_waiting(figure, trace, groups, scheme)
    return drawn.as_tree()


def _add_keys(figure: go.Figure, groups: Groups) -> None:
    """What the colors mean. Who clicks on one puts its jobs away."""
    for words, color in groups.groups:
        marker = {"symbol": "square", "size": 12, "color": color, "opacity": 0.85}
        figure.add_scatter(x=[None], y=[None], mode="markers", marker=marker, name=words, legendgroup=words)


def _group_ticks(trace: Trace) -> dict[float, str]:
    groups = trace["machine_group"]
    middle = {g: [i for i, of in enumerate(groups) if of == g] for g in dict.fromkeys(groups)}
    return {sum(rows) / len(rows): trace["groups"][g]["name"] for g, rows in middle.items()}


def _borders(trace: Trace, scheme: str) -> list[dict[str, Any]]:
    groups = trace["machine_group"]
    return [
        {
            "type": "line",
            "xref": "paper",
            "x0": 0,
            "x1": 1,
            "y0": i + 0.5,
            "y1": i + 0.5,
            "line": {"color": INK[scheme], "width": 1, "dash": "dot"},
        }
        for i in range(len(groups) - 1)
        if groups[i] != groups[i + 1]
    ]
