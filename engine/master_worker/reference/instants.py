"""What happens at the same tick happens in a fixed order."""

from collections.abc import Callable
from enum import IntEnum

from engine.occurrence import Occurrence, WholeClock


class Rank(IntEnum):
    """Kinds of events in their order at equal times; the first two by the number of the worker."""

    COMPLETION = 0  # of a task
    CHANGE = 1  # of the availability of a worker
    BARRIER = 2
    SENT = 3  # the master has sent tasks to a worker
    HAND_OUT = 4


MOST = 2**16
"""More than there are workers."""


class Clock(WholeClock):
    """Counts whole ticks."""

    def after(self, delay: int, rank: Rank, action: Callable[[], None], worker: int = 0) -> Occurrence:
        """An event that does something after a *delay*."""
        return Occurrence(self, delay, rank * MOST + worker, lambda _: action())
