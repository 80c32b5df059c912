"""Node timelines of the same jobs under several policies, one below the other on one axis of time.

A job is lit in all of them at once: its traces say by their `meta` whose they are.
"""

from collections import defaultdict
from collections.abc import Callable, Sequence
from math import ceil
from typing import Any

import plotly.graph_objects as go

from components.figures.coscheduling.activities import ACTIVITY_LOOKS, WORDS, darker
from components.figures.coscheduling.message_lines import longest_first
from components.figures.parallel_jobs.schedules.rectangles import Corners
from components.figures.race import Number, first_of_all, lay_out, marks_of, number_in, scaled, written
from components.looks.theme import FAINT, INK, JOB_COLORS, PAPER, tint
from components.words.units import instant
from engine.coscheduling.replay.tree import Trace
from engine.why.first_difference import Moment

Traces = dict[str, Trace]

NODES = (0.2, 0.97)
"""Where in the row of a policy, which is 1 high, its nodes are."""

MARKED = 0.155
"""Where it is marked that a decision differs: below the name of the policy."""

GAP = 0.07
"""Left free above and below, of the height of a node."""

LANE = 0.3
"""How much of the height of a node is for the processes in I/O, one below the other."""

NUMBERED = 0.022
"""Share of the axis from which on a block is wide enough for the number of its job."""

MOST_MESSAGES = 300
"""Of each policy that are drawn; of more, those that lay longest."""

DRAWN = ("computing", "spinning", "switching", "io")
"""What is drawn in the color of a job."""

MOST_CELLS = 12_000
"""Of all policies; of a run at a glance that has more, several are drawn as one."""

TOUCH = 1e-9
"""Neighbors that are so near (s) are one."""

SIGNS = {"spinning": "hash-open", "switching": "square-x-open", "overhead": "circle-open-dot"}
"""In the legend, of those that are drawn with a pattern."""

Boxes = dict[tuple[int, str], Corners]
Place = Callable[[float], float]


def span_of(traces: Traces) -> tuple[float, float]:
    """The window of all, s: that of the run that takes longest, since windows behind the end of a run are moved."""
    window = max(traces.values(), key=lambda trace: trace["end"])["window"]
    return window["since"], window["until"]


def draw_race(traces: Traces, moments: Sequence[Moment], scheme: str) -> go.Figure:
    """The race; shape 0 of the layout is the line of the current instant, and the *moments* are marked in it."""
    boxes: Boxes = defaultdict(lambda: Corners([], []))
    kernel, numbers, data = Corners([], []), list[Number](), list[dict[str, Any]]()
    begin, end = span_of(traces)
    each = ceil(sum(len(trace["intervals"]["start"]) for trace in traces.values()) / MOST_CELLS)
    for row, trace in enumerate(traces.values()):
        window = trace["window"]
        place = scaled(window["first_node"], window["end_node"], row, NODES)
        here: Boxes = defaultdict(lambda: Corners([], []))
        height = 1 - 2 * GAP - (LANE if trace["io"].get("start") else 0.0)
        _add_nodes(here, kernel, _pieces(trace, each), height, place)
        _add_io(here, trace, place)
        for (job, kind), corners in here.items():
            boxes[job, kind].x.extend(corners.x)
            boxes[job, kind].y.extend(corners.y)
            if kind == "computing":
                numbers += number_in(corners.x, corners.y, job, NUMBERED * (end - begin))
        data += _messages(trace, place, scheme, is_first=not any(one.get("legendgroup") == "message" for one in data))
    jobs = sorted({job for job, _ in boxes})
    drawn = [
        _trace(traces, job, kind, boxes[job, kind], scheme) for job in jobs for kind in DRAWN if (job, kind) in boxes
    ]
    legend = [
        _legend(kind, scheme)
        for kind in (*DRAWN, "overhead")
        if kind == "overhead" or any((job, kind) in boxes for job in jobs)
    ]
    if kernel.x:
        drawn.append(_kernel(kernel, scheme))
    first = first_of_all(moments)
    figure = go.Figure(
        [
            {"type": "scatter", **one}
            for one in [
                *drawn,
                *legend,
                *data,
                written(numbers),
                *marks_of(list(traces), moments, scheme, height=MARKED),
            ]
        ]
    )
    lay_out(figure, list(traces), (begin, end), [one.time for one in first], _ticks(traces), "Node", scheme)
    figure.update_layout(legend={"itemclick": False, "itemdoubleclick": False})
    return figure


Drawn = tuple[int, float, float, int, str]
"""Node, from when to when (s), job, activity."""


def _add_nodes(boxes: Boxes, kernel: Corners, pieces: Sequence[Drawn], height: float, place: Place) -> None:
    """What the processors do; neighbors on one node that are alike are one rectangle."""
    merged: list[Drawn] = []
    for node, start, end, job, activity in pieces:
        last = merged[-1] if merged else None
        if last and (last[0], *last[3:]) == (node, job, activity) and start - last[2] < TOUCH:
            merged[-1] = (node, last[1], end, job, activity)
        else:
            merged.append((node, start, end, job, activity))
    for node, start, end, job, activity in merged:
        corners = boxes[job, activity] if job >= 0 and activity != "overhead" else kernel
        corners.add(start, end, place(node + GAP), place(node + GAP + height))


def _pieces(trace: Trace, each: int) -> list[Drawn]:
    """What is told, by node and time; of a run at a glance *each* so many cells as one, what takes most of them."""
    columns, window = trace["intervals"], trace["window"]
    names = ("node", "start", "end", "job", "activity")
    found: list[Drawn] = sorted(zip(*(columns[name] for name in names), strict=True))  # type: ignore[literal-required]
    if each == 1 or trace["detail"] == "intervals" or not found:
        return found
    width = each * (found[0][2] - found[0][1])
    taken: dict[tuple[int, int], dict[tuple[int, str], float]] = defaultdict(lambda: defaultdict(float))
    for node, start, end, job, activity in found:
        taken[node, int((start - window["since"]) / width + 1e-6)][job, activity] += end - start
    return [
        (
            node,
            since := window["since"] + n * width,
            min(since + width, window["until"]),
            *max(own, key=own.__getitem__),
        )
        for (node, n), own in sorted(taken.items())
    ]


def _add_io(boxes: Boxes, trace: Trace, place: Place) -> None:
    """Thin rectangles below that of the processor, a line for each slot of the node."""
    columns, line = trace["io"], LANE / trace["slots"]
    for n, since in enumerate(columns.get("start", [])):
        top = columns["node"][n] + 1 - GAP - LANE + columns["slot"][n] * line
        boxes[columns["job"][n], "io"].add(since, columns["end"][n], place(top), place(top + 0.85 * line))


def _look(kind: str, color: str, scheme: str) -> dict[str, Any]:
    look = ACTIVITY_LOOKS[kind]
    own = darker(color, look.shade) if look.shade < 1 else look.on(scheme)
    fill = tint(color, 0.45) if kind == "io" else tint(own, 0.85)
    if not look.pattern:
        return {"fillcolor": fill}
    pattern = {"shape": look.pattern, "fgcolor": PAPER[scheme], "bgcolor": fill, "size": 6, "solidity": 0.3}
    return {"fillcolor": fill, "fillpattern": pattern}


def _trace(traces: Traces, job: int, kind: str, corners: Corners, scheme: str) -> dict[str, Any]:
    return {
        "x": [None if x is None else round(x, 9) for x in corners.x],
        "y": [None if y is None else round(y, 4) for y in corners.y],
        "mode": "lines",
        "fill": "toself",
        "line": {"width": 0},
        "hoveron": "fills",
        "hoverinfo": "text",
        "text": _fate(traces, job),
        "showlegend": False,
        "name": f"job {job + 1}",
        "meta": {"job": job},
        **_look(kind, JOB_COLORS[job % len(JOB_COLORS)], scheme),
    }


def _kernel(corners: Corners, scheme: str) -> dict[str, Any]:
    look = {"mode": "lines", "fill": "toself", "line": {"width": 0}, "hoverinfo": "skip", "showlegend": False}
    return {"x": corners.x, "y": corners.y, "name": WORDS["overhead"], **look, **_look("overhead", "#888888", scheme)}


def _legend(kind: str, scheme: str) -> dict[str, Any]:
    """A grey field for each activity: in the picture, the color is the job's."""
    own = _look(kind, FAINT[scheme], scheme)
    marker: dict[str, Any] = {"symbol": "square", "size": 12, "color": own["fillcolor"]}
    if "fillpattern" in own:
        marker = {"symbol": SIGNS[kind], "size": 12, "color": INK[scheme]}
    return {"x": [None], "y": [None], "mode": "markers", "name": WORDS[kind], "marker": marker, "hoverinfo": "skip"}


def _messages(trace: Trace, place: Place, scheme: str, is_first: bool) -> list[dict[str, Any]]:
    """Lines from the sender to the receiver, if the window tells messages apart."""
    messages, x, y = trace["messages"], list[float | None](), list[float | None]()
    for n in longest_first(trace)[:MOST_MESSAGES]:
        sent, delivered = messages["sent"][n], messages["delivered"][n]
        source, target = messages["from_node"][n], messages["to_node"][n]
        shown = range(trace["window"]["first_node"], trace["window"]["end_node"])
        if sent is not None and delivered is not None and source in shown and target in shown:
            x += [sent, delivered, None]
            y += [place(source + 0.5), place(target + 0.5), None]
    look = {"mode": "lines", "line": {"color": INK[scheme], "width": 0.7}, "hoverinfo": "skip"}
    named = {"name": "message on its way", "legendgroup": "message", "showlegend": is_first}
    return [{"x": x, "y": y, **look, **named}] if x else []


def _fate(traces: Traces, job: int) -> str:
    """What becomes of a job under each policy."""
    lines = []
    for policy, trace in traces.items():
        arrival, start, end = (trace["jobs"][name][job] for name in ("arrival", "start", "end"))
        waited = f"waits {instant(start - arrival)}, " if start > arrival else ""
        lines.append(f"{policy}: {waited}{instant(start)} – {instant(end)}")
    size = next(iter(traces.values()))["jobs"]["size"][job]
    return "<br>".join([f"<b>job {job + 1}</b>, {size} task{'' if size == 1 else 's'}", *lines])


def _ticks(traces: Traces) -> dict[float, str]:
    """Some numbers of nodes in each row."""
    found = {}
    for row, trace in enumerate(traces.values()):
        first, end = trace["window"]["first_node"], trace["window"]["end_node"]
        place = scaled(first, end, row, NODES)
        for node in range(first, end, max(1, (end - first + 3) // 4)):
            found[place(node + 0.5)] = str(node + 1)
    return found
