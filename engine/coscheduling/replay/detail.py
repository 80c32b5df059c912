"""Intervals of a window, in full or at a glance."""

from typing import NamedTuple

import numpy as np

from engine.coscheduling.inputs.workload import SECOND
from engine.coscheduling.records import Activity, Happening, Interval, Log, Seen, Spans, Window
from engine.coscheduling.replay.tree import Doing, InIo, Intervals

NAMES: tuple[Doing, ...] = ("computing", "spinning", "switching", "overhead", "idle")
"""By number, as in `Activity`."""


def seconds(time: np.ndarray) -> list[float]:
    """The same in s, each as near as can be: beyond 2^53 ns, arrays of floats could not tell."""
    return [one / SECOND for one in time.tolist()]


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
    shown = (window.first_node <= log.node) & (log.node < window.end_node)
    own = np.flatnonzero(shown & np.isin(log.happening, (Happening.BLOCKED_IO, Happening.IO_ENDED)))
    node, job, task = log.node[own], log.job[own], log.task[own]
    order = np.lexsort((task, job, node))  # those of a process one after the other
    same = np.all([column[order][1:] == column[order][:-1] for column in (node, job, task)], axis=0)
    begins, rows = log.happening[own][order] == Happening.BLOCKED_IO, own[order]
    has_begun, has_ended = np.zeros(len(order), dtype=bool), np.zeros(len(order), dtype=bool)
    has_begun[1:] = has_ended[:-1] = begins[:-1] & ~begins[1:] & same
    before = np.where(has_begun, np.maximum(log.time[np.roll(rows, 1)], window.since), window.since)
    ends, begin = np.flatnonzero(~begins), np.flatnonzero(begins & ~has_ended)
    # in the order in which they end, and then in which they begin
    ends, begin = ends[np.argsort(rows[ends])], begin[np.argsort(rows[begin])]
    start = np.concatenate((before[ends], np.maximum(log.time[rows[begin]], window.since)))
    end = np.minimum(np.concatenate((log.time[rows[ends]], np.full(len(begin), window.until))), window.until)
    rows = rows[np.concatenate((ends, begin))]
    real = start < end
    rows = rows[real]
    return {
        "start": seconds(start[real]),
        "end": seconds(end[real]),
        "node": log.node[rows].tolist(),
        "slot": log.value[rows].tolist(),
        "job": log.job[rows].tolist(),
        "task": log.task[rows].tolist(),
    }


def within(seen: Seen, window: Window) -> Seen:
    """What touches the window only."""
    i, log = seen.interval, seen.log
    here = (window.first_node <= i.node) & (i.node < window.end_node)
    own = here & (i.start < window.until) & (i.end > window.since)
    rows = (window.first_node <= log.node) & (log.node < window.end_node)
    rows &= (window.since <= log.time) & (log.time < window.until)
    return Seen(Interval(*(column[own] for column in i)), Log(*(column[rows] for column in log)))


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
