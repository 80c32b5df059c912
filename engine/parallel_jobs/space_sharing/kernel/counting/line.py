"""Who waits with a reservation, in order of arrival: who may move or is due is found without a look at all of them.

A tournament tree as in `rules/waiting.py`, above each pair the least need, the first start and the last.
"""

from typing import NamedTuple

import numpy as np

from engine.compiled.compilation import part, small
from engine.compiled.structure import by_reference, record
from engine.parallel_jobs.space_sharing.rules.waiting import LEAVES, NOBODY, SMALLEST, TAIL, THERE, TOO_MANY

PROMISE = record(("needs", np.int64), ("first", np.float64), ("last", np.float64))
"""The fewest processors that a job below this node needs, and when the first and the last of them is to start (s)."""


@by_reference
class Line(NamedTuple):
    """The tree; attributes as of `rules.waiting.Queue`."""

    node: np.ndarray
    job: np.ndarray
    leaf: np.ndarray
    tally: np.ndarray


def empty_line(n_jobs: int) -> Line:
    """A tree in which so many jobs can wait, none of which does."""
    most = max(SMALLEST, 2 ** (2 * n_jobs).bit_length())
    node = np.empty(2 * most, dtype=PROMISE)
    some = node[: 2 * SMALLEST]
    some["needs"], some["first"], some["last"] = TOO_MANY, np.inf, -np.inf
    leaf, job = np.empty(n_jobs, dtype=np.int64), np.empty(most, dtype=np.int64)
    return Line(node, job, leaf, np.array([SMALLEST, 0, 0], dtype=np.int64))


@small
def stand_in_line(line, j, needs, start):
    """Let job *j* wait behind all others."""
    if line.tally[TAIL] == line.tally[LEAVES]:
        _make_anew(line)
    leaf = line.tally[TAIL]
    line.tally[TAIL] += 1
    line.tally[THERE] += 1
    line.job[leaf], line.leaf[j] = j, leaf
    _set(line, line.tally[LEAVES] + leaf, needs, start, start)


@small
def promise(line, j, needs, start):
    """Job *j* is to start at another instant."""
    _set(line, line.tally[LEAVES] + line.leaf[j], needs, start, start)


@small
def go(line, j):
    """Let job *j* no longer wait."""
    _set(line, line.tally[LEAVES] + line.leaf[j], TOO_MANY, np.inf, -np.inf)
    line.tally[THERE] -= 1
    if line.tally[THERE] == 0:
        line.tally[TAIL] = 0


@small
def _set(line, i, needs, first, last):
    line.node[i].needs, line.node[i].first, line.node[i].last = needs, first, last
    i //= 2
    while i > 0 and _has_changed(line.node, i):
        i //= 2


@small
def _has_changed(node, i):
    """Make node *i* what its children say; whether it was not."""
    one, other = node[2 * i], node[2 * i + 1]
    needs, first, last = min(one.needs, other.needs), min(one.first, other.first), max(one.last, other.last)
    changed = node[i].needs != needs or node[i].first != first or node[i].last != last
    node[i].needs, node[i].first, node[i].last = needs, first, last
    return changed


@part
def _make_anew(line):
    """A tree with room for as many more as wait."""
    old, end = line.tally[LEAVES], line.tally[TAIL]
    new = SMALLEST
    while new < 2 * line.tally[THERE]:
        new *= 2
    kept = 0  # the old and the new leaves do not overlap, unless they are the same; then jobs only move forwards
    for leaf in range(end):
        if line.node[old + leaf].needs < TOO_MANY:
            line.node[new + kept].needs = line.node[old + leaf].needs
            line.node[new + kept].first = line.node[old + leaf].first
            line.node[new + kept].last = line.node[old + leaf].last
            line.job[kept] = line.job[leaf]
            line.leaf[line.job[kept]] = kept
            kept += 1
    for leaf in range(kept, new):
        line.node[new + leaf].needs, line.node[new + leaf].first, line.node[new + leaf].last = TOO_MANY, np.inf, -np.inf
    for i in range(new - 1, 0, -1):
        _has_changed(line.node, i)
    line.tally[LEAVES], line.tally[TAIL] = new, kept


@small
def next_in_line(line, leaf, most, by, after):
    """The next job from *leaf* on that needs at most so many and starts from *after* until *by*, or NOBODY."""
    node, leaves = line.node, line.tally[LEAVES]
    found = NOBODY
    i = 1 if leaf == 0 else leaves + leaf
    if leaf == leaves:
        i = 0
    while i > 0:
        if node[i].needs <= most and node[i].first <= by and node[i].last >= after:
            if i >= leaves:
                found = line.job[i - leaves]
                break
            i *= 2
        else:
            while i & 1:
                i //= 2
            if i > 0:
                i += 1
    return found
