"""Events of the readable simulations."""

from collections.abc import Callable

import simpy
from simpy.events import EventPriority


class Occurrence(simpy.Event):
    """A timeout with a rank: at equal times the lowest rank comes first."""

    def __init__(self, env: simpy.Environment, delay: float, rank: int, action: Callable[[simpy.Event], None]) -> None:
        super().__init__(env)
        self._ok, self._value = True, None
        self.callbacks = [action]
        env.schedule(self, EventPriority(rank), delay)
