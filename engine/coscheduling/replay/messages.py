"""The messages of a window, each with why its receiver did not take it at once."""

import numpy as np

from engine.coscheduling.inputs.wiring import sender_of
from engine.coscheduling.inputs.workload import SECOND
from engine.coscheduling.records import Happening, Interval, Log, Records, Window
from engine.coscheduling.replay.detail import NAMES, within
from engine.coscheduling.replay.tree import Messages

INSTANTS = (Happening.SENT, Happening.DELIVERED, Happening.RECEIVED)

Name = tuple[int, int, int, int]
"""Which message it is: job, receiver, channel and iteration."""


def messages(records: Records, window: Window, pattern: int, size: np.ndarray) -> Messages:
    """Every message that was sent, delivered or received in the window, with what its receiver's node did meanwhile."""
    node_of = _nodes(records)
    instants = _instants(within(records, window).log)
    if not instants:
        return {}
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
    for (job, receiver, channel, _), times in sorted(instants.items(), key=lambda item: min(item[1].values())):
        sender = sender_of(pattern, int(size[job]), receiver, channel)
        node = node_of.get((job, receiver), -1)
        sent, delivered, received = (times.get(one) for one in INSTANTS)
        found["sent"].append(_seconds(sent))
        found["delivered"].append(_seconds(delivered))
        found["received"].append(_seconds(received))
        found["job"].append(job)
        found["from_task"].append(sender)
        found["to_task"].append(receiver)
        found["from_node"].append(node_of.get((job, sender), -1))
        found["to_node"].append(node)
        # The intervals of all nodes: a message can come from one that is not shown.
        found["waited_for"].append(_waited_for(records.interval, node, job, delivered, received))
    return found


def _nodes(records: Records) -> dict[tuple[int, int], int]:
    """The node of each task of each job that is in the log."""
    log = records.log
    # A message that is sent is logged on the node of its sender, under the name of its receiver.
    known = np.flatnonzero((log.job >= 0) & (log.happening != Happening.SENT))
    _, first = np.unique(log.job[known].astype(np.int64) << 32 | log.task[known], return_index=True)
    return {(int(log.job[n]), int(log.task[n])): int(log.node[n]) for n in known[first]}


def _instants(log: Log) -> dict[Name, dict[Happening, int]]:
    """When each message was sent, delivered and received, ns, as far as that is in the log."""
    found: dict[Name, dict[Happening, int]] = {}
    for n in np.flatnonzero(np.isin(log.happening, INSTANTS)):
        name = int(log.job[n]), int(log.task[n]), int(log.value[n]), int(log.other[n])
        found.setdefault(name, {})[Happening(int(log.happening[n]))] = int(log.time[n])
    return found


def _seconds(time: int | None) -> float | None:
    return None if time is None else time / SECOND


def _waited_for(interval: Interval, node: int, job: int, since: int | None, until: int | None) -> str:
    """What the node of the receiver did between delivery and receipt, in words."""
    if since is None or until is None or node < 0:
        return ""
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
