"""Space sharing, to be read: what happens to machines, and to the jobs on them."""

import numpy as np

from engine.parallel_jobs.machine_events import MachineEventKind
from engine.parallel_jobs.occurrence import Occurrence
from engine.parallel_jobs.records import Happening
from engine.parallel_jobs.space_sharing.clock import LAST, Clock, Running

BEFORE_ARRIVALS = LAST - 1
"""Rank of a machine event: at equal times after the ends, and before the arrival."""


class StruckClock(Clock):
    """The clock of a cluster to whose machines something happens."""

    def prepare(self) -> None:
        """Nobody has come or gone."""
        super().prepare()
        self.users = [0] * self.processors
        self.gone: set[int] = set()
        self.evicted: set[int] = set()  # ever

    # what a policy decides --------------------------------------------------------------------------------------------

    def can_spare(self, running: Running) -> bool:
        """Whether a job can do with one machine less."""
        return False

    def on_eviction(self, job: int) -> None:
        """Let a job wait that has lost its machines."""
        raise NotImplementedError

    def on_change(self) -> None:
        """Use the machines as they are now."""
        raise NotImplementedError

    # events -----------------------------------------------------------------------------------------------------------

    def expect(self) -> None:
        """Look forward to what comes from outside."""
        self._expect_machine_event(0)
        super().expect()

    def _expect_machine_event(self, n: int) -> None:
        if n < len(self.machine_events.time):
            delay = max(0.0, float(self.machine_events.time[n]) - self.env.now)
            Occurrence(self.env, delay, BEFORE_ARRIVALS, lambda _: self._happen(n))

    def _happen(self, n: int) -> None:
        if self.over == len(self.jobs.gap):
            return  # every job has ended
        kind, machine = int(self.machine_events.kind[n]), int(self.machine_events.machine[n])
        self.note(Happening.MACHINE, kind, [machine])
        before = self.users[machine], machine in self.gone
        if kind in (MachineEventKind.USER_ARRIVES, MachineEventKind.USER_LEAVES):
            self._set_users(machine, max(0, self.users[machine] + (1 if kind == MachineEventKind.USER_ARRIVES else -1)))
        elif kind == MachineEventKind.RETURN:
            self._bring_back(machine)
        elif machine not in self.gone:
            announced = kind == MachineEventKind.SHUTDOWN
            self._take_away(machine, float(self.machine_events.notice[n]) if announced else -np.inf)
        if before != (self.users[machine], machine in self.gone):
            self.on_change()
        self._expect_machine_event(n + 1)

    # users ------------------------------------------------------------------------------------------------------------

    def _set_users(self, machine: int, users: int) -> None:
        """Let the machine be as slow as so many users and one process make it."""
        owner = self._owner(machine)
        before = self.slowest(owner.machines) if owner else 0.0
        self.users[machine] = users
        classes = self.machines.classes
        self.alpha[machine] = float(classes.delay[classes.of_load[machine, 1 + users]])
        self._look_for_the_worst()
        after = self.slowest(owner.machines) if owner else 0.0
        if owner and after != before:
            self.settle(owner)
            if after < before:
                self.records.upgrades[owner.job] += 1
            happening = Happening.UPGRADE if after < before else Happening.DOWNGRADE
            self.note(happening, owner.job, [], self.delay_class(owner.machines))
            self._go_on(owner, max(self.env.now, owner.since))

    def _owner(self, machine: int) -> Running | None:
        return next((running for running in self.running if machine in running.machines), None)

    def _look_for_the_worst(self) -> None:
        there = set(range(len(self.alpha))) - self.gone
        self.worst = max((self.alpha[machine] for machine in there), default=max(self.alpha))

    def delay_class(self, machines: list[int]) -> int:
        """Delay class of a job on *machines*, their users counted, -1 for none."""
        of_load, group = self.machines.classes.of_load, self.machines.group
        return max((int(of_load[group[machine], 1 + self.users[machine]]) for machine in machines), default=-1)

    def _go_on(self, running: Running, since: float) -> None:
        """Run from *since* on, and let the user estimate the end anew, as wrong as before."""
        self.proceed(running, since)
        left = running.remaining / running.rate * float(self.jobs.estimate[running.job])
        running.expected_end = self.env.now + ((since - self.env.now) + left)

    # machines that come and go ----------------------------------------------------------------------------------------

    def _bring_back(self, machine: int) -> None:
        if machine in self.gone:
            self.gone.remove(machine)
            self.free.add(machine)
            self.processors += 1
            self._look_for_the_worst()

    def _take_away(self, machine: int, notice: float) -> None:
        """Let the job on *machine* leave it within the *notice* (-inf for none)."""
        self.gone.add(machine)
        self.processors -= 1
        self._look_for_the_worst()
        owner = self._owner(machine)
        if owner:
            self._rescue(owner, machine, notice)
        self.free.discard(machine)

    def _rescue(self, running: Running, machine: int, notice: float) -> None:
        rest = [one for one in running.machines if one != machine]
        ready = max(self.env.now, running.since)
        pause = self._cost(running.job, 1)
        if notice >= 0 and self.can_spare(running):
            self.resize(running, rest)
        elif self.free and (ready - self.env.now) + pause <= notice:
            self.settle(running)
            self.allocate(running, rest + self.fastest_free(1), Happening.MIGRATION)
            self.records.migrations[running.job] += 1
            self.records.evacuations[running.job] += 1
            self._go_on(running, ready + pause)
        else:
            self._evict(running, notice)

    def _evict(self, running: Running, notice: float) -> None:
        """Take all machines from the job: with a checkpoint if there is time for one, without its work otherwise."""
        job, remaining, kept = running.job, self.remaining(running), self.kept(running)
        cost = self._cost(job, running.size)
        in_time = cost <= notice
        if in_time:
            self.records.checkpoints[job] += 1
        else:
            self.records.failures[job] += 1
            self.records.lost[job] += kept - remaining
        self.work[job] = remaining if in_time else kept
        self.pause[job] = cost if in_time else 0.0
        running.ending = None
        self.running.remove(running)
        self.allocate(running, [], Happening.EVICTION)
        self.evicted.add(job)
        self.on_eviction(job)

    def _cost(self, job: int, processes: int) -> float:
        """Time to write a checkpoint of the job and to transfer so many of its processes, s."""
        process = self.rules.latency + self.rules.transfer_per_kb * float(self.jobs.process_size[job])
        return self.rules.checkpoint + processes * process
