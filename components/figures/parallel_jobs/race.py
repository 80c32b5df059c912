"""Schedules of the same jobs under several policies, one below the other on one axis of time; above each, who waits.

A job is one trace in all of them: whoever points at it under one policy sees it under all.
"""

from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Any, cast

import plotly.graph_objects as go

from components.figures.parallel_jobs.job_groups import groups_of
from components.figures.parallel_jobs.job_words import span
from components.figures.parallel_jobs.schedules.rectangles import Corners
from components.figures.parallel_jobs.schedules.schedule_away import add_away
from components.figures.parallel_jobs.schedules.schedule_blocks import add_blocks
from components.figures.parallel_jobs.schedules.schedule_deadlines import add_deadlines
from components.figures.parallel_jobs.schedules.schedule_waiting import add_waiting
from components.figures.race import Number, first_of_all, lay_out, marks_of, number_in, once, scaled, written
from components.looks.theme import JOB_COLORS, PAPER, tint
from components.words.units import instant
from engine.parallel_jobs.replay.tree import Trace
from engine.why.first_difference import Moment

Traces = dict[str, Trace]

WAITING, MACHINES = (0.14, 0.26), (0.31, 0.97)
"""Where in the row of a policy, which is 1 high, the lane of those that wait is, and where its machines are."""

NUMBERED = 0.022
"""Share of the axis from which on a block is wide enough for the number of its job."""


ROOMY = 60
"""Machines of all rows together up to which each is several pixels high."""


class Kept:
    """What the parts of a schedule draw, as it is: plotly would take a millisecond to check each of hundreds."""

    def __init__(self) -> None:
        self.data: list[dict[str, Any]] = []
        self.waiting = (0.0, 1.0)

    def add_scatter(self, **drawn: Any) -> None:
        """Keep a trace."""
        self.data.append(drawn)

    def update_layout(self, yaxis2: dict[str, Any]) -> None:
        """Keep the range of the lane of those that wait."""
        self.waiting = yaxis2["range"][0], yaxis2["range"][1]


def draw_race(traces: Traces, moments: Sequence[Moment], scheme: str) -> go.Figure:
    """The race; shape 0 of the layout is the line of the current instant, and the *moments* are marked in it."""
    data: list[dict[str, Any]] = []
    jobs, numbers = defaultdict[int, Corners](lambda: Corners([], [])), list[Number]()
    begin, end = _span(traces)
    for row, trace in enumerate(traces.values()):
        kept = _parts(trace, scheme)
        waiting = scaled(*kept.waiting, row, WAITING[::-1])
        machines = scaled(-0.5, len(trace["machine_group"]) - 0.5, row, MACHINES)
        for drawn in kept.data:
            is_waiting = drawn.pop("yaxis", "y") == "y2"
            _put(drawn, waiting if is_waiting else machines)
            job = drawn.get("meta", {}).get("job")
            if job is None:
                data.append(once(drawn, data))
                continue
            jobs[job].x.extend([*drawn["x"], None])
            jobs[job].y.extend([*drawn["y"], None])
            if not is_waiting:
                numbers += number_in(drawn["x"], drawn["y"], job, NUMBERED * (end - begin))
    look = _look(traces, scheme)
    data += [
        {"x": jobs[job].x, "y": jobs[job].y, **look, **_of_job(job), "text": _fate(traces, job)} for job in sorted(jobs)
    ]
    data += [written(numbers), *marks_of(list(traces), moments, scheme)]
    figure = go.Figure([{"type": "scatter", **one} for one in data])
    first = [moment.time for moment in first_of_all(moments)]
    lay_out(figure, list(traces), (begin, end), first, _ticks(traces), "Machines", scheme)
    return figure


def _parts(trace: Trace, scheme: str) -> Kept:
    """What the schedule of one policy consists of."""
    kept, groups = Kept(), groups_of(trace, "class", scheme)
    figure = cast(go.Figure, kept)
    add_away(figure, trace, scheme)
    add_blocks(figure, trace, groups, scheme)
    add_deadlines(figure, trace, scheme)
    add_waiting(figure, trace, groups, scheme)
    return kept


def _span(traces: Traces) -> tuple[float, float]:
    steps = [trace["steps"] for trace in traces.values()]
    return min(one[0]["time"] for one in steps), max(one[-1]["time"] for one in steps)


def _put(drawn: dict[str, Any], place: Callable[[float], float]) -> None:
    """Put a trace where it belongs; in place."""
    drawn["y"] = [None if value is None else place(value) for value in drawn["y"]]
    if drawn.get("fill") == "tozeroy":  # 0 is another row: down to the bottom of this lane, and back
        x = drawn["x"]
        drawn |= {"x": [x[0], *x, x[-1]], "y": [place(0), *drawn["y"], place(0)], "fill": "toself"}


def _look(traces: Traces, scheme: str) -> dict[str, Any]:
    """How every job is drawn: with a thin gap between neighbors of one color, where there is room for it."""
    rows = sum(len(trace["machine_group"]) for trace in traces.values())
    return {
        "mode": "lines",
        "fill": "toself",
        "line": {"color": PAPER[scheme], "width": 1 if rows <= ROOMY else 0.3},
        "hoveron": "fills",
        "hoverinfo": "text",
        "showlegend": False,
    }


def _of_job(job: int) -> dict[str, Any]:
    color = JOB_COLORS[job % len(JOB_COLORS)]
    return {"fillcolor": tint(color, 0.85), "name": f"job {job + 1}", "meta": {"job": job}}


def _fate(traces: Traces, job: int) -> str:
    """What becomes of a job under each policy."""
    lines = []
    for policy, trace in traces.items():
        here = trace["present"]
        if job not in here["job"]:
            continue
        n = here["job"].index(job)
        start, end, arrival = here["start"][n], here["end"][n], here["arrival"][n]
        if start is None or end is None:
            lines.append(f"{policy}: not taken")
        else:
            waited = f"waits {span(start - arrival)}, " if start > arrival else ""
            size = here["size"][n]
            on = f"{size} machine{'' if size == 1 else 's'}"
            lines.append(f"{policy}: {waited}{instant(start)} – {instant(end)} on {on}")
    return "<br>".join([f"<b>job {job + 1}</b>", *lines])


def _ticks(traces: Traces) -> dict[float, str]:
    """The names of the groups of machines, each in the middle of its machines."""
    return {
        row
        + MACHINES[0]
        + (sum(own) / len(own) + 0.5) / len(trace["machine_group"]) * (MACHINES[1] - MACHINES[0]): name
        for row, trace in enumerate(traces.values())
        for name, own in _machines_of(trace).items()
    }


def _machines_of(trace: Trace) -> dict[str, list[int]]:
    found: dict[str, list[int]] = defaultdict(list)
    for machine, group in enumerate(trace["machine_group"]):
        found[trace["groups"][group]["name"]].append(machine)
    return found
