"""Events of the readable simulations."""

from heapq import heappush
from typing import Self

import simpy
from simpy.events import EventPriority

from engine import occurrence as simulated
from engine.occurrence import Action


class ExactClock(simpy.Environment):
    """A clock that can be told an instant: now + (instant - now) may round, and split what is one instant."""

    def schedule_at(self, event: simpy.Event, priority: EventPriority, instant: float) -> None:
        """Let *event* happen at this very value of the clock."""
        heappush(self._queue, (instant, priority, next(self._eid), event))


class Occurrence(simulated.Occurrence):
    """At equal times the lowest rank comes first (rule 9)."""

    @classmethod
    def at(cls, env: ExactClock, instant: float, rank: int, action: Action) -> Self:
        """One at an instant, not after a delay."""
        found = cls(env, None, rank, action)
        env.schedule_at(found, EventPriority(rank), instant)
        return found
