"""Space sharing, to be read: machines, progress and the clock of a SimPy simulation. The policies are its subclasses.

Same arrays in, same arrays out as `kernel/`, bit for bit. The family README states the rules. What happens to
machines is in `disrupted.py`.

An instant is one value of the clock. At each, first all jobs end that are to end, then everything happens to machines,
then all jobs arrive, and then there is one pass in which the policy decides about all of it.
"""

from collections.abc import Iterable

import numpy as np
import simpy

from engine.inputs.span import ENDLESS, SpanError
from engine.occurrence import Action
from engine.parallel_jobs.machine_events.checkpoints import progress_share
from engine.parallel_jobs.machine_events.events import NO_EVENTS, MachineEvents
from engine.parallel_jobs.model import Jobs, Machines, Rules
from engine.parallel_jobs.occurrence import ExactClock, Occurrence
from engine.parallel_jobs.records import Happening, Reason, Records, empty_records
from engine.parallel_jobs.space_sharing.reference.account import Account
from engine.parallel_jobs.space_sharing.reference.decision import PlanLine
from engine.parallel_jobs.space_sharing.reference.running import Progress, Running
from engine.parallel_jobs.space_sharing.rules.placement import as_counted
from engine.parallel_jobs.space_sharing.rules.requests import limits

LAST = 2**40
"""Rank of an arrival, plus the job's number: at equal times after all ends and machine events.

The rank of an end is the job's number."""

PASS = 2 * LAST
"""Rank of the pass: at equal times after everything else."""


class Clock(Account, Progress):
    """The cluster and its clock; a subclass decides what an arrival and an end lead to."""

    can_follow = False
    """Whether whoever starts can be told so, instead of deciding: see `following.py`."""

    look = 1
    """What a pass takes for a job that waits, in looks."""

    def __init__(
        self,
        jobs: Jobs,
        machines: Machines,
        rules: Rules,
        policy: int,
        explain_from: int | None = None,
        machine_events: MachineEvents = NO_EVENTS,
    ) -> None:
        share = progress_share(rules.checkpoint_interval, rules.checkpoint_cost)
        self.jobs = jobs._replace(speedup=jobs.speedup * share)
        self.period = rules.checkpoint_interval + rules.checkpoint_cost if rules.checkpoint_interval > 0 else 0.0
        preempts = rules.operation is not None and rules.operation.preempts
        self.machines, self.machine_events = as_counted(machines, machine_events, preempts), machine_events
        self.rules, self.policy = rules, policy
        self.groups = machines  # as the scenario has them
        self.alpha = machines.speed_factor[machines.group].tolist()  # with users: times their number + 1
        self.worst = max(self.alpha)  # of the machines that are there
        self.processors = len(self.alpha)  # that are there
        bounds = limits(jobs, self.processors, policy)
        self.least, self.most = bounds.least.tolist(), bounds.most.tolist()
        self.work, self.pause = jobs.demand.tolist(), [0.0] * len(jobs.gap)  # ahead of a job when it starts (again)
        self.env = ExactClock()
        self.free = set(range(self.processors))
        self.running = []
        self.over = 0
        self.pass_expected = False
        self.records = empty_records(len(jobs.gap), self.processors)
        self.records.start[:] = self.records.end[:] = np.inf
        groups = len(self.machines.speed_factor)
        self.busy, self.busy_since, self.used = [0.0] * groups, [0.0] * groups, [0] * groups
        self.rows = []
        self.allocated = []
        self.explain_from = explain_from
        self.explanations = []
        self.explained_rows = []
        self.plans: dict[int, list[PlanLine]] = {}
        self.prepare()

    def prepare(self) -> None:
        """What a subclass remembers besides, before anything happens."""

    def run(self) -> Records:
        """Simulate until every job has ended."""
        self.expect()
        self.env.run()
        return self.records._replace(busy=self._busy(), log=self._log())

    def run_until(self, row: int) -> None:
        """Simulate until the log has so many rows and the pass after the last is over, to explain them."""
        self.expect()
        while not self.lost and (len(self.rows) < row or self.pass_expected):
            self.env.step()
            if self.is_shown:
                self.plans[len(self.rows)] = self.plan()

    # what a policy decides --------------------------------------------------------------------------------------------

    def on_arrival(self, job: int) -> None:
        """Let the job wait for the pass, or reject it."""
        raise NotImplementedError

    def on_end(self, ended: Running) -> None:
        """Take note that a job has ended."""

    def on_vacated(self) -> None:
        """Take note that a job has left all its machines."""

    def serve(self) -> None:
        """The one pass of this instant: start whoever is to start now."""
        raise NotImplementedError

    def follow(self, starts: Iterable[tuple[int, list[int]]]) -> None:
        """Instead of `serve`: start these jobs on these machines; only where a policy has no plans to keep up."""
        raise NotImplementedError

    def waits(self) -> list[int]:
        """Jobs that wait."""
        raise NotImplementedError

    def forced(self, job: int) -> bool | None:
        """Whether somebody forces this job to start now (True), or not to (False); see `forcing.py`."""
        return None

    def decided(self, job: int, starts: bool, can: bool) -> bool:
        """Whether a job starts: as the policy says, or as it is forced to, if it *can*."""
        forced = self.forced(job)
        return starts if forced is None else forced and can

    # events -----------------------------------------------------------------------------------------------------------

    def expect(self) -> None:
        """Look forward to what comes from outside."""
        if not len(self.jobs.after):
            self._expect_arrival(0)
            return
        self.followers: dict[int, list[int]] = {}
        for job, (before, arrival) in enumerate(zip(self.jobs.after.tolist(), np.cumsum(self.jobs.gap), strict=True)):
            if before < 0:
                Occurrence.at(self.env, float(arrival), LAST + job, self._arrival_of(job))
            else:
                self.followers.setdefault(before, []).append(job)

    def _expect_arrival(self, job: int) -> None:
        if job < len(self.jobs.gap):
            Occurrence(self.env, float(self.jobs.gap[job]), LAST + job, self._arrival_of(job))

    def _arrival_of(self, job: int) -> Action:
        return lambda _: self._arrive(job)

    def _expect_followers(self, ended: int) -> None:
        """Jobs that come when their users have thought about what has *ended*."""
        for job in self.followers.get(ended, ()):
            Occurrence(self.env, float(self.jobs.think[job]), LAST + job, self._arrival_of(job))

    def _arrive(self, job: int) -> None:
        self.records.arrival[job] = self.env.now
        self.note(Happening.ARRIVAL, job, [])
        if self.can_ever_start(job):
            self.on_arrival(job)
        else:
            self.reject(job, Reason.TOO_FEW_PROCESSORS)
        self.expect_pass()
        if not len(self.jobs.after):
            self._expect_arrival(job + 1)

    def _end(self, running: Running, event: simpy.Event) -> None:
        if event is not running.ending:
            return  # the job was resized since; its end was expected anew
        if np.isinf(self.env.now):
            raise SpanError(ENDLESS)
        self.records.end[running.job] = self.env.now
        self.over += 1
        self.allocate(running, [], Happening.END)
        self.running.remove(running)
        self.on_vacated()
        self.on_end(running)
        if len(self.jobs.after):
            self._expect_followers(running.job)
        self.expect_pass()

    def can_ever_start(self, job: int) -> bool:
        """Whether there are, or will be, as many machines as the job cannot do without."""
        return True

    def expect_pass(self) -> None:
        """Decide when everything has happened that happens now; who starts and ends at once makes one more pass."""
        if not self.pass_expected:
            self.pass_expected = True
            Occurrence(self.env, 0.0, PASS, lambda _: self._pass())

    def _pass(self) -> None:
        self.pass_expected = False
        self.serve()

    # what a policy can do ---------------------------------------------------------------------------------------------

    def start(self, job: int, size: int, machines: list[int] | None = None) -> None:
        """Start *job* on so many idle machines, those that it would choose, or on these."""
        running = Running(job, self.work[job])
        if np.isinf(self.records.start[job]):  # not one that starts again
            self.records.start[job], self.records.size[job] = self.env.now, size
        self.running.append(running)
        self.allocate(running, self.chosen(job, size) if machines is None else machines, Happening.START)
        running.changed = self.env.now
        running.began = self.env.now + self.pause[job]
        self.proceed(running, running.began)
        running.expected_end = self.env.now + self.estimate(job, running.machines)

    def reject(self, job: int, reason: Reason) -> None:
        """Send *job* away."""
        self.over += 1
        self.records.reason[job] = reason
        self.records.start[job] = self.records.end[job] = self.records.arrival[job]
        self.note(Happening.REJECTION, job, [])

    def resize_all(self, sizes: list[int]) -> None:
        """Give the running jobs these sizes: first those that shrink, then those that grow."""
        for running, size in list(zip(self.running, sizes, strict=True)):
            if size < running.size:
                self.resize(running, self._fastest(running.machines, size))
        for running, size in list(zip(self.running, sizes, strict=True)):
            if size > running.size:
                self.resize(running, running.machines + self.fastest_free(size - running.size))

    def resize(self, running: Running, machines: list[int]) -> None:
        """Let a job shrink or grow to these machines."""
        self.settle(running)
        self.allocate(running, machines, Happening.RESIZE)
        self.records.resizes[running.job] += 1
        self.proceed(running, max(self.env.now, running.since) + self.rules.resize_cost)

    # machines ---------------------------------------------------------------------------------------------------------

    def chosen(self, _job: int, size: int) -> list[int]:
        """The idle machines that a job takes if it starts with this size now: the fastest."""
        return self.fastest_free(size)

    def fastest_free(self, size: int) -> list[int]:
        """So many idle machines, the fastest first, of equal ones the lowest number first."""
        return sorted(self.free, key=lambda machine: (self.alpha[machine], machine))[:size]

    def _fastest(self, machines: list[int], size: int) -> list[int]:
        """Which machines a job keeps when it shrinks: not the slowest, of equal ones those of the lowest numbers."""
        return sorted(machines, key=lambda machine: (self.alpha[machine], machine))[:size]

    def allocate(self, running: Running, machines: list[int], happening: Happening) -> None:
        """Let a job have these machines and no others."""
        for machine in set(running.machines) - set(machines):
            self.free.add(machine)
        for machine in set(machines) - set(running.machines):
            self.free.remove(machine)
        groups = self.machines.group
        for group in range(len(self.used)):
            before = sum(groups[machine] == group for machine in running.machines)
            after = sum(groups[machine] == group for machine in machines)
            if before != after:
                self.busy[group] += (self.env.now - self.busy_since[group]) * self.used[group]
                self.busy_since[group] = self.env.now
                self.used[group] += after - before
        running.machines = machines
        ordered = sorted(machines, key=lambda machine: (-self.alpha[machine], machine))
        self.note(happening, running.job, ordered, self.delay_class(machines))

    def delay_class(self, machines: list[int]) -> int:
        """Delay class of a job on *machines*, -1 for none."""
        return max((int(self.machines.classes.of_load[self.machines.group[one], 1]) for one in machines), default=-1)

    def proceed(self, running: Running, since: float) -> None:
        """Run from *since* on with the machines that the job has now."""
        running.rate = self.rate(running.job, running.machines)
        running.since = since
        delay = (since - self.env.now) + running.remaining / running.rate
        running.end = self.env.now + delay
        running.ending = Occurrence(self.env, delay, self.rank(running), lambda event: self._end(running, event))

    def rank(self, running: Running) -> int:
        """Which of the ends at one instant comes first; one that comes up only now waits for the pass of now."""
        return running.job if running.end > self.env.now else PASS + 1 + running.job

    @property
    def lost(self) -> bool:
        """Whether there is no telling what happens next."""
        return False
