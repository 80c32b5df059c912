"""Whose turn it is among those that wait for dedicated nodes (rule 21)."""

from collections.abc import Callable

import numpy as np

from engine.compiled.compilation import arithmetic
from engine.coscheduling.system import Jobs
from engine.queues.orders import Order, priority

SECOND = 1e9
"""ns."""

FIRST: dict[int, Callable[[int, int], int]] = {
    Order.ARRIVAL: lambda _estimate, _tasks: 0,
    Order.SHORTEST: lambda estimate, _tasks: estimate,
    Order.LONGEST: lambda estimate, _tasks: -estimate,
    Order.SMALLEST_AREA: lambda estimate, tasks: estimate * tasks,
    Order.LARGEST_AREA: lambda estimate, tasks: -estimate * tasks,
    Order.SMALLEST: lambda _estimate, tasks: tasks,
    Order.LARGEST: lambda _estimate, tasks: -tasks,
}
"""(estimate, ns; tasks) -> what is least of the first. Python's whole numbers: an area does not fit into 64 bits."""


@arithmetic
def priority_at(order, now, arrival, first_arrival, estimate, tasks):
    """What is largest of the first in an `Order`; all times whole ns, as seconds for what was learned in seconds.

    An estimate of nothing counts as a nanosecond, since some orders divide by it.
    """
    submit, since, takes = float(arrival) / SECOND, float(first_arrival) / SECOND, float(max(estimate, 1)) / SECOND
    return priority(order, float(now) / SECOND, submit, since, takes, tasks, 0.0)


def in_turn(jobs: Jobs, order: int) -> np.ndarray:
    """The numbers of all jobs in an `Order` that no wait changes, equal ones as they arrive: int64 (J,)."""
    each = list(zip(jobs.arrival.tolist(), jobs.estimate.tolist(), jobs.size.tolist(), strict=True))
    keys: list[float]
    if order in FIRST:
        keys = [FIRST[order](estimate, tasks) for _, estimate, tasks in each]
    else:
        code = int(order)  # as the kernel has it: of an enumeration it would be compiled once more
        keys = [-priority_at(code, 0, at, each[0][0], estimate, tasks) for at, estimate, tasks in each]
    return np.array(sorted(range(len(keys)), key=keys.__getitem__), dtype=np.int64)
