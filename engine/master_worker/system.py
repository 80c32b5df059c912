"""What both implementations are given: the tasks, the workers, the master and the rule for their number."""

from enum import IntEnum
from typing import NamedTuple

import numpy as np

from engine.master_worker.policies import Dispatch

# Time inside the models: whole ticks of 2^-20 s, so that two implementations agree to the bit.

PER_SECOND = 2**20
"""Ticks of a second, about a microsecond each; binary, so that times of 2.5 s and 0.625 s are exact."""

SPEED_ONE = 1024
"""The speed of a worker on which a task takes just its work; speeds are whole multiples of 1/1024."""

NEVER = 2**62


def to_ticks(seconds: np.ndarray | float) -> np.ndarray:
    """The nearest whole number of ticks, at least one."""
    return np.maximum(1, np.rint(np.asarray(seconds) * PER_SECOND)).astype(np.int64)


def cost_in_ticks(seconds: float) -> int:
    """The same of a cost, which may be none."""
    return round(seconds * PER_SECOND)


class Rule(IntEnum):
    """How the number of workers follows from what has been measured."""

    FIXED = 0  # table 2 too, which looks at nothing that is measured
    PREDICT = 1
    FEEDBACK = 2


class Tasks(NamedTuple):
    """L iterations of T tasks.

    Attributes
    ----------
    work : int64 (L, T), ticks at speed 1
    order : int64 (L, T), numbers of tasks in the order in which they are handed out
    learns : whether the order of an iteration is the best guess for all before it, and these are replayed in it
    """

    work: np.ndarray
    order: np.ndarray
    learns: bool


class Crew(NamedTuple):
    """N workers that can be had; the first ones are used first.

    Attributes
    ----------
    speed : int64 (N,), in units of 1/1024
    up, down : int64 (K, N), ticks of each period up and of the interruption after it; K = 0: always up
    is_away : bool (K, N), whether that interruption takes the worker away, or only suspends it
    """

    speed: np.ndarray
    up: np.ndarray
    down: np.ndarray
    is_away: np.ndarray


class Costs(NamedTuple):
    """What the master needs for a message, and for each task in it, ticks."""

    message: int
    task: int


class Number(NamedTuple):
    """The rule for the number of workers.

    Attributes
    ----------
    rule : a `Rule`
    first : workers of the first iteration
    target : efficiency that is wanted
    tolerance : how much longer than with all workers an iteration may take, as a share
    window : iterations that are replayed
    dead_band : by how much the efficiency may miss the target without a change
    most : the largest number that is considered
    """

    rule: int
    first: int
    target: float
    tolerance: float
    window: int
    dead_band: float
    most: int


class System(NamedTuple):
    """Everything but the tasks."""

    crew: Crew
    costs: Costs
    number: Number
    dispatch: Dispatch
    chunk_size: int


class ExhaustedError(Exception):
    """The periods of a worker that have been drawn are over, and the application is not: draw more of them."""


def duration(work: int, speed: int) -> int:
    """Ticks that *work* takes on a worker of a *speed* in units of 1/1024, rounded up."""
    return -(-work * SPEED_ONE // speed)
