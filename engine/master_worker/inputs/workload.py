"""From a scenario to the tasks: sizes, variation and random orders, whatever the policy and the number of workers."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from engine.inputs.draws import Draws, Stream
from engine.master_worker.inputs.application import Application
from engine.master_worker.policies import SCHEMES, Order, orders
from engine.master_worker.system import Tasks, to_ticks


class Workload(NamedTuple):
    """The draws of one replication.

    Attributes
    ----------
    expected : int64 (T,), ticks; the largest 20 % come first
    work : int64 (L, T), ticks
    permutation : int64 (L, T), a random order for each iteration
    """

    expected: np.ndarray
    work: np.ndarray
    permutation: np.ndarray


SPREAD = {"uniform-0.4-1.6": (0.4, 1.6), "uniform-0.5-1.5": (0.5, 1.5), "uniform-0.9-1.1": (0.9, 1.1)}


def number_of_largest(tasks: int) -> int:
    """How many tasks are the largest 20 %."""
    return max(1, round(0.2 * tasks))


def sizes(application: Application, draws: Draws) -> np.ndarray:
    """Expected times; float64 (T,), s. The largest do exactly the share of the work that the workload factor says."""
    tasks, share = application.tasks, application.workload_factor / 100
    large = number_of_largest(tasks)
    parts = []
    for name, count, work in (("largest", large, share), ("smallest", tasks - large, 1 - share)):
        relative = np.ones(count)
        if getattr(application, name) == "different":
            relative = _relative(application.differences, draws.stream(f"sizes.{name}"), count)
        parts.append(relative / relative.sum() * (work * tasks * application.mean_task_time))
    return np.concatenate(parts)


def _relative(differences: str, stream: Stream, count: int) -> np.ndarray:
    if differences == "exponential":
        return stream.exponential(count)
    low, high = SPREAD[differences]
    return low + (high - low) * stream.random(count)


def draw_workload(application: Application, seed: int, replication: int) -> Workload:
    """The draws of a replication; fewer iterations are the first ones of more.

    Another workload factor, variation or mean scales the same draws, so neighboring points see common random numbers.
    """
    draws = Draws(seed, replication)
    seconds = sizes(application, draws)
    shape = (application.iterations, application.tasks)
    spread = application.variation / 100
    factor = 1 + spread * (2 * draws.stream("variation").random(shape) - 1)
    permutation = np.argsort(draws.stream("permutation").random(shape), axis=1, kind="stable")
    return Workload(to_ticks(seconds), to_ticks(seconds * factor), permutation)


drawn = lru_cache(maxsize=16)(draw_workload)
"""The same, kept: all policies of a point and replication see the same draws."""


def tasks_of(application: Application, policy: str, seed: int, replication: int) -> Tasks:
    """The tasks of a replication in the order of a policy."""
    workload, scheme = drawn(application, seed, replication), SCHEMES[policy]
    return Tasks(workload.work, orders(scheme.order, *_inputs(workload)), scheme.order is Order.AVERAGE)


def sequence_of(workload: Workload, policy: str) -> np.ndarray:
    """Work in the order in which the policy hands out the tasks; int64 (L, T), ticks."""
    order = orders(SCHEMES[policy].order, *_inputs(workload))
    return np.take_along_axis(workload.work, order, axis=1)


def _inputs(workload: Workload) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    return workload.work, workload.expected, workload.permutation
