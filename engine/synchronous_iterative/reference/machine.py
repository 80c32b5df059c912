"""A machine that all processes on it share."""

from collections.abc import Generator
from typing import Any

import simpy


class SharedMachine:
    """Processor sharing: with n processes each one gets an n-th of the machine.

    Everything is in whole nanoseconds. `attained` is what a process that has been there all the time would have got;
    a process that joins leaves when it has grown by the demand of the process. Whenever a process joins or leaves,
    what is left of a nanosecond for each of them is lost.

    Attributes
    ----------
    waiting : the background jobs and the application, [(attained at which it is done, event that tells it)]
    jobs : how many background jobs there are
    computing : whether the application is there
    changes : {instant: (background jobs, whether the application computes)}
    """

    def __init__(self, env: simpy.Environment) -> None:
        self.env = env
        self.attained = 0
        self.settled_at = 0
        self.waiting: list[tuple[int, simpy.Event]] = []
        self.jobs = self.completed = self.presence = 0
        self.computing = False
        self.changes: dict[int, tuple[int, bool]] = {}
        self._outlook = 0

    def job(self, demand: int) -> Generator[simpy.Event, Any, None]:
        """A background job, from its arrival to its end."""
        done = self._join(demand)
        self.jobs += 1
        self._note()
        yield done
        self.jobs -= 1
        self.completed += 1
        self._note()

    def part(self, demand: int) -> Generator[simpy.Event, Any, int]:
        """The application's part of an iteration; the instant at which it is done."""
        done = self._join(demand)
        self.computing = True
        self._note()
        yield done
        self.computing = False
        self._note()
        return int(self.env.now)

    def settle(self) -> None:
        """Share out the time that has passed."""
        passed = int(self.env.now) - self.settled_at
        if self.waiting:
            self.attained += passed // len(self.waiting)
        self.presence += passed * self.jobs
        self.settled_at = int(self.env.now)

    def _join(self, demand: int) -> simpy.Event:
        self.settle()
        done = self.env.event()
        self.waiting.append((self.attained + demand, done))
        self._look_forward()
        return done

    def _look_forward(self) -> None:
        """Come back when the next process is done, unless another one joins or leaves before."""
        self._outlook += 1
        if self.waiting:
            left = min(goal for goal, _ in self.waiting) - self.attained
            ring = self.env.timeout(left * len(self.waiting), value=self._outlook)
            ring.callbacks.append(self._on_ring)

    def _on_ring(self, ring: simpy.Event) -> None:
        if ring.value != self._outlook:
            return
        self.settle()
        for goal, done in self.waiting:
            if goal <= self.attained:
                done.succeed()
        self.waiting = [(goal, done) for goal, done in self.waiting if goal > self.attained]
        self._look_forward()

    def _note(self) -> None:
        self.changes[int(self.env.now)] = (self.jobs, self.computing)
