"""The waiting jobs in order of arrival, so that the next one that fits is found without looking at all of them.

A tournament tree: a leaf for each waiting job, and above each pair the least of both. In overload thousands of jobs
wait, and nearly all of them need more than there is; whole branches of such are passed over at once. The tree is only
as large as the queue: when its leaves are used up, it is made anew from those who still wait.

With the processors that a job needs goes a time: its shortest run time or, where it has a reservation, its start. Who
searches among starts asks for the last one, too: *last* is an array of those, and None where nobody asks, which numba
leaves out.
"""

from typing import NamedTuple

import numpy as np

from engine.compiled.compilation import inlined, part
from engine.compiled.structure import by_reference, record

NOBODY = -1
TOO_MANY = 2**40
SMALLEST = 8
"""Leaves of the smallest tree."""

LEAVES, TAIL, THERE = range(3)
"""Entries of `Queue.tally`: leaves of the tree, the next free one, waiting jobs."""

NODE = record(("needs", np.int64), ("time", np.float64))
"""The fewest processors that a job below this node needs, and the least of their times (s)."""


@by_reference
class Queue(NamedTuple):
    """The tree.

    Attributes
    ----------
    node : records; the root is 1, the children of i are 2 i and 2 i + 1, the leaves begin at `LEAVES`
    job : int64, the job at each leaf
    leaf : int64 (J,), the leaf of each waiting job
    tally : int64 (3,)
    """

    node: np.ndarray
    job: np.ndarray
    leaf: np.ndarray
    tally: np.ndarray


def empty_queue(n_jobs: int) -> Queue:
    """A tree in which so many jobs can wait, none of which does."""
    most = max(SMALLEST, 2 ** (2 * n_jobs).bit_length())
    leaf, job = np.empty(n_jobs, dtype=np.int64), np.empty(most, dtype=np.int64)
    return Queue(_nobody(most, SMALLEST), job, leaf, np.array([SMALLEST, 0, 0], dtype=np.int64))


def ranked_queue(rank: np.ndarray) -> Queue:
    """A tree in which each job has its leaf, whether it waits or not: those of a *rank* (int64 (J,), each once)."""
    leaves = max(SMALLEST, 2 ** (len(rank) - 1).bit_length())
    job = np.empty(leaves, dtype=np.int64)
    job[rank] = np.arange(len(rank))
    return Queue(_nobody(leaves, leaves), job, rank, np.array([leaves, 0, 0], dtype=np.int64))


def _nobody(most: int, leaves: int) -> np.ndarray:
    """Nodes of a tree that has room for *most* leaves, of which only these are used unless the queue becomes long."""
    node = np.empty(2 * most, dtype=NODE)
    node["needs"][: 2 * leaves], node["time"][: 2 * leaves] = TOO_MANY, np.inf
    return node


def last_times(queue: Queue) -> np.ndarray:
    """The last of the times below each node of an empty *queue*; float64, s."""
    return np.full(len(queue.node), -np.inf)


@inlined
def join(queue, j, needs, time, last):
    """Let job *j* wait behind all others."""
    if queue.tally[TAIL] == queue.tally[LEAVES]:
        _make_anew(queue, last)
    queue.job[queue.tally[TAIL]], queue.leaf[j] = j, queue.tally[TAIL]
    queue.tally[TAIL] += 1
    stand_at(queue, j, needs, time, last)


@inlined
def stand_at(queue, j, needs, time, last):
    """Let job *j* wait at its leaf."""
    queue.tally[THERE] += 1
    if last is None:
        _ask_for(queue.node, queue.tally[LEAVES] + queue.leaf[j], needs, time)
    else:
        ask_anew(queue, j, needs, time, last)


@inlined
def _ask_for(node, i, needs, time):
    """Somebody new at leaf *i*: those above need no more than he does."""
    node[i].needs, node[i].time = needs, time
    i //= 2
    while i > 0 and (node[i].needs > needs or node[i].time > time):
        node[i].needs, node[i].time = min(node[i].needs, needs), min(node[i].time, time)
        i //= 2


@inlined
def leave(queue, j, last):
    """Let job *j* no longer wait."""
    i = queue.tally[LEAVES] + queue.leaf[j]
    if last is not None:
        last[i] = -np.inf
    _set(queue.node, last, i, TOO_MANY, np.inf)
    queue.tally[THERE] -= 1
    if queue.tally[THERE] == 0:
        queue.tally[TAIL] = 0


@inlined
def ask_anew(queue, j, needs, time, last):
    """Let waiting job *j* need something else, where it is."""
    i = queue.tally[LEAVES] + queue.leaf[j]
    if last is not None:
        last[i] = time
    _set(queue.node, last, i, needs, time)


@inlined
def _set(node, last, i, needs, time):
    node[i].needs, node[i].time = needs, time
    i //= 2
    while i > 0 and _has_changed(node, last, i):
        i //= 2


@inlined
def _has_changed(node, last, i):
    """Make node *i* what its children say; whether it was not."""
    one, other = node[2 * i], node[2 * i + 1]
    needs, time = min(one.needs, other.needs), min(one.time, other.time)
    changed = node[i].needs != needs or node[i].time != time
    node[i].needs, node[i].time = needs, time
    if last is not None:
        latest = max(last[2 * i], last[2 * i + 1])
        changed = changed or last[i] != latest
        last[i] = latest
    return changed


@part
def _make_anew(queue, last):
    """A tree with room for as many more as wait."""
    node, old, end = queue.node, queue.tally[LEAVES], queue.tally[TAIL]
    new = SMALLEST
    while new < 2 * queue.tally[THERE]:
        new *= 2
    kept = 0  # the old and the new leaves do not overlap, unless they are the same; then jobs only move forwards
    for leaf in range(end):
        if node[old + leaf].needs < TOO_MANY:
            node[new + kept].needs, node[new + kept].time = node[old + leaf].needs, node[old + leaf].time
            if last is not None:
                last[new + kept] = last[old + leaf]
            queue.job[kept] = queue.job[leaf]
            queue.leaf[queue.job[kept]] = kept
            kept += 1
    for leaf in range(kept, new):
        node[new + leaf].needs, node[new + leaf].time = TOO_MANY, np.inf
        if last is not None:
            last[new + leaf] = -np.inf
    for i in range(new - 1, 0, -1):
        _has_changed(node, last, i)
    queue.tally[LEAVES], queue.tally[TAIL] = new, kept


@inlined
def time_until(now, instant):
    """What is left until an instant, and half a rounding step of room: the tree knows times, and no "now"."""
    return (instant - now) * (1 + 1e-12) + instant * 1e-15


@inlined
def next_that_fits(queue, first, free, spare, time):
    """The next waiting job from leaf *first* on that needs at most *free*.

    If it needs more than *spare*, its time must be at most *time* as well.
    """
    return next_after(queue, None, first, free, spare, time, -np.inf)


@inlined
def next_after(queue, last, first, free, spare, time, after):
    """The same, and its time is not before *after*."""
    node, leaves = queue.node, queue.tally[LEAVES]
    found = NOBODY
    i = 1 if first == 0 else leaves + first
    if first == leaves:
        i = 0
    while i > 0:
        fits = node[i].needs <= free and (node[i].needs <= spare or node[i].time <= time)
        if last is not None:
            fits = fits and last[i] >= after
        if fits:
            if i >= leaves:
                found = queue.job[i - leaves]
                break
            i *= 2
        else:
            while i & 1:
                i //= 2
            if i > 0:
                i += 1
    return found
