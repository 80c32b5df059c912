"""Intervals and messages of a window, in full or at a glance."""

from typing import Any, NamedTuple

import numpy as np

from engine.coscheduling.inputs.wiring import sender_of
from engine.coscheduling.inputs.workload import SECOND
from engine.coscheduling.records import Activity, Happening, Interval, Log, Records, Spans, Window

NAMES = [activity.name.lower() for activity in Activity]


def rows_of(interval: Interval, window: Window) -> dict[str, list[Any]]:
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


def in_io(log: Log, window: Window) -> dict[str, list[Any]]:
    """When processes are in I/O, which needs no processor: columns start, end (s), node, slot, job, task.

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
    found: dict[str, list[Any]] = {name: [] for name in ("start", "end", "node", "slot", "job", "task")}
    for first, last in rows:
        start = max(int(log.time[first]), window.since) if first >= 0 else window.since
        end = min(int(log.time[last]), window.until) if last >= 0 else window.until
        if start < end:
            n = max(first, last)
            row = start / SECOND, end / SECOND, *(int(c[n]) for c in (log.node, log.value, log.job, log.task))
            for name, value in zip(found, row, strict=True):
                found[name].append(value)
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


def at_a_glance(spans: Spans, window: Window) -> dict[str, list[Any]]:
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


def messages(records: Records, window: Window, pattern: int, size: np.ndarray) -> dict[str, list[Any]]:
    """Every message that was sent, delivered or received in the window, with what its receiver's node did meanwhile."""
    found: dict[tuple[int, int, int, int], dict[str, Any]] = {}
    # A message that is sent is logged on the node of its sender, under the name of its receiver.
    known = np.flatnonzero((records.log.job >= 0) & (records.log.happening != Happening.SENT))
    _, first = np.unique(records.log.job[known].astype(np.int64) << 32 | records.log.task[known], return_index=True)
    node_of = {(int(records.log.job[n]), int(records.log.task[n])): int(records.log.node[n]) for n in known[first]}
    interval = records.interval  # of all nodes: a message can come from one that is not shown
    log = within(records, window).log
    columns = {Happening.SENT: "sent", Happening.DELIVERED: "delivered", Happening.RECEIVED: "received"}
    for n in np.flatnonzero(np.isin(log.happening, list(columns))):
        job, task, channel, iteration = int(log.job[n]), int(log.task[n]), int(log.value[n]), int(log.other[n])
        one = found.setdefault((job, task, channel, iteration), {})
        one[columns[Happening(int(log.happening[n]))]] = int(log.time[n])
    rows = [
        {
            **{name: one[name] / SECOND if name in one else None for name in columns.values()},
            "job": job,
            "from_task": (sender := sender_of(pattern, int(size[job]), receiver, channel)),
            "to_task": receiver,
            "from_node": node_of.get((job, sender), -1),
            "to_node": node_of.get((job, receiver), -1),
            "waited_for": _waited_for(interval, node_of.get((job, receiver), -1), job, one),
        }
        for (job, receiver, channel, _), one in sorted(found.items(), key=lambda item: min(item[1].values()))
    ]
    return {name: [row[name] for row in rows] for name in rows[0]} if rows else {}


def _waited_for(interval: Interval, node: int, job: int, message: dict[str, int]) -> str:
    """What the node of the receiver did between delivery and receipt, in words."""
    if "delivered" not in message or "received" not in message or node < 0:
        return ""
    since, until = message["delivered"], message["received"]
    if since == until:
        return "taken at once"
    own = (interval.node == node) & (interval.start < until) & (interval.end > since)
    time: dict[str, int] = {}
    for n in np.flatnonzero(own):
        inside = min(int(interval.end[n]), until) - max(int(interval.start[n]), since)
        activity, who = NAMES[interval.activity[n]], int(interval.job[n])
        doing = {"switching": "a switch", "overhead": "kernel work", "idle": "an idle processor"}.get(activity)
        words = doing or (f"its own {activity}" if who == job else f"job {who + 1} {activity}")
        time[words] = time.get(words, 0) + inside
    ordered = sorted(time.items(), key=lambda item: -item[1])
    told = [f"{words} {inside / 1e6:.3f} ms" for words, inside in ordered[:4]]
    if rest := sum(inside for _, inside in ordered[4:]):
        told.append(f"others {rest / 1e6:.3f} ms")
    return ", ".join(told)
