"""The same iterations on the machines that several policies choose, one below the other on one axis of time.

A machine is lit in all of them at once: its traces say by their `meta` which it is.
"""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import plotly.graph_objects as go

from components.figures.common.asked_for import asked_for
from components.figures.parallel_jobs.schedules.rectangles import Corners
from components.figures.race import first_of_all, lay_out, marks_of, scaled
from components.looks.synchronous_iterative import OWNERS
from components.looks.theme import ACCENT, FAINT, INK, PAPER, tint
from components.words.wording import number
from engine.synchronous_iterative.replay.tree import Timeline, Trace
from engine.why.first_difference import Moment

Traces = dict[str, Trace]

MACHINES = (0.2, 0.97)
"""Where in the row of a policy, which is 1 high, its machines are."""

MARKED = 0.155
"""Where it is marked that a decision differs."""

GAP, LANE = 0.07, 0.25
"""Left free above and below, of the height of a machine, and how much of it is for background jobs."""

ALONE, BESIDE = "computing alone", "computing beside background jobs"

Boxes = dict[tuple[int, str], Corners]


def site_numbers(trace: Trace) -> list[int]:
    """The number in the site of each machine of the choice."""
    machines, line = trace["machines"], asked_for(trace["timeline"])
    where = {key: n for n, key in enumerate(zip(machines["group"], machines["number"], strict=True))}
    return [where[key] for key in zip(line["machines"]["group"], line["machines"]["number"], strict=True)]


def length_of(line: Timeline) -> float:
    """How long the iterations that are shown take, s."""
    return line["until"] - line["since"]


def draw_race(traces: Traces, moments: Sequence[Moment], scheme: str) -> go.Figure:
    """The race; shape 0 of the layout is the line of the current instant, and the *moments* are marked in it."""
    boxes: Boxes = defaultdict(lambda: Corners([], []))
    owners, waits, barriers = Corners([], []), Corners([], []), Corners([], [])
    for row, trace in enumerate(traces.values()):
        line, names = asked_for(trace["timeline"]), site_numbers(trace)
        place = scaled(0, len(names), row, MACHINES)
        _add_machines(boxes, owners, line, names, place)
        for arrived, barrier in zip(line["arrived"], line["barrier"], strict=True):
            at = barrier - line["since"]
            for machine, since in enumerate(arrived):
                if since < barrier:
                    waits.add(since - line["since"], at, place(machine + GAP), place(machine + 1 - GAP - LANE))
            barriers.x.extend([at, at, None])
            barriers.y.extend([row + MACHINES[0], row + MACHINES[1], None])
    accent = ACCENT if scheme == "light" else "#56B4E9"
    data = [
        _machine(traces, machine, corners, tint(accent, 0.9 if kind == ALONE else 0.45))
        for (machine, kind), corners in sorted(boxes.items())
    ]
    square = {"x": [None], "y": [None], "mode": "markers", "hoverinfo": "skip"}
    data += [
        {**square, "name": kind, "marker": {"symbol": "square", "size": 12, "color": tint(accent, share)}}
        for kind, share in ((ALONE, 0.9), (BESIDE, 0.45))
    ]
    lines = {"mode": "lines", "hoverinfo": "skip"}
    pattern = {"shape": "/", "bgcolor": PAPER[scheme], "fgcolor": FAINT[scheme], "size": 6, "solidity": 0.3}
    filled = {**lines, "fill": "toself", "line": {"width": 0, "color": FAINT[scheme]}}
    data += [
        {"x": waits.x, "y": waits.y, **filled, "fillcolor": PAPER[scheme], "fillpattern": pattern}
        | {"name": "waiting at the barrier"},
        {"x": owners.x, "y": owners.y, **filled, "fillcolor": OWNERS[scheme], "name": "background jobs there"},
        {"x": barriers.x, "y": barriers.y, **lines, "line": {"color": INK[scheme], "width": 2}, "name": "barrier"},
        *marks_of(list(traces), moments, scheme, "machine", MARKED),
    ]
    figure = go.Figure([{"type": "scatter", **one} for one in data])
    end = 1.01 * max(length_of(asked_for(trace["timeline"])) for trace in traces.values())
    first = [one.time for one in first_of_all(moments)]
    begin = asked_for(next(iter(traces.values()))["timeline"])["number"][0] + 1
    where = f"Time since iteration {begin} began (s)"
    lay_out(figure, list(traces), (0.0, end), first, _ticks(traces), "Machine", scheme, where)
    figure.update_layout(meta={"thing": "machine"}, legend={"itemclick": False, "itemdoubleclick": False})
    return figure


def _add_machines(boxes: Boxes, owners: Corners, line: Timeline, names: list[int], place: Any) -> None:
    """Who computes alone or beside background jobs, and when there are any."""
    columns = line["intervals"]
    for n, machine in enumerate(columns["machine"]):
        start, end = columns["start"][n] - line["since"], columns["end"][n] - line["since"]
        if columns["computing"][n]:
            kind = BESIDE if columns["jobs"][n] else ALONE
            boxes[names[machine], kind].add(start, end, place(machine + GAP), place(machine + 1 - GAP - LANE))
        if columns["jobs"][n]:
            owners.add(start, end, place(machine + 1 - LANE), place(machine + 1 - GAP))


def _machine(traces: Traces, machine: int, corners: Corners, color: str) -> dict[str, Any]:
    return {
        "x": corners.x,
        "y": corners.y,
        "mode": "lines",
        "fill": "toself",
        "line": {"width": 0},
        "fillcolor": color,
        "hoveron": "fills",
        "hoverinfo": "text",
        "text": _fate(traces, machine),
        "showlegend": False,
        "name": f"machine {machine + 1}",
        "meta": {"job": machine},
    }


def name_of(trace: Trace, machine: int) -> str:
    """A machine of the site in words: "old PCs 3"."""
    machines = trace["machines"]
    return f"{trace['groups']['name'][machines['group'][machine]]} {machines['number'][machine] + 1}"


def _fate(traces: Traces, machine: int) -> str:
    """When a machine is at the barriers under each policy."""
    lines = [f"<b>machine {machine + 1}</b>, {name_of(next(iter(traces.values())), machine)}"]
    for policy, trace in traces.items():
        line, names = asked_for(trace["timeline"]), site_numbers(trace)
        if machine not in names:
            lines.append(f"{policy}: not taken")
            continue
        own = names.index(machine)
        times = [number(row[own] - begin, 4) for row, begin in zip(line["arrived"], line["begin"], strict=True)]
        lines.append(f"{policy}: computes {', '.join(times)} s")
    return "<br>".join(lines)


def _ticks(traces: Traces) -> dict[float, str]:
    """Some numbers of machines, as the site has them, in each row."""
    found = {}
    for row, trace in enumerate(traces.values()):
        names = site_numbers(trace)
        place = scaled(0, len(names), row, MACHINES)
        for machine in range(0, len(names), max(1, (len(names) + 3) // 4)):
            found[place(machine + 0.5)] = str(names[machine] + 1)
    return found
