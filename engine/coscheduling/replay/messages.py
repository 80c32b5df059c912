"""The messages of a window, each with why its receiver did not take it at once."""

import numpy as np

from engine.coscheduling.inputs.wiring import sender_of
from engine.coscheduling.inputs.workload import SECOND
from engine.coscheduling.records import Happening, Interval, Log, Seen, Window
from engine.coscheduling.replay.detail import NAMES, within
from engine.coscheduling.replay.tree import Messages

INSTANTS = (Happening.SENT, Happening.DELIVERED, Happening.RECEIVED)

UNKNOWN = -1


def messages(seen: Seen, window: Window, pattern: int, size: np.ndarray) -> Messages:
    """Every message that was sent, delivered or received in the window, with what its receiver's node did meanwhile."""
    node_of = _nodes(seen.log)
    name, times = _instants(within(seen, window).log)
    if not len(name):
        return {}
    sizes = size.tolist()
    intervals = _ByNode(seen.interval)
    found: Messages = {
        "sent": [],
        "delivered": [],
        "received": [],
        "job": [],
        "from_task": [],
        "to_task": [],
        "from_node": [],
        "to_node": [],
        "waited_for": [],
    }
    for (job, receiver, channel, _), instants in zip(name.tolist(), times.tolist(), strict=True):
        sender = sender_of(pattern, sizes[job], receiver, channel)
        node = node_of.get((job, receiver), -1)
        sent, delivered, received = (None if one == UNKNOWN else one for one in instants)
        found["sent"].append(_seconds(sent))
        found["delivered"].append(_seconds(delivered))
        found["received"].append(_seconds(received))
        found["job"].append(job)
        found["from_task"].append(sender)
        found["to_task"].append(receiver)
        found["from_node"].append(node_of.get((job, sender), -1))
        found["to_node"].append(node)
        # The intervals of all nodes: a message can come from one that is not shown.
        found["waited_for"].append(_waited_for(intervals, node, job, delivered, received))
    return found


def _nodes(log: Log) -> dict[tuple[int, int], int]:
    """The node of each task of each job that is in the log."""
    # A message that is sent is logged on the node of its sender, under the name of its receiver.
    known = np.flatnonzero((log.job >= 0) & (log.happening != Happening.SENT))
    _, first = np.unique(log.job[known].astype(np.int64) << 32 | log.task[known], return_index=True)
    return {(int(log.job[n]), int(log.task[n])): int(log.node[n]) for n in known[first]}


def _instants(log: Log) -> tuple[np.ndarray, np.ndarray]:
    """The messages of a log in order, and when each was sent, delivered and received.

    Returns
    -------
    names : int32 (M, 4), job, receiver, channel and iteration
    times : int64 (M, 3), ns; `UNKNOWN` what is not in the log
    """
    own = np.flatnonzero(np.isin(log.happening, INSTANTS))
    names = np.stack([column[own] for column in (log.job, log.task, log.value, log.other)], axis=1)
    order = np.lexsort(names.T)  # those of a message one after the other, each in order of time
    first = np.ones(len(own), dtype=bool)
    first[1:] = (names[order][1:] != names[order][:-1]).any(axis=1)
    times = np.full((int(first.sum()), len(INSTANTS)), UNKNOWN)
    times[np.cumsum(first) - 1, log.happening[own][order] - int(Happening.SENT)] = log.time[own][order]
    by_time = np.argsort(order[first])
    return names[order][first][by_time], times[by_time]


class _ByNode:
    """Intervals, found by node and time."""

    def __init__(self, interval: Interval) -> None:
        self._interval = interval
        self._first = np.searchsorted(interval.node, np.arange(int(interval.node.max(initial=-1)) + 2)).tolist()

    def touching(self, node: int, since: int, until: int) -> list[tuple[int, int, int, int]]:
        """Start, end, activity and job of what the node did from *since* to *until*, ns."""
        if node + 1 >= len(self._first):
            return []
        own, all_of = slice(self._first[node], self._first[node + 1]), self._interval
        low = own.start + int(np.searchsorted(all_of.end[own], since, side="right"))
        high = own.start + int(np.searchsorted(all_of.start[own], until, side="left"))
        columns = (all_of.start, all_of.end, all_of.activity, all_of.job)
        return list(zip(*(column[low:high].tolist() for column in columns), strict=True))


def _seconds(time: int | None) -> float | None:
    return None if time is None else time / SECOND


def _waited_for(intervals: _ByNode, node: int, job: int, since: int | None, until: int | None) -> str:
    """What the node of the receiver did between delivery and receipt, in words."""
    if since is None or until is None or node < 0:
        return ""
    if since == until:
        return "taken at once"
    time: dict[str, int] = {}
    for start, end, what, who in intervals.touching(node, since, until):
        inside = min(end, until) - max(start, since)
        activity = NAMES[what]
        doing = {"switching": "a switch", "overhead": "kernel work", "idle": "an idle processor"}.get(activity)
        words = doing or (f"its own {activity}" if who == job else f"job {who + 1} {activity}")
        time[words] = time.get(words, 0) + inside
    ordered = sorted(time.items(), key=lambda item: -item[1])
    told = [f"{words} {inside / 1e6:.3f} ms" for words, inside in ordered[:4]]
    if rest := sum(inside for _, inside in ordered[4:]):
        told.append(f"others {rest / 1e6:.3f} ms")
    return ", ".join(told)
