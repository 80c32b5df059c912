"""Whose turn it is among those that wait for dedicated nodes (rule 21): an order that no wait changes."""

from collections.abc import Callable

import numpy as np

from engine.coscheduling.policies import Order
from engine.coscheduling.system import Jobs

FIRST: dict[int, Callable[[int, int], int]] = {
    Order.ARRIVAL: lambda _estimate, _tasks: 0,
    Order.SHORTEST_FIRST: lambda estimate, _tasks: estimate,
    Order.LONGEST_FIRST: lambda estimate, _tasks: -estimate,
    Order.SMALLEST_AREA_FIRST: lambda estimate, tasks: estimate * tasks,
    Order.LARGEST_AREA_FIRST: lambda estimate, tasks: -estimate * tasks,
    Order.FEWEST_TASKS_FIRST: lambda _estimate, tasks: tasks,
    Order.MOST_TASKS_FIRST: lambda _estimate, tasks: -tasks,
}
"""(estimate, ns; tasks) -> what is least of the first. Python's whole numbers: an area does not fit into 64 bits."""


def in_turn(jobs: Jobs, order: int) -> np.ndarray:
    """The numbers of all jobs in an `Order`, equal ones as they arrive: int64 (J,)."""
    first = FIRST[order]
    keys = [first(estimate, tasks) for estimate, tasks in zip(jobs.estimate.tolist(), jobs.size.tolist(), strict=True)]
    return np.array(sorted(range(len(keys)), key=keys.__getitem__), dtype=np.int64)
