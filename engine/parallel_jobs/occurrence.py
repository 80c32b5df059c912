"""Events of the readable simulations."""

from collections.abc import Callable
from heapq import heappush
from typing import Self

import simpy
from simpy.events import EventPriority

Action = Callable[[simpy.Event], None]


class ExactClock(simpy.Environment):
    """A clock that can be told an instant: now + (instant - now) may round, and split what is one instant."""

    def schedule_at(self, event: simpy.Event, priority: EventPriority, instant: float) -> None:
        """Let *event* happen at this very value of the clock."""
        heappush(self._queue, (instant, priority, next(self._eid), event))


class Occurrence(simpy.Event):
    """A timeout with a rank: at equal times the lowest rank comes first."""

    def __init__(self, env: simpy.Environment, delay: float | None, rank: int, action: Action) -> None:
        super().__init__(env)
        self._ok, self._value = True, None
        self.callbacks = [action]
        if delay is not None:
            env.schedule(self, EventPriority(rank), delay)

    @classmethod
    def at(cls, env: ExactClock, instant: float, rank: int, action: Action) -> Self:
        """One at an instant, not after a delay."""
        found = cls(env, None, rank, action)
        env.schedule_at(found, EventPriority(rank), instant)
        return found
