"""One iteration under several policies, one below the other on one axis of time: who computes which task when.

A task is lit in all of them at once: its trace says by its `meta` which it is.
"""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import plotly.graph_objects as go

from components.figures.master_worker.worker_activities import LOOKS, WORDS, color_of
from components.figures.parallel_jobs.schedules.rectangles import Corners
from components.figures.race import Number, first_of_all, lay_out, marks_of, number_in, scaled, written
from components.looks.theme import INK, JOB_COLORS, PAPER, tint
from components.words.wording import number
from engine.master_worker.replay.tree import Gantt, Trace
from engine.why.first_difference import Moment

Traces = dict[str, Trace]

WORKERS = (0.2, 0.97)
"""Where in the row of a policy, which is 1 high, its workers are."""

MARKED = 0.155
"""Where it is marked that a decision differs."""

GAP = 0.07
"""Left free above and below, of the height of a worker."""

NUMBERED = 0.022
"""Share of the axis from which on a bar is wide enough for the number of its task."""

MOST_LIT = 400
"""Tasks that are a trace each; of more, those of one color are one, and none can be lit."""


def draw_race(traces: Traces, moments: Sequence[Moment], scheme: str) -> go.Figure:
    """The race; shape 0 of the layout is the line of the current instant, and the *moments* are marked in it."""
    end = 1.01 * max(trace["gantt"]["length"] for trace in traces.values())
    tasks, others = (
        defaultdict[int, Corners](lambda: Corners([], [])),
        defaultdict[str, Corners](lambda: Corners([], [])),
    )
    numbers, barriers = list[Number](), Corners([], [])
    for row, trace in enumerate(traces.values()):
        gantt = trace["gantt"]
        place, columns = scaled(0, len(gantt["workers"]["speed"]), row, WORKERS), gantt["intervals"]
        for n, (worker, task, kind) in enumerate(
            zip(columns["worker"], columns["task"], columns["activity"], strict=True)
        ):
            if kind == "idle":
                continue
            box, is_task = Corners([], []), kind == "computing"
            box.add(columns["start"][n], columns["end"][n], place(worker + GAP), place(worker + 1 - GAP))
            kept = tasks[task] if is_task else others[kind]
            kept.x.extend(box.x)
            kept.y.extend(box.y)
            if is_task:
                numbers += number_in(box.x, box.y, task, NUMBERED * end)
        barriers.x.extend([gantt["length"], gantt["length"], None])
        barriers.y.extend([row + WORKERS[0], row + WORKERS[1], None])
    data = [*_tasks(traces, tasks, scheme), *(_other(kind, others[kind], scheme) for kind in others)]
    barrier = {"mode": "lines", "line": {"color": INK[scheme], "width": 3}, "name": "barrier", "hoverinfo": "skip"}
    data += [{"x": barriers.x, "y": barriers.y, **barrier}, written(numbers)]
    data += marks_of(list(traces), moments, scheme, "task", MARKED)
    figure = go.Figure([{"type": "scatter", **one} for one in data])
    first = [one.time for one in first_of_all(moments)]
    where = "Time since the barrier before (s)"
    lay_out(figure, list(traces), (0.0, end), first, _ticks(traces), "Worker", scheme, where)
    figure.update_layout(meta={"thing": "task"}, legend={"itemclick": False, "itemdoubleclick": False})
    return figure


def _tasks(traces: Traces, tasks: dict[int, Corners], scheme: str) -> list[dict[str, Any]]:
    look = {
        "mode": "lines",
        "fill": "toself",
        "line": {"color": PAPER[scheme], "width": 0.5},
        "hoveron": "fills",
        "showlegend": False,
    }
    if len(tasks) <= MOST_LIT:
        return [
            {
                "x": corners.x,
                "y": corners.y,
                "name": f"task {task + 1}",
                "meta": {"job": task},
                "hoverinfo": "text",
                "text": _fate(traces, task),
                "fillcolor": tint(JOB_COLORS[task % len(JOB_COLORS)], 0.85),
                **look,
            }
            for task, corners in sorted(tasks.items())
        ]
    colors = defaultdict[str, Corners](lambda: Corners([], []))
    for task, corners in sorted(tasks.items()):
        color = colors[JOB_COLORS[task % len(JOB_COLORS)]]
        color.x.extend(corners.x)
        color.y.extend(corners.y)
    return [
        {"x": one.x, "y": one.y, "name": "tasks", "hoverinfo": "skip", "fillcolor": tint(color, 0.85), **look}
        for color, one in colors.items()
    ]


def _other(kind: str, corners: Corners, scheme: str) -> dict[str, Any]:
    color, pattern = color_of(kind, scheme), LOOKS[kind][2]
    return {
        "x": corners.x,
        "y": corners.y,
        "mode": "lines",
        "fill": "toself",
        "line": {"width": 0, "color": color},
        "fillcolor": color,
        "fillpattern": {"shape": pattern, "fgcolor": PAPER[scheme], "bgcolor": color, "size": 6, "solidity": 0.3},
        "name": WORDS[kind],
        "hoverinfo": "skip",
    }


def spans_of(gantt: Gantt, task: int) -> list[tuple[float, float, int]]:
    """From when to when (s) which worker computes a task."""
    columns = gantt["intervals"]
    return [
        (columns["start"][n], columns["end"][n], columns["worker"][n])
        for n, which in enumerate(columns["task"])
        if which == task and columns["activity"][n] == "computing"
    ]


def _fate(traces: Traces, task: int) -> str:
    """What becomes of a task under each policy."""
    tasks = next(iter(traces.values()))["gantt"]["tasks"]
    work, expected = number(tasks["work"][task], 4), number(tasks["expected"][task], 4)
    head = f"<b>task {task + 1}</b>, work {work} s, {expected} s expected"
    lines = []
    for policy, trace in traces.items():
        gantt = trace["gantt"]
        place = f"number {gantt['tasks']['place'][task] + 1} in the order"
        spans = spans_of(gantt, task)
        when = (
            f"{number(spans[0][0], 4)} to {number(spans[-1][1], 4)} s, worker {spans[-1][2] + 1}"
            if spans
            else "not seen"
        )
        lines.append(f"{policy}: {place}, {when}")
    return "<br>".join([head, *lines])


def _ticks(traces: Traces) -> dict[float, str]:
    """Some numbers of workers in each row."""
    found = {}
    for row, trace in enumerate(traces.values()):
        count = len(trace["gantt"]["workers"]["speed"])
        place = scaled(0, count, row, WORKERS)
        for worker in range(0, count, max(1, (count + 3) // 4)):
            found[place(worker + 0.5)] = str(worker + 1)
    return found
