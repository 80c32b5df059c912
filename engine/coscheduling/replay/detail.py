"""Intervals of a window, in full or at a glance."""

from typing import NamedTuple

import numpy as np

from engine.coscheduling.inputs.workload import SECOND
from engine.coscheduling.records import Activity, Happening, Interval, Log, Records, Spans, Window
from engine.coscheduling.replay.tree import Doing, InIo, Intervals

NAMES: tuple[Doing, ...] = ("computing", "spinning", "switching", "overhead", "idle")
"""By number, as in `Activity`."""


def rows_of(interval: Interval, window: Window) -> Intervals:
    """The intervals one by one, cut to the window; idle ones are left out."""
    own = interval.activity != Activity.IDLE
    start, end = np.maximum(interval.start[own], window.since), np.minimum(interval.end[own], window.until)
    return {
        "start": (start / SECOND).tolist(),
        "end": (end / SECOND).tolist(),
        "node": interval.node[own].tolist(),
        "activity": [NAMES[number] for number in interval.activity[own]],
        "job": interval.job[own].tolist(),
        "task": interval.task[own].tolist(),
    }


def in_io(log: Log, window: Window) -> InIo:
    """When processes are in I/O, which needs no processor.

    An I/O that began before the log or ends after it is cut there; one that outlasts the whole log is not seen.
    """
    begun: dict[tuple[int, int, int], int] = {}
    rows = []
    shown = (window.first_node <= log.node) & (log.node < window.end_node)
    for n in np.flatnonzero(shown & np.isin(log.happening, (Happening.BLOCKED_IO, Happening.IO_ENDED))).tolist():
        place = int(log.node[n]), int(log.job[n]), int(log.task[n])
        if log.happening[n] == Happening.BLOCKED_IO:
            begun[place] = n
        else:
            rows.append((begun.pop(place, -1), n))
    rows += [(n, -1) for n in begun.values()]
    found: InIo = {"start": [], "end": [], "node": [], "slot": [], "job": [], "task": []}
    for first, last in rows:
        start = max(int(log.time[first]), window.since) if first >= 0 else window.since
        end = min(int(log.time[last]), window.until) if last >= 0 else window.until
        if start < end:
            n = max(first, last)
            found["start"].append(start / SECOND)
            found["end"].append(end / SECOND)
            found["node"].append(int(log.node[n]))
            found["slot"].append(int(log.value[n]))
            found["job"].append(int(log.job[n]))
            found["task"].append(int(log.task[n]))
    return found


def within(records: Records, window: Window) -> Records:
    """The records with what touches the window only."""
    i, log = records.interval, records.log
    here = (window.first_node <= i.node) & (i.node < window.end_node)
    own = here & (i.start < window.until) & (i.end > window.since)
    rows = (window.first_node <= log.node) & (log.node < window.end_node)
    rows &= (window.since <= log.time) & (log.time < window.until)
    return records._replace(
        interval=Interval(*(column[own] for column in i)), log=Log(*(column[rows] for column in log))
    )


def at_a_glance(spans: Spans, window: Window) -> Intervals:
    """Of each span of each node the activity that takes most, and its job; wholly idle ones are left out."""
    count = spans.time.shape[1]
    most_of = spans.time.argmax(axis=2)
    time = np.take_along_axis(spans.time, most_of[..., None], axis=2)[..., 0]
    job = np.take_along_axis(spans.job, most_of[..., None], axis=2)[..., 0]
    node, span = np.nonzero(time)
    width = (window.until - window.since) / count
    start = window.since + span * width
    activity = most_of[node, span]
    return {
        "start": (start / SECOND).tolist(),
        "end": ((start + width) / SECOND).tolist(),
        "node": (node + window.first_node).tolist(),
        "activity": [NAMES[number] for number in activity],
        "job": np.where(activity == Activity.OVERHEAD, -1, job[node, span]).tolist(),
        "task": [-1] * len(node),
        "share": np.minimum(1.0, time[node, span] / width).tolist(),
    }


class Pieces(NamedTuple):
    """Rows cut at the borders of equal spans: the row, the span, and how much of the span it takes (ns)."""

    row: np.ndarray
    span: np.ndarray
    inside: np.ndarray


def cut(start: np.ndarray, end: np.ndarray, window: Window, spans: int) -> Pieces:
    """What [start, end) take of each of the equal *spans* of the window."""
    start, end = np.maximum(start, window.since), np.minimum(end, window.until)
    edges = np.linspace(window.since, window.until, spans + 1)
    first = np.clip(np.searchsorted(edges, start, side="right") - 1, 0, spans - 1)
    last = np.clip(np.searchsorted(edges, end, side="left") - 1, first, spans - 1)
    count = last - first + 1
    row = np.repeat(np.arange(len(start)), count)
    span = first[row] + np.arange(len(row)) - np.repeat(np.cumsum(count) - count, count)
    inside = np.minimum(end[row], edges[span + 1]) - np.maximum(start[row], edges[span])
    return Pieces(row, span, np.maximum(inside, 0.0))


def most(place: np.ndarray, which: np.ndarray, inside: np.ndarray, kinds: int) -> tuple[np.ndarray, ...]:
    """For each place, ascending, which of *kinds* takes most of it in sum, and how much."""
    keys, back = np.unique(place * kinds + which, return_inverse=True)
    total = np.bincount(back, weights=inside, minlength=len(keys))
    order = np.lexsort((-total, keys // kinds))
    place = keys[order] // kinds
    best = order[np.flatnonzero(np.diff(place, prepend=-1))]
    return keys[best] // kinds, keys[best] % kinds, total[best]
