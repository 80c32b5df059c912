"""What a policy in Python sees of the readable simulation; `engine.policy.views` says what each name means."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np

from engine.parallel_jobs.space_sharing.rules.own_names import DAY
from engine.policy.views import Event, Job, Machine

if TYPE_CHECKING:
    from engine.parallel_jobs.python_policies.clock import DecidedClock

NO_DEADLINE = 1e12
"""s; `deadline_in` of a job that has none."""


class JobView:
    """A job that has arrived."""

    __slots__ = ("_clock", "_job", "arrival", "job_class", "number", "profit", "submit", "user")

    _clock: DecidedClock
    _job: int
    arrival: float
    job_class: int
    number: int
    profit: float
    submit: float
    user: int

    def __init__(self, clock: DecidedClock, job: int) -> None:
        arrival, jobs = float(clock.records.arrival[job]), clock.jobs
        own = {
            "_clock": clock,
            "_job": job,
            "number": job + 1,
            "arrival": arrival,
            "submit": max(1.0, arrival - float(clock.records.arrival[0])),
            "job_class": int(jobs.job_class[job]) + 1,
            "profit": float(jobs.profit[job]),
            "user": clock.user[job] + 1,
        }
        for name, value in own.items():
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> None:
        """Refuse it."""
        raise AttributeError(f"{self} cannot be changed: yield a decision instead")

    def __str__(self) -> str:
        """As it is called in sentences."""
        return f"job {self.number}"

    __repr__ = __str__

    @property
    def wait(self) -> float:
        return self._clock.env.now - self.arrival

    @property
    def estimate(self) -> float:
        return self._clock.estimate_of(self._job)

    @property
    def size(self) -> int:
        at_work = self._clock.at_work.get(self._job)
        return self._clock.least[self._job] if at_work is None else at_work.size

    @property
    def area(self) -> float:
        return self.estimate * self.size

    @property
    def smallest(self) -> int:
        return self._clock.smallest[self._job]

    @property
    def largest(self) -> int:
        return self._clock.largest[self._job]

    @property
    def kind(self) -> Literal["rigid", "moldable", "malleable"]:
        return self._clock.kind_of(self._job)

    @property
    def deadline_in(self) -> float:
        deadline = float(self._clock.jobs.deadline[self._job])
        return min(self.arrival + deadline - self._clock.env.now, NO_DEADLINE)

    @property
    def queue(self) -> int:
        return 0

    @property
    def started(self) -> int:
        records = self._clock.records
        return int(records.checkpoints[self._job] + records.failures[self._job])

    @property
    def user_running(self) -> int:
        return self._clock.in_use()[self.user - 1]

    @property
    def user_waiting(self) -> int:
        return sum(self._clock.user[job] == self.user - 1 for job in self._clock.queue)

    @property
    def user_usage(self) -> float:
        return self._clock.usage.of_user[self.user - 1]

    @property
    def user_share(self) -> float:
        return self._clock.usage.share(self.user - 1)

    @property
    def fair(self) -> float:
        return self._clock.usage.fair(self.user - 1)

    @property
    def start(self) -> float:
        return float(self._clock.records.start[self._job])

    @property
    def machines(self) -> tuple[int, ...]:
        at_work = self._clock.at_work.get(self._job)
        return () if at_work is None else tuple(sorted(machine + 1 for machine in at_work.machines))

    @property
    def expected_end(self) -> float:
        at_work = self._clock.at_work.get(self._job)
        return np.inf if at_work is None else at_work.expected_end

    @property
    def remaining(self) -> float:
        return max(0.0, self.expected_end - self._clock.env.now)

    @property
    def lasting(self) -> int:
        at_work = self._clock.at_work.get(self._job)
        return 0 if at_work is None else self._clock.lasting(at_work)


class MachineView:
    """A machine that is there."""

    __slots__ = ("_clock", "_machine")

    def __init__(self, clock: DecidedClock, machine: int) -> None:
        self._clock, self._machine = clock, machine

    def __str__(self) -> str:
        """As it is called in sentences."""
        return f"machine {self.number}"

    __repr__ = __str__

    @property
    def number(self) -> int:
        return self._machine + 1

    @property
    def group(self) -> int:
        return int(self._clock.machines.group[self._machine]) + 1

    @property
    def speed_factor(self) -> float:
        return self._clock.alpha[self._machine]

    @property
    def idle(self) -> bool:
        return self._machine in self._clock.free

    @property
    def users(self) -> int:
        return self._clock.users[self._machine]


class StateView:
    """The system at this instant."""

    __slots__ = ("_clock",)

    def __init__(self, clock: DecidedClock) -> None:
        self._clock = clock

    @property
    def now(self) -> float:
        return float(self._clock.env.now)

    @property
    def hour(self) -> float:
        return (self.now - DAY * (self.now // DAY)) / 3600.0

    @property
    def weekday(self) -> int:
        return int(self.now // DAY) % 7

    @property
    def waiting(self) -> tuple[Job, ...]:
        view = self._clock.view
        return tuple([view(job) for job in self._clock.queue])

    @property
    def running(self) -> tuple[Job, ...]:
        return tuple([self._clock.view(running.job) for running in self._clock.running])

    @property
    def idle(self) -> int:
        return len(self._clock.free)

    @property
    def processors(self) -> int:
        return self._clock.processors

    @property
    def busy(self) -> float:
        return (self.processors - self.idle) / self.processors if self.processors else 0.0

    @property
    def waiting_area(self) -> float:
        area = 0.0
        for job in sorted(self._clock.queue):
            area = area + self._clock.view(job).area
        return area

    @property
    def machines(self) -> tuple[Machine, ...]:
        there = range(len(self._clock.alpha))
        return tuple(MachineView(self._clock, machine) for machine in there if machine not in self._clock.gone)

    @property
    def events(self) -> tuple[Event, ...]:
        return self._clock.happened

    def usage(self, user: int) -> float:
        return self._clock.usage.of_user[user - 1]

    def estimate(self, job: Job, size: int | None = None) -> float:
        return self._clock.estimate_now(job, size)
