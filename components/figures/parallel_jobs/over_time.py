"""Queue and utilization over time: in the window that is played, in the whole replication, or folded to one day."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any, Literal, NamedTuple

from components.figures.common.instant import instant_line
from components.figures.parallel_jobs.schedules.unchecked import Tree, Unchecked
from components.looks.theme import ACCENT, INK, JOB_COLORS, template, tint
from engine.parallel_jobs.replay.tree import Trace


def busy_over_time(trace: Trace) -> dict[str, tuple[list[float], list[float]]]:
    """By name of the group: instants (s), and from each of them on the share of its machines that is busy, 0 to 1."""
    begin, end = trace["steps"][0]["time"], trace["steps"][-1]["time"]
    changes: dict[int, list[tuple[float, int]]] = defaultdict(list)
    for machine, pieces in _pieces(trace).items():
        for since, until in pieces:
            changes[trace["machine_group"][machine]] += [(max(since, begin), 1), (min(until, end), -1)]
    found = {}
    for number, group in enumerate(trace["groups"]):
        machines, busy = trace["machine_group"].count(number), 0
        times, shares = [begin], [0.0]
        for time, rows in groupby(sorted(changes[number]), key=lambda row: row[0]):
            busy += sum(change for _, change in rows)
            if time == times[-1]:
                shares[-1] = busy / machines
            else:
                times.append(time)
                shares.append(busy / machines)
        found[group["name"]] = ([*times, end], [*shares, shares[-1]])
    return found


def _pieces(trace: Trace) -> dict[int, list[tuple[float, float]]]:
    """When each machine is busy, without overlaps: it can carry several jobs."""
    bars = trace["bars"]
    rows = sorted(zip(bars.get("machine", []), bars.get("start", []), bars.get("end", []), strict=True))
    found: dict[int, list[tuple[float, float]]] = defaultdict(list)
    for machine, start, end in rows:
        pieces = found[machine]
        if pieces and start <= pieces[-1][1]:
            pieces[-1] = (pieces[-1][0], max(end, pieces[-1][1]))
        else:
            pieces.append((start, end))
    return found


View = Literal["window", "run", "day"]

VIEWS: dict[View, str] = {"window": "This window", "run": "Whole run", "day": "One day"}
"""What can be shown; the first is the usual one, the last is there where something comes again every day."""

DAY = 86_400.0
WAITING = "#D55E00"
RUNNING = {"light": "#0072B2", "dark": "#56B4E9"}
DASHES = ("solid", "dot", "dash")
ABOVE, BELOW = {"xaxis": "x", "yaxis": "y"}, {"xaxis": "x2", "yaxis": "y2"}

Line = tuple[Sequence[float], Sequence[float]]
"""Instants (s) and values."""


class Course(NamedTuple):
    """Lines over time, and whether they are steps; `most` are bounds around those that wait, if there are any."""

    waiting: Line
    running: Line
    busy: Mapping[str, Line]  # by name of the group, 0 to 1
    span: tuple[float, float]
    is_stepped: bool = False
    most: tuple[Sequence[float], Sequence[float]] | None = None


class Means(NamedTuple):
    """Averages of the whole replication: jobs, jobs, share of the machines."""

    waiting: float
    running: float
    busy: float


def means_of(trace: Trace) -> Means:
    """Those of the spans, which are equal."""
    line = trace["timeline"]
    groups = [trace["machine_group"].count(n) for n in range(len(trace["groups"]))]
    shares = [_mean(share) for share in line["utilization"].values()]
    busy = sum(count * share for count, share in zip(groups, shares, strict=True)) / sum(groups)
    return Means(_mean(line["queue"]), _mean(line["running"]), busy)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def course_of(trace: Trace, view: View) -> Course:
    """The lines of a view; where nothing comes again every day, those of the whole run for those of a day."""
    if view == "window":
        steps = trace["steps"]
        times = [step["time"] for step in steps]
        waiting, running = [step["waiting"] for step in steps], [step["running"] for step in steps]
        span = (times[0], times[-1])
        return Course((times, waiting), (times, running), busy_over_time(trace), span, is_stepped=True)
    day = trace["by_day"]
    if view == "day" and day is not None:
        busy = {name: (day["time"], share) for name, share in day["utilization"].items()}
        most = (day["queue_low"], day["queue_high"])
        return Course((day["time"], day["queue"]), (day["time"], day["running"]), busy, (0.0, DAY), most=most)
    line = trace["timeline"]
    times = line["time"]
    busy = {name: (times, share) for name, share in line["utilization"].items()}
    half = (times[1] - times[0]) / 2  # of a span, in whose middle each time is
    return Course((times, line["queue"]), (times, line["running"]), busy, (times[0] - half, times[-1] + half))


def over_time_tree(trace: Trace, scheme: str, view: View = "window") -> Tree:
    """Jobs waiting and running above, utilization by machine group below; shape 0 is the current instant.

    `layout.meta` says whether there is a day to fold to and, where time is folded, at what length (s).
    """
    course = course_of(trace, view)
    figure = Unchecked()
    if course.most:
        _add_band(figure, course)
    shape = "hv" if course.is_stepped else "linear"
    for name, line, color, dash in (
        ("waiting", course.waiting, WAITING, "solid"),
        ("running", course.running, RUNNING[scheme], "dash"),
    ):
        look = {"color": color, "width": 2, "dash": dash, "shape": shape}
        figure.add_scatter(x=line[0], y=line[1], mode="lines", name=name, line=look, **ABOVE)
    for number, (name, line) in enumerate(course.busy.items()):
        color = JOB_COLORS[(number + 2) % len(JOB_COLORS)]
        look = {"color": color, "width": 2, "dash": DASHES[number % 3], "shape": shape}
        values = [100 * value for value in line[1]]
        figure.add_scatter(x=line[0], y=values, mode="lines", name=f"machines “{name}”", line=look, **BELOW)
    _add_averages(figure, means_of(trace), course.span, scheme)
    figure.update_layout(
        template=template(scheme),
        margin={"t": 52},
        hovermode="x unified",
        shapes=[instant_line(trace["steps"][0]["time"], scheme), *_window(trace, view)],
        meta={"hasDay": trace["by_day"] is not None, "fold": DAY if course.most else None},
        **_axes(course.span),
    )
    return figure.as_tree()


def _axes(span: tuple[float, float]) -> Tree:
    """Two pictures of the same time, one above the other."""
    across = {"domain": [0.0, 1.0], "range": list(span)}
    return {
        "xaxis": {**across, "anchor": "y", "matches": "x2", "showticklabels": False},
        "xaxis2": {**across, "anchor": "y2", "title": {"text": "Time (s)"}},
        "yaxis": {"domain": [0.494, 1.0], "anchor": "x", "title": {"text": "Jobs"}, "rangemode": "tozero"},
        "yaxis2": {"domain": [0.0, 0.414], "anchor": "x2", "title": {"text": "Utilization (%)"}, "range": [0, 102]},
    }


def _add_band(figure: Unchecked, course: Course) -> None:
    """Between which numbers of waiting jobs eight days of ten are."""
    assert course.most is not None
    low, high = course.most
    times = course.waiting[0]
    figure.add_scatter(
        x=[*times, *reversed(times)],
        y=[*low, *reversed(high)],
        fill="toself",
        mode="lines",
        line={"width": 0},
        fillcolor=tint(WAITING, 0.15),
        hoverinfo="skip",
        name="waiting, 8 days of 10",
        **ABOVE,
    )


def _add_averages(figure: Unchecked, means: Means, span: tuple[float, float], scheme: str) -> None:
    """Of the whole run, in every view: what is usual."""
    for place, value, color, name in (
        (ABOVE, means.waiting, WAITING, ""),
        (ABOVE, means.running, RUNNING[scheme], ""),
        (BELOW, 100 * means.busy, INK[scheme], "averages of the whole run"),
    ):
        figure.add_scatter(
            x=list(span),
            y=[value, value],
            mode="lines",
            line={"color": color, "width": 1, "dash": "dot"},
            name=name,
            showlegend=bool(name),
            hoverinfo="skip",
            **place,
        )


def _window(trace: Trace, view: View) -> list[dict[str, Any]]:
    """The window that is played, in the whole run."""
    if view != "run":
        return []
    first, last = trace["steps"][0]["time"], trace["steps"][-1]["time"]
    shade = {"type": "rect", "yref": "paper", "y0": 0, "y1": 1, "fillcolor": tint(ACCENT, 0.2), "line": {"width": 0}}
    return [shade | {"x0": first, "x1": last, "layer": "below"}]
