"""Events of SimPy that do something, in an order that is told; and clocks that count in whole numbers."""

from collections.abc import Callable

import simpy
from simpy.events import EventPriority

Action = Callable[[simpy.Event], None]


class WholeClock(simpy.Environment):
    """Counts whole numbers."""

    @property
    def now(self) -> int:
        """The present instant, in the unit of the model."""
        return int(self._now)


class Occurrence(simpy.Event):
    """An action after a *delay*; at equal times the lowest rank comes first.

    Without a delay it is not scheduled yet.
    """

    def __init__(self, env: simpy.Environment, delay: float | None, rank: int, action: Action) -> None:
        super().__init__(env)
        self._ok, self._value = True, None  # as SimPy's own Timeout does: nobody triggers it
        self.callbacks = [action]
        if delay is not None:
            env.schedule(self, EventPriority(rank), delay)
