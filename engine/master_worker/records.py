"""What one replication leaves behind: a row per iteration and, if asked for, what each worker did in one of them."""

from enum import IntEnum
from typing import NamedTuple

import numpy as np


class Activity(IntEnum):
    """What a worker in use does."""

    COMPUTING = 0  # a task that is completed in this try
    LOST = 1  # a task that goes back to the master since the worker goes away
    COMMUNICATING = 2  # receives tasks
    SUSPENDED = 3
    AWAY = 4
    IDLE = 5


class Interval(NamedTuple):
    """What the workers did in one iteration, ordered by worker, then start; each worker's fill the iteration.

    Attributes
    ----------
    start, end : int64 (M,), ticks
    worker : int32 (M,)
    activity : int8 (M,), an `Activity`
    task : int32 (M,), that is computed (of several that are received, the first); -1 for none
    """

    start: np.ndarray
    end: np.ndarray
    worker: np.ndarray
    activity: np.ndarray
    task: np.ndarray


class Decision(NamedTuple):
    """What the rule `predict` saw at the barrier before each iteration; NaN and 0 where nothing was predicted.

    Attributes
    ----------
    efficiency : float64 (L,), predicted for the number that was chosen, without the bias
    bias : float64 (L,), by which it is multiplied
    within_target : int64 (L,), the largest number with the target efficiency
    within_time : int64 (L,), the smallest number within the time tolerance
    efficiency_within_time : float64 (L,), predicted for that number, with the bias, at most 1
    time_within_target : float64 (L,), predicted time with the former number, over that with all workers
    """

    efficiency: np.ndarray
    bias: np.ndarray
    within_target: np.ndarray
    within_time: np.ndarray
    efficiency_within_time: np.ndarray
    time_within_target: np.ndarray


class Records(NamedTuple):
    """The result of one replication of L iterations.

    Attributes
    ----------
    end : int64 (L,), instant of each barrier, ticks from the beginning
    workers : int64 (L,), number in use
    spent : int64 (L, 6), ticks of all workers in use in each `Activity`
    lost_tasks : int64 (L,), tasks that went back to the master
    decision : `Decision`
    interval : `Interval`, no rows unless asked for
    """

    end: np.ndarray
    workers: np.ndarray
    spent: np.ndarray
    lost_tasks: np.ndarray
    decision: Decision
    interval: Interval


def no_decisions(iterations: int) -> Decision:
    """The decisions before any has been taken."""
    missing, none = np.full(iterations, np.nan), np.zeros(iterations, dtype=np.int64)
    return Decision(missing, missing.copy(), none, none.copy(), missing.copy(), missing.copy())
