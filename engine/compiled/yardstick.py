"""What figures of speed are held against: machines differ and are noisy, so nanoseconds alone say little.

In yardsticks a figure says how many operations of a bare event queue the same time would buy.
"""

from collections.abc import Callable
from functools import partial
from statistics import median
from time import perf_counter
from typing import NamedTuple

import numpy as np

from engine.compiled.compilation import compiled

KEYS = 1_000
"""Keys in the yardstick's heap."""

REPETITIONS = 5
"""Of every measurement; the median counts."""


class Measurement(NamedTuple):
    """One line of the bench; `value` is in `unit`, and `seconds` is the time of one unit of work where there is one."""

    unit: str
    value: float
    seconds: float | None = None
    ratio_to_reference: float | None = None
    identical_to_reference: bool | None = None


Case = Callable[[bool], Measurement]
"""Measures something; if it is told to be small, once and with the least work there can be, to see that it runs."""


@compiled
def _heap_operations(heap: np.ndarray, operations: int) -> float:
    """Pop the least key and push it back with an exponential draw added, again and again. Modified in place: *heap*."""
    n = heap.shape[0]
    for _ in range(operations):
        least = heap[0]
        last = heap[n - 1]  # pop: the last key sinks from the root
        hole = 0
        while True:
            child = 2 * hole + 1
            if child >= n - 1:
                break
            if child + 1 < n - 1 and heap[child + 1] < heap[child]:
                child += 1
            if heap[child] >= last:
                break
            heap[hole] = heap[child]
            hole = child
        heap[hole] = last
        key = least + np.random.exponential(1.0)  # push: the new key rises from the end
        hole = n - 1
        while hole > 0:
            parent = (hole - 1) // 2
            if heap[parent] <= key:
                break
            heap[hole] = heap[parent]
            hole = parent
        heap[hole] = key
    return float(heap[0])


def yardstick() -> float:
    """Seconds for one pop and push on a binary heap of 1,000 float64 keys, with one exponential draw."""
    heap = np.sort(np.random.default_rng(1).exponential(1.0, KEYS))
    operations = 200_000
    _heap_operations(heap, 1_000)
    return median_seconds(partial(_heap_operations, heap, operations)) / operations


def median_seconds(work: Callable[[], object], small: bool = False, repetitions: int = REPETITIONS) -> float:
    """Median time of *work*, or its time once if it is *small*."""
    seconds = []
    for _ in range(1 if small else repetitions):
        begin = perf_counter()
        work()
        seconds.append(perf_counter() - begin)
    return median(seconds)
