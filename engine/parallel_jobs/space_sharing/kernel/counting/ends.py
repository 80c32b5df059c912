"""When the running jobs end: a binary heap by time, of equal times by job number."""

import numpy as np

from engine.compiled.compilation import inlined
from engine.compiled.structure import record

ENDING = record(("when", np.float64), ("job", np.int64))
"""That a job ends, s."""


@inlined
def _is_before(one, other):
    return one.when < other.when or (one.when == other.when and one.job < other.job)


@inlined
def push_end(heap, n, when, job):
    """Job *job*, which starts, will end *when*; the heap has *n* entries before."""
    hole = n
    while hole > 0:
        parent = (hole - 1) >> 1
        above = heap[parent]
        if above.when < when or (above.when == when and above.job < job):
            break
        heap[hole].when, heap[hole].job = above.when, above.job
        hole = parent
    heap[hole].when, heap[hole].job = when, job


@inlined
def pop_end(heap, n):
    """Take the first of *n* entries out; its job."""
    first = heap[0].job
    last = heap[n - 1]
    hole, child = 0, 1
    while child < n - 1:
        if child + 1 < n - 1 and _is_before(heap[child + 1], heap[child]):
            child += 1
        if not _is_before(heap[child], last):
            break
        heap[hole].when, heap[hole].job = heap[child].when, heap[child].job
        hole, child = child, 2 * child + 1
    heap[hole].when, heap[hole].job = last.when, last.job
    return first
