"""What every worker does in one iteration, from barrier to barrier: a bar for each task, blank where it waits."""

from typing import Any

import plotly.graph_objects as go

from components.figures.master_worker.worker_activities import ACTIVITIES, WORDS, marker_of
from components.looks.theme import INK, template
from components.looks.tokens import TYPE
from components.words.wording import number
from engine.master_worker.replay.tree import Gantt, Trace

WIDE = 0.03
"""Part of the iteration from which on a bar has room for the number of its task."""

MOST_NUMBERED = 60
"""Workers up to which tasks are numbered."""

HEIGHT = 0.86
"""Of a bar, of the distance to the next worker."""

NOTHING: list[Any] = [None]
"""In place of a column of bars that are only in the legend."""


def bound_of(gantt: Gantt) -> float:
    """No order can be faster, s: all work shared by all workers in use, or the longest task on the fastest of them."""
    speeds = gantt["workers"]["speed"]
    return max(sum(gantt["tasks"]["work"]) / sum(speeds), gantt["longest_task"] / max(speeds))


def draw_gantt(trace: Trace, scheme: str) -> go.Figure:
    """The bars by activity, the largest tasks darker; the barrier, and the bound below which nobody gets."""
    gantt = trace["gantt"]
    columns, workers = gantt["intervals"], len(gantt["workers"]["speed"])
    figure = go.Figure()
    for kind in ("largest", *ACTIVITIES[:-1]):
        rows = [n for n in range(len(columns["start"])) if _kind(gantt, n) == kind]
        if rows or kind in ("largest", "computing"):
            _add_bars(figure, gantt, kind, rows, scheme)
    end, bound = gantt["length"], bound_of(gantt)
    for at, dash, width in ((bound, "dot", 2), (end, "solid", 3)):
        figure.add_vline(x=at, line={"color": INK[scheme], "dash": dash, "width": width})
    figure.add_annotation(x=end, text="barrier", **_above("left" if end < 1.02 * bound else "center", scheme))
    if end > 1.12 * bound:
        figure.add_annotation(x=bound, text="bound", **_above("center", scheme))
    _add_groups(figure, gantt["workers"]["group"], scheme)
    figure.update_layout(
        template=template(scheme),
        barmode="overlay",
        bargap=0,
        hovermode="closest",
        legend={"y": -0.14, "yanchor": "top"},
        margin={"l": 64, "r": 28, "t": 28, "b": 92},
    )
    figure.update_xaxes(title="Time since the barrier before (s)", range=[0, 1.03 * end])
    figure.update_yaxes(
        title="Worker",
        range=[workers + 0.5, 0.5],
        tickvals=list(range(1, workers + 1, max(1, workers // 16))),
        showgrid=False,
        zeroline=False,
    )
    return figure


def _kind(gantt: Gantt, n: int) -> str:
    activity = gantt["intervals"]["activity"][n]
    is_large = activity == "computing" and gantt["intervals"]["task"][n] < gantt["tasks"]["largest"]
    return "largest" if is_large else str(activity)


def _above(xanchor: str, scheme: str) -> dict[str, Any]:
    """Where a word stands above the picture, over its line."""
    font = {"size": TYPE["xs"], "color": INK[scheme]}
    return {"y": 1, "yref": "paper", "yanchor": "bottom", "xanchor": xanchor, "showarrow": False, "font": font}


def _add_bars(figure: go.Figure, gantt: Gantt, kind: str, rows: list[int], scheme: str) -> None:
    columns = gantt["intervals"]
    is_numbered = len(gantt["workers"]["speed"]) <= MOST_NUMBERED
    length = [columns["end"][n] - columns["start"][n] for n in rows]
    words = {"largest": f"computing one of the {gantt['tasks']['largest']} largest tasks", "computing": "other tasks"}
    marker = marker_of(kind, scheme)
    if not is_numbered:
        marker["line"] = {"width": 0}
    figure.add_bar(
        base=[columns["start"][n] for n in rows] or NOTHING,
        x=length or NOTHING,
        y=[columns["worker"][n] + 1 for n in rows] or NOTHING,
        orientation="h",
        width=HEIGHT if is_numbered else 1.0,
        name=words.get(kind, WORDS.get(kind, kind)),
        marker=marker,
        text=[
            str(columns["task"][n] + 1)
            if is_numbered and columns["task"][n] >= 0 and long > WIDE * gantt["length"]
            else ""
            for n, long in zip(rows, length, strict=True)
        ],
        textposition="inside",
        insidetextanchor="middle",
        textangle=0,
        textfont={"size": TYPE["xs"]},
        customdata=[_hover(gantt, n) for n in rows],
        hovertemplate="%{customdata}<extra></extra>",
    )


def _hover(gantt: Gantt, n: int) -> str:
    """What a bar says: who, what, when, and how the task was expected."""
    columns, tasks = gantt["intervals"], gantt["tasks"]
    start, end, worker, task = columns["start"][n], columns["end"][n], columns["worker"][n], columns["task"][n]
    first = f"worker {worker + 1}, {WORDS[columns['activity'][n]]}, {number(start, 4)} to {number(end, 4)} s"
    if task < 0:
        return first
    work, expected = number(tasks["work"][task], 4), number(tasks["expected"][task], 4)
    return (
        f"<b>task {task + 1}</b>, number {tasks['place'][task] + 1} in the order<br>{first}<br>"
        f"work {work} s, {expected} s expected"
    )


def _add_groups(figure: go.Figure, groups: list[str], scheme: str) -> None:
    """Where another group of workers begins, a line with the name of the group, if there are several."""
    first = {name: groups.index(name) for name in dict.fromkeys(groups)}
    for name, begin in first.items() if len(first) > 1 else ():
        if begin:
            figure.add_hline(y=begin + 0.5, line={"color": INK[scheme], "width": 1, "dash": "dash"})
        figure.add_annotation(
            x=1, xref="paper", xanchor="left", y=begin + 0.5, yanchor="top", textangle=90, text=name, showarrow=False
        )
