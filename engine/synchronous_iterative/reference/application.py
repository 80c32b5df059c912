"""The application: iteration after iteration, each up to a barrier."""

from collections.abc import Generator
from typing import Any

import simpy

from engine.synchronous_iterative.reference.machine import SharedMachine
from engine.synchronous_iterative.system import Run


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
