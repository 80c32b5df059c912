"""Policies in Python for the tests: those of the documentation, and a few more."""

import re
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

import engine.policy
from engine.parallel_jobs.machine_events.events import NO_EVENTS, MachineEvents
from engine.parallel_jobs.python_policies.clock import DecidedClock
from engine.parallel_jobs.records import Records
from engine.policy import Policy, Resize, Start
from tests.engine.parallel_jobs.systems import System

README = Path(engine.policy.__file__).parent / "README.md"


@cache
def documented() -> dict[str, type[Policy]]:
    """The classes of the documentation, by name."""
    found: dict[str, Any] = {}
    for text in re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL):
        exec(compile(text, str(README), "exec"), found)
    return {
        name: kind
        for name, kind in found.items()
        if isinstance(kind, type) and issubclass(kind, Policy) and kind is not Policy
    }


class FirstFit(Policy):
    """`ShortestThatFits` in order of arrival, taking everybody."""

    def decide(self, state):
        for job in state.waiting:
            if job.size <= state.idle:
                yield Start(job)


class Ordered(documented()["Easy"]):  # type: ignore[misc]
    """EASY in another order, by sorting what it is shown; who has lost his machines is before all others."""

    def decide(self, state):
        return super().decide(InOrder(state, self.priority))


class InOrder:
    """A state whose waiting jobs stand in the order of their priorities at the beginning of the pass."""

    def __init__(self, state, priority) -> None:
        self.state = state
        before = [job for job in state.waiting if job.started]
        others = [job for job in state.waiting if not job.started]
        self.order = before + sorted(others, key=lambda job: (-priority(job), job.number))

    @property
    def waiting(self):
        there = set(self.state.waiting)
        return [job for job in self.order if job in there]

    def __getattr__(self, name):
        return getattr(self.state, name)


class SmallestArea(Ordered):
    def priority(self, job):
        return -job.area


class Wfp3(Ordered):
    def priority(self, job):
        share = job.wait / job.estimate
        return share * share * share * job.size


class FairFirst(Ordered):
    """The rule 1000 * fair + wait / estimate."""

    def priority(self, job):
        return 1000.0 * job.fair + job.wait / job.estimate


class UniformFirstFit(Policy):
    """Whoever fits with its least starts, and all share the machines evenly."""

    def decide(self, state):
        least = {job: job.smallest if job.kind == "malleable" else job.size for job in state.running}
        left = state.processors - sum(least.values())
        fresh = []
        for job in state.waiting:
            if job.smallest <= left:
                left -= job.smallest
                fresh.append(job)
        jobs = [*state.running, *fresh]
        share = [least.get(job, job.smallest) for job in jobs]
        most = [job.largest if job in fresh or job.kind == "malleable" else job.size for job in jobs]
        left, k = state.processors - sum(share), 0
        while left > 0 and any(one < other for one, other in zip(share, most, strict=True)):
            if share[k] < most[k]:
                share[k], left = share[k] + 1, left - 1
            k = (k + 1) % len(jobs)
        running = list(zip(jobs, share, strict=True))[: len(jobs) - len(fresh)]
        yield from (Resize(job, size) for job, size in running if size < job.size)
        yield from (Resize(job, size) for job, size in running if size > job.size)
        for job, size in zip(fresh, share[len(running) :], strict=True):
            yield Start(job, size)


def decided(system: System, policy: Policy, events: MachineEvents = NO_EVENTS) -> Records:
    """What comes of *policy*."""
    return DecidedClock(*system, policy, events).run()


def whole(numbers: object) -> list[int]:
    """Rounded, to be read."""
    return np.asarray(numbers).astype(int).tolist()
