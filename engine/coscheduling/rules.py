"""Decisions that the reference and the kernel share."""

from collections.abc import Callable
from enum import IntFlag

import numpy as np

from engine.compiled.compilation import arithmetic
from engine.coscheduling.system import Jobs
from engine.queues.orders import Order, priority

# Whom periodic boost, or a process that yields, looks for, stage by stage (rule 13; section 4.9).


class Readiness(IntFlag):
    """What the end of a process in the network tells about it; S1 to S4 of the paper. A stage is several of them."""

    NO_MESSAGE = 1  # S1: does not wait, and no message is there
    MESSAGE_BEFORE_RECEIVE = 2  # S2: does not wait, and a message is there
    CAN_RECEIVE = 4  # S3: waits for a message that is there
    WAITS_IN_VAIN = 8  # S4: never chosen

    @property
    def number(self) -> int:
        """Of a single one: 1 to 4, as in S1 to S4."""
        return self.bit_length()


S1, S2, S3 = Readiness.NO_MESSAGE, Readiness.MESSAGE_BEFORE_RECEIVE, Readiness.CAN_RECEIVE
NAMES = {S3: "S3", S2: "S2", S1: "S1"}

STAGES: dict[str, tuple[Readiness, ...]] = {
    "A": (S3, S2 | S1),
    "B": (S3, S2, S1),
    "C": (S3 | S2 | S1,),
    "D": (S3 | S2, S1),
    "E": (S2, S3, S1),
}
"""Of each heuristic, the states that are looked for in turn."""

MOST_STAGES = max(map(len, STAGES.values()))


def in_words(heuristic: str) -> str:
    """The stages of a heuristic: "S3 or S2, then S1"."""
    return ", then ".join(_joined([name for state, name in NAMES.items() if state & one]) for one in STAGES[heuristic])


def _joined(names: list[str]) -> str:
    *before, last = names
    return f"{', '.join(before)} or {last}" if before else last


# Whose turn it is among those that wait for dedicated nodes (rule 21).

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
