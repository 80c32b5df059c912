"""What happens at the same tick happens in a fixed order."""

from collections.abc import Callable
from enum import IntEnum

import simpy
from simpy.events import EventPriority


class Rank(IntEnum):
    """Kinds of events in their order at equal times; the first two by the number of the worker."""

    COMPLETION = 0  # of a task
    CHANGE = 1  # of the availability of a worker
    BARRIER = 2
    SENT = 3  # the master has sent tasks to a worker
    HAND_OUT = 4


MOST = 2**16
"""More than there are workers."""


class Clock(simpy.Environment):
    """Counts whole ticks."""

    @property
    def now(self) -> int:
        """The present instant, ticks."""
        return int(self._now)

    def after(self, delay: int, rank: Rank, action: Callable[[], None], worker: int = 0) -> simpy.Event:
        """An event that does something after a *delay*."""
        event = simpy.Event(self)
        event._ok, event._value = True, None
        event.callbacks = [lambda _: action()]
        self.schedule(event, EventPriority(rank * MOST + worker), delay)
        return event
