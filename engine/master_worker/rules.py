"""Decisions that the reference and the kernel share: sizes of chunks, and the number of workers."""

from typing import NamedTuple

import numpy as np

from engine.compiled.compilation import compiled

# How many tasks a worker gets that asks for work, and when it would have one done.


@compiled
def fixed_chunk(left: int, chunk: int) -> int:
    """So many as the option says, or what is *left* (Kruskal & Weiss 1985)."""
    return min(chunk, left)


@compiled
def guided_chunk(left: int, workers: int) -> int:
    """The n-th part of what is *left*, rounded up (Polychronopoulos & Kuck 1987)."""
    return (left + workers - 1) // workers


@compiled
def factoring_chunk(left: int, workers: int) -> int:
    """The chunk of a round: half of what is *left* in n equal parts, rounded up (Hummel, Schonberg & Flynn 1992)."""
    return (left + 2 * workers - 1) // (2 * workers)


@compiled
def completion(now: int, free_at: int, message: int, per_task: int, duration: int) -> int:
    """When a worker would have a task done after all that it has, in ticks (Ibarra & Kim 1977, algorithm D)."""
    return max(now, free_at) + message + per_task + duration


# Decisions that both implementations share: the size of a chunk, and the number of workers from what is predicted.

SLACK = 1.01
"""A number of workers is as fast as another one if it takes at most so many times as long."""

GAIN = 0.2
"""Share of the latest deviation that goes into the bias."""

LEAST_RATIO, LARGEST_RATIO = 0.5, 1.2
"""One iteration is taken to be at most so much worse or better than predicted."""


class Choice(NamedTuple):
    """What `choose` returns."""

    number: int
    within_target: int
    within_time: int


@compiled
def choose(
    makespan: np.ndarray, busy: np.ndarray, bias: float, target: float, tolerance: float
) -> tuple[int, int, int]:
    """The number of workers of the next iteration: the fastest with the target efficiency, but not too slow.

    Parameters
    ----------
    makespan : int64 (N,), predicted ticks with 1, ..., N workers
    busy : int64 (N,), ticks in which they compute
    bias : by which the predicted efficiency is multiplied
    target, tolerance : as in `Number`

    Returns
    -------
    number, within_target, within_time : as in `Choice`; the target is infeasible if the last is above the second
    """
    most = makespan.shape[0]
    within_target = 1
    for n in range(most, 0, -1):
        if min(1.0, bias * efficiency(busy[n - 1], n, makespan[n - 1])) >= target:
            within_target = n
            break
    limit = (1.0 + tolerance) * makespan[most - 1]
    within_time = most
    for n in range(1, most + 1):
        if makespan[n - 1] <= limit:
            within_time = n
            break
    number = within_target
    for n in range(1, within_target + 1):
        if makespan[n - 1] <= SLACK * makespan[within_target - 1]:
            number = n
            break
    return max(number, within_time), within_target, within_time


@compiled
def efficiency(busy: int, workers: int, ticks: int) -> float:
    """Time computing over the time of all workers."""
    return busy / (workers * ticks)


@compiled
def share(part: int, whole: int) -> float:
    """A part of the whole; compiled, so that large numbers are rounded in the same way everywhere."""
    return part / whole


@compiled
def corrected(bias: float, measured: float, predicted: float) -> float:
    """The bias after an iteration was *measured* to have another efficiency than *predicted*."""
    ratio = min(LARGEST_RATIO, max(LEAST_RATIO, measured / predicted))
    return bias + GAIN * (ratio - bias)


@compiled
def followed(number: int, measured: float, target: float, dead_band: float, most: int) -> int:
    """The number of workers after an iteration had an efficiency of *measured*: one more, one less, or the same."""
    if measured > target + dead_band:
        return min(number + 1, most)
    if measured < target - dead_band:
        return max(number - 1, 1)
    return number
