"""The simulation, to be read: the rules of README.md in SimPy.

Same arrays in, same arrays out as `kernel/`, to the nanosecond.
"""

from collections.abc import Generator
from typing import Any

import numpy as np
import simpy

from engine.synchronous_iterative.records import Log, Records, Window
from engine.synchronous_iterative.system import Run

# A machine that all processes on it share.


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


# The application: iteration after iteration, each up to a barrier.


class SynchronousApplication:
    """Serial work, parallel parts on all machines, a barrier, overhead; and again.

    Attributes
    ----------
    begin, barrier : instant of each iteration, ns
    arrived : for each iteration the instants at which the machines are at the barrier, ns
    end : of the run, ns; None as long as it goes on
    """

    def __init__(self, env: simpy.Environment, machines: list[SharedMachine], run: Run) -> None:
        self.env, self.machines, self.run = env, machines, run
        self.begin: list[int] = []
        self.barrier: list[int] = []
        self.arrived: list[list[int]] = []
        self.end: int | None = None

    def compute(self) -> Generator[simpy.Event, Any, None]:
        """All iterations."""
        iterations = self.run.work.shape[1]
        for number in range(iterations):
            yield self.env.timeout(self.run.before)
            self.begin.append(int(self.env.now))
            work = self.run.work[:, number].tolist()
            parts = [self.env.process(one.part(part)) for one, part in zip(self.machines, work, strict=True)]
            done = yield self.env.all_of(parts)
            self.barrier.append(int(self.env.now))
            self.arrived.append([done[part] for part in parts])
            yield self.env.timeout(self.run.after)
        if not iterations:
            yield self.env.timeout(self.run.before)
        self.end = int(self.env.now)


def simulate(run: Run, window: Window | None = None) -> Records:
    """Simulate until the application is done; *window* is what is to be in the log, None for nothing."""
    env = simpy.Environment(initial_time=0)
    machines = [SharedMachine(env) for _ in run.work]
    for number, machine in enumerate(machines):
        own = slice(run.first[number], run.first[number + 1])
        env.process(_arrivals(env, machine, run.arrival[own].tolist(), run.demand[own].tolist()))
    application = SynchronousApplication(env, machines, run)
    env.process(application.compute())
    while application.end is None or env.peek() <= application.end:  # all that happens at the very end too
        env.step()
    presence = []
    for machine in machines:
        # nothing has happened since the end, but the clock stands there only if something happened then
        presence.append(machine.presence + (application.end - machine.settled_at) * machine.jobs)
    iterations = len(application.begin)
    return Records(
        begin=np.array(application.begin, dtype=np.int64),
        barrier=np.array(application.barrier, dtype=np.int64),
        arrived=np.array(application.arrived, dtype=np.int64).reshape(iterations, len(machines)).T,
        end=application.end,
        presence=np.array(presence, dtype=np.int64),
        completed=np.array([machine.completed for machine in machines], dtype=np.int64),
        log=_log(machines, window),
    )


def _arrivals(
    env: simpy.Environment, machine: SharedMachine, arrival: list[int], demand: list[int]
) -> Generator[simpy.Event, Any, None]:
    """The background jobs of one machine."""
    for at, how_much in zip(arrival, demand, strict=True):
        yield env.timeout(at - env.now)
        env.process(machine.job(how_much))


def _log(machines: list[SharedMachine], window: Window | None) -> Log:
    rows = [
        (time, number, *state)
        for number, machine in enumerate(machines)
        for time, state in machine.changes.items()
        if window is not None and window.since <= time <= window.until
    ]
    columns = np.array(sorted(rows), dtype=np.int64).reshape(-1, 4).T
    return Log(columns[0].copy(), columns[1].copy(), columns[2].copy(), columns[3].astype(bool))
