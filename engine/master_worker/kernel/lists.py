"""List scheduling for every number of workers in one pass, compiled: dedicated workers, no cost, one task at a time.

The order of the tasks does not depend on the number of workers. The next task goes to the worker that is free first, of
several to the one with the smallest number. Whoever is free first is the winner of a knock-out tournament, a tree whose
leaves are the workers; a key is (free at, number of the worker), so one comparison settles a match, and a replay from a
leaf to the root needs no decision that a processor could guess wrongly.
"""

from typing import Any

import numpy as np

from engine.compiled.compilation import compiled, inlined
from engine.master_worker.system import NEVER, SPEED_ONE

BITS = 10
"""Of the number of a worker in a key."""

LANES = 4
"""Numbers of workers that are simulated together: what one tree waits for gives the others time."""

MOST_WORKERS = 1 << BITS


@inlined
def _plant(tree: Any, lane: int, work: Any, i: int, workers: int, given: int, size: int) -> None:
    """The tree after the first *given* tasks, each of which has a worker of its own; *workers* in all."""
    for w in range(size):
        if w < given:
            tree[lane, size + w] = work[i, w] << BITS | w
        elif w < workers:
            tree[lane, size + w] = w
        else:
            tree[lane, size + w] = NEVER
    for node in range(size - 1, 0, -1):
        tree[lane, node] = min(tree[lane, 2 * node], tree[lane, 2 * node + 1])


@inlined
def _replay(tree: Any, lane: int, key: int, node: int) -> None:
    """A worker has another *key*; *node* is its leaf."""
    tree[lane, node] = key
    while node > 1:
        key = min(key, tree[lane, node ^ 1])
        node >>= 1
        tree[lane, node] = key


@inlined
def _lanes(work: Any, i: int, first: int, size: int, tree: Any, latest: Any) -> None:
    """Makespans with *first*, ..., *first* + LANES - 1 workers of speed 1, into *latest*."""
    tasks = work.shape[1]
    for lane in range(LANES):
        _plant(tree, lane, work, i, first + lane, min(first, tasks), size)
        latest[lane] = 0
    for t in range(first, tasks):
        more = work[i, t] << BITS
        for lane in range(LANES):
            key = tree[lane, 1]
            node = size + (key & (MOST_WORKERS - 1))
            key += more
            latest[lane] = max(latest[lane], key)
            _replay(tree, lane, key, node)
    for lane in range(LANES):
        latest[lane] >>= BITS
        for t in range(min(first, tasks)):
            latest[lane] = max(latest[lane], work[i, t])


@compiled
def equal_workers(work: np.ndarray, tree: np.ndarray, latest: np.ndarray, makespan: np.ndarray) -> None:
    """Makespans of every iteration with 1, ..., N workers of speed 1.

    More workers are never slower in the same order, and none is faster than the longest task: from the first number
    that is as fast as that, the rest is known. So is an iteration that repeats the one before.

    Parameters
    ----------
    work : int64 (L, T), ticks, in the order in which tasks are handed out
    tree : int64 (LANES, 2 S), scratch; S is a power of 2 that is not below N + LANES
    latest : int64 (LANES,), scratch
    makespan : int64 (L, N), ticks; the result
    """
    iterations, tasks = work.shape
    most = makespan.shape[1]
    for i in range(iterations):
        if i > 0:
            same = True
            for t in range(tasks):
                if work[i, t] != work[i - 1, t]:
                    same = False
                    break
            if same:
                for n in range(most):
                    makespan[i, n] = makespan[i - 1, n]
                continue
        total = longest = np.int64(0)
        for t in range(tasks):
            total += work[i, t]
            longest = max(longest, work[i, t])
        makespan[i, 0] = total
        first, size = 2, 2
        while first <= most and makespan[i, first - 2] > longest:
            while size < first + LANES - 1:
                size *= 2
            _lanes(work, i, first, size, tree, latest)
            for lane in range(min(LANES, most - first + 1)):
                makespan[i, first - 1 + lane] = latest[lane]
            first += LANES
        for n in range(min(first - 1, most), most):
            makespan[i, n] = longest


@inlined
def _ticks(work: int, speed: int) -> int:
    return work if speed == SPEED_ONE else (work * SPEED_ONE + speed - 1) // speed


@compiled
def unequal_workers(
    work: np.ndarray, speed: np.ndarray, tree: np.ndarray, makespan: np.ndarray, busy: np.ndarray
) -> None:
    """Makespans and time computing of every iteration with the first 1, ..., N workers.

    Parameters
    ----------
    work : int64 (L, T), ticks at speed 1, in the order in which tasks are handed out
    speed : int64 (N,), in units of 1/1024
    tree : int64 (1, 2 S), scratch; S is a power of 2 that is not below N
    makespan, busy : int64 (L, N), ticks; the result
    """
    iterations, tasks = work.shape
    size = 1
    for n in range(1, makespan.shape[1] + 1):
        while size < n:
            size *= 2
        for i in range(iterations):
            _plant(tree, 0, work, i, n, 0, size)
            latest = total = np.int64(0)
            for t in range(tasks):
                w = tree[0, 1] & (MOST_WORKERS - 1)
                ticks = _ticks(work[i, t], speed[w])
                key = tree[0, 1] + (ticks << BITS)
                total += ticks
                latest = max(latest, key)
                _replay(tree, 0, key, size + w)
            makespan[i, n - 1] = latest >> BITS
            busy[i, n - 1] = total


# the doors ------------------------------------------------------------------------------------------------------------


def tree_for(most: int, lanes: int = LANES) -> np.ndarray:
    """Scratch for numbers up to *most*."""
    return np.zeros((lanes, 2 << int(most + lanes).bit_length()), dtype=np.int64)


def makespans(work: np.ndarray, most: int) -> np.ndarray:
    """Makespans with 1, ..., *most* workers of speed 1; int64 (L, *most*), ticks.

    *work* is int64 (L, T) in the order in which tasks are handed out.
    """
    found = np.empty((len(work), most), dtype=np.int64)
    equal_workers(np.ascontiguousarray(work), tree_for(most), np.zeros(LANES, dtype=np.int64), found)
    return found


def makespans_on(work: np.ndarray, speed: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Makespans and time computing with the first 1, ..., N workers of other speeds; int64 (L, N) each, ticks."""
    found, busy = (np.empty((len(work), len(speed)), dtype=np.int64) for _ in range(2))
    unequal_workers(np.ascontiguousarray(work), speed, tree_for(len(speed), 1), found, busy)
    return found, busy
