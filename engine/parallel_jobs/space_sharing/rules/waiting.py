"""The waiting jobs in order of arrival, so that the next one that fits is found without looking at all of them.

A tournament tree: a leaf for each waiting job, and above each pair the least of both. In overload thousands of jobs
wait, and nearly all of them need more than there is; whole branches of such are passed over at once. The tree is only
as large as the queue: when its leaves are used up, it is made anew from those who still wait.
"""

from typing import NamedTuple

import numpy as np

from engine.compiled.compilation import inlined, part
from engine.compiled.structure import by_reference

NOBODY = -1
TOO_MANY = 2**40
SMALLEST = 8
"""Leaves of the smallest tree."""

LEAVES, TAIL, THERE = range(3)
"""Entries of `Queue.tally`: leaves of the tree, the next free one, waiting jobs."""

NODE = np.dtype((np.record, np.dtype([("needs", np.int64), ("run_time", np.float64)], align=True)))
"""The fewest processors that a job below this node needs, and the shortest run time of one (s)."""


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
    node = np.empty(2 * most, dtype=NODE)  # only the beginning is ever used, unless the queue becomes long
    node["needs"][: 2 * SMALLEST], node["run_time"][: 2 * SMALLEST] = TOO_MANY, np.inf
    leaf, job = np.empty(n_jobs, dtype=np.int64), np.empty(most, dtype=np.int64)
    return Queue(node, job, leaf, np.array([SMALLEST, 0, 0], dtype=np.int64))


@inlined
def join(queue, j, needs, run_time):
    """Let job *j* wait behind all others."""
    if queue.tally[TAIL] == queue.tally[LEAVES]:
        _make_anew(queue)
    leaf = queue.tally[TAIL]
    queue.tally[TAIL] += 1
    queue.tally[THERE] += 1
    queue.job[leaf], queue.leaf[j] = j, leaf
    _ask_for(queue, queue.tally[LEAVES] + leaf, needs, run_time)


def ranked_queue(rank: np.ndarray) -> Queue:
    """A tree in which each job has its leaf, whether it waits or not: those of a *rank* (int64 (J,), each once)."""
    leaves = max(SMALLEST, 2 ** (len(rank) - 1).bit_length())
    node = np.empty(2 * leaves, dtype=NODE)
    node["needs"], node["run_time"] = TOO_MANY, np.inf
    job = np.empty(leaves, dtype=np.int64)
    job[rank] = np.arange(len(rank))
    return Queue(node, job, rank, np.array([leaves, 0, 0], dtype=np.int64))


@inlined
def stand_at(queue, j, needs, run_time):
    """Let job *j* wait at its leaf."""
    queue.tally[THERE] += 1
    _ask_for(queue, queue.tally[LEAVES] + queue.leaf[j], needs, run_time)


@inlined
def _ask_for(queue, i, needs, run_time):
    """Somebody new at leaf *i*: those above need no more than he does."""
    queue.node[i].needs, queue.node[i].run_time = needs, run_time
    i //= 2
    while i > 0 and (queue.node[i].needs > needs or queue.node[i].run_time > run_time):
        queue.node[i].needs = min(queue.node[i].needs, needs)
        queue.node[i].run_time = min(queue.node[i].run_time, run_time)
        i //= 2


@inlined
def leave(queue, j):
    """Let job *j* no longer wait."""
    i = queue.tally[LEAVES] + queue.leaf[j]
    queue.node[i].needs, queue.node[i].run_time = TOO_MANY, np.inf
    queue.tally[THERE] -= 1
    if queue.tally[THERE] == 0:
        queue.tally[TAIL] = 0
    i //= 2
    while i > 0 and _has_changed(queue.node, i):
        i //= 2


@inlined
def _has_changed(node, i):
    """Make node *i* the least of its children; whether it was not."""
    needs = min(node[2 * i].needs, node[2 * i + 1].needs)
    run_time = min(node[2 * i].run_time, node[2 * i + 1].run_time)
    changed = node[i].needs != needs or node[i].run_time != run_time
    node[i].needs, node[i].run_time = needs, run_time
    return changed


@part
def ask_anew(queue, j, needs, run_time):
    """Let waiting job *j* need something else, where it is."""
    i = queue.tally[LEAVES] + queue.leaf[j]
    queue.node[i].needs, queue.node[i].run_time = needs, run_time
    i //= 2
    while i > 0 and _has_changed(queue.node, i):
        i //= 2


@part
def _make_anew(queue):
    """A tree with room for as many more as wait."""
    old, end = queue.tally[LEAVES], queue.tally[TAIL]
    new = SMALLEST
    while new < 2 * queue.tally[THERE]:
        new *= 2
    kept = 0  # the old and the new leaves do not overlap, unless they are the same; then jobs only move forwards
    for leaf in range(end):
        if queue.node[old + leaf].needs < TOO_MANY:
            queue.node[new + kept].needs = queue.node[old + leaf].needs
            queue.node[new + kept].run_time = queue.node[old + leaf].run_time
            queue.job[kept] = queue.job[leaf]
            queue.leaf[queue.job[kept]] = kept
            kept += 1
    for leaf in range(kept, new):
        queue.node[new + leaf].needs, queue.node[new + leaf].run_time = TOO_MANY, np.inf
    for i in range(new - 1, 0, -1):
        _has_changed(queue.node, i)
    queue.tally[LEAVES], queue.tally[TAIL] = new, kept


@inlined
def next_that_fits(queue, first, free, spare, time):
    """The next waiting job from leaf *first* on that needs at most *free*.

    If it needs more than *spare*, its run time must be at most *time* as well.
    """
    node, leaves = queue.node, queue.tally[LEAVES]
    found = NOBODY
    i = 1 if first == 0 else leaves + first
    if first == leaves:
        i = 0
    while i > 0:
        if node[i].needs <= free and (node[i].needs <= spare or node[i].run_time <= time):
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
