"""Space sharing, to be read: what happens to machines, and to the jobs on them."""

from itertools import takewhile

import numpy as np

from engine.parallel_jobs.machine_events.events import MachineEventKind, with_ends_of_notices
from engine.parallel_jobs.occurrence import Occurrence
from engine.parallel_jobs.records import Happening, Reason
from engine.parallel_jobs.space_sharing.reference.clock import LAST, Clock
from engine.parallel_jobs.space_sharing.reference.running import Running
from engine.parallel_jobs.space_sharing.rules.requests import limits

BEFORE_ARRIVALS = LAST - 1
"""Rank of a machine event: at equal times after the ends, and before the arrival."""


class DisruptedClock(Clock):
    """The clock of a cluster to whose machines something happens."""

    def prepare(self) -> None:
        """Nobody has come or gone."""
        super().prepare()
        self.users = [0] * self.processors
        self.gone: set[int] = set()
        self.leaving: dict[int, float] = {}  # machines whose job may end on them, and when the notice ends
        self.machine_events = with_ends_of_notices(self.machine_events)
        self.evicted: dict[int, float] = {}  # ever, and when last
        self.limit = self.processors  # there are never more from now on
        self.floor = np.minimum(self.jobs.min_size, self.processors).tolist()  # what a job cannot do without

    # what a policy decides --------------------------------------------------------------------------------------------

    def can_spare(self, running: Running) -> bool:
        """Whether a job can do with one machine less."""
        return False

    def on_eviction(self, job: int) -> None:
        """Let a job wait that has lost its machines."""
        raise NotImplementedError

    def put_in_front(self, queue: list[int], job: int) -> None:
        """Let an evicted job wait before all others; of those evicted at one instant by number."""
        evicted_now = takewhile(lambda other: self.evicted.get(other) == self.env.now, queue)
        queue.insert(sum(other < job for other in evicted_now), job)

    def on_change(self) -> None:
        """Take note that there are other machines, or other users on them."""

    def on_leaving(self, job: int) -> None:
        """Let a job that waits do so no longer, since it could never start."""
        raise NotImplementedError

    # events -----------------------------------------------------------------------------------------------------------

    def expect(self) -> None:
        """Look forward to what comes from outside."""
        self._expect_machine_event(0)
        super().expect()

    def _expect_machine_event(self, n: int) -> None:
        if n < len(self.machine_events.time):
            instant = max(self.env.now, float(self.machine_events.time[n]))
            Occurrence.at(self.env, instant, BEFORE_ARRIVALS, lambda _: self._happen(n))

    def _happen(self, n: int) -> None:
        if self.over == len(self.jobs.gap):
            return  # every job has ended
        kind, machine = int(self.machine_events.kind[n]), int(self.machine_events.machine[n])
        if kind == MachineEventKind.LIMIT:
            self._set_limit(machine)
            self.on_change()
            self.expect_pass()
            self._expect_machine_event(n + 1)
            return
        if kind == MachineEventKind.NOTICE_ENDS:
            if self.leaving.get(machine, np.inf) <= self.machine_events.time[n]:
                self.note(Happening.MACHINE, MachineEventKind.SHUTDOWN, [machine])
                del self.leaving[machine]
                self._take_away(machine, 0.0)
                self.on_change()
                self.expect_pass()
            self._expect_machine_event(n + 1)
            return
        self.note(Happening.MACHINE, kind, [machine])
        before = self.users[machine], machine in self.gone, machine in self.leaving
        if kind in (MachineEventKind.USER_ARRIVES, MachineEventKind.USER_LEAVES):
            self._set_users(machine, max(0, self.users[machine] + (1 if kind == MachineEventKind.USER_ARRIVES else -1)))
        elif kind == MachineEventKind.RETURN:
            self._bring_back(machine)
        elif machine not in self.gone and machine not in self.leaving:
            announced = kind == MachineEventKind.SHUTDOWN
            notice = float(self.machine_events.notice[n]) if announced else -np.inf
            if not self._stays(machine, float(self.machine_events.time[n]), notice):
                self._take_away(machine, notice)
        if before != (self.users[machine], machine in self.gone, machine in self.leaving):
            self.on_change()
            self.expect_pass()
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
        """Run from *since* on, and let the user estimate the end anew."""
        self.proceed(running, since)
        left = self.estimated(running.job, running.remaining, running.rate)
        running.expected_end = self.env.now + ((since - self.env.now) + left)

    # machines that come and go ----------------------------------------------------------------------------------------

    def _stays(self, machine: int, announced: float, notice: float) -> bool:
        """Let the job on *machine* run on until the end of the notice, if it can end, or do nothing better, by then.

        It keeps its size till then.
        """
        owner, until = self._owner(machine), announced + notice
        if owner is None or (owner.end > until and (notice <= 0 or self._can_leave(owner, notice))):
            return False
        self.leaving[machine] = until
        self.least[owner.job] = self.most[owner.job] = owner.size
        return True

    def on_vacated(self) -> None:
        """The machines go that were only there for the job."""
        for machine in sorted(self.leaving.keys() & self.free):
            del self.leaving[machine]
            self._take_away(machine, -np.inf)
            self.on_change()

    def lasting(self, running: Running) -> int:
        """Machines that will be there for others when the job has ended."""
        return running.size - len(self.leaving.keys() & set(running.machines))

    def _bring_back(self, machine: int) -> None:
        self.leaving.pop(machine, None)
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

    def _set_limit(self, machines: int) -> None:
        """Let there never be more *machines* again: who can do with that asks for no more, who cannot is rejected."""
        self.limit = machines
        running = {running.job for running in self.running}
        for job in range(len(self.floor)):
            if job in running or np.isfinite(self.records.end[job]):
                continue
            self._cut(job)
            if job in self.waits() and not self.can_ever_start(job):
                self.on_leaving(job)
                self._give_up(job)

    def waits(self) -> list[int]:
        """The jobs that wait."""
        raise NotImplementedError

    def can_ever_start(self, job: int) -> bool:
        """Whether there are, or will be, as many machines as the job cannot do without."""
        return bool(self.floor[job] <= self.limit)

    def _cut(self, job: int) -> None:
        self.least[job], self.most[job] = min(self.least[job], self.limit), min(self.most[job], self.limit)

    def _give_up(self, job: int) -> None:
        self.reject(job, Reason.DROPPED if job in self.evicted else Reason.TOO_FEW_PROCESSORS)

    def _can_leave(self, running: Running, notice: float) -> bool:
        """Whether the job can do with one machine less, or move, or write a checkpoint, within the *notice*."""
        in_time = self._cost(running.job, running.size) <= notice
        return in_time or self.can_spare(running) or self._can_move(running, notice)

    def _can_move(self, running: Running, notice: float) -> bool:
        """Whether an idle machine can take the place of one of the job's within the *notice*."""
        ready = max(self.env.now, running.since)
        return bool(self.free) and (ready - self.env.now) + self._cost(running.job, 1) <= notice

    def _rescue(self, running: Running, machine: int, notice: float) -> None:
        rest = [one for one in running.machines if one != machine]
        ready, pause = max(self.env.now, running.since), self._cost(running.job, 1)
        if notice >= 0 and self.can_spare(running):
            self.resize(running, rest)
        elif self._can_move(running, notice):
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
        self.on_vacated()
        self.evicted[job] = self.env.now
        bounds = limits(self.jobs, len(self.alpha), self.policy)  # a moldable job chooses its size anew
        self.least[job], self.most[job] = int(bounds.least[job]), int(bounds.most[job])
        self._cut(job)
        if self.can_ever_start(job):
            self.on_eviction(job)
        else:
            self._give_up(job)

    def _cost(self, job: int, processes: int) -> float:
        """Time to write a checkpoint of the job and to transfer so many of its processes, s."""
        process = self.rules.latency + self.rules.transfer_per_kb * float(self.jobs.process_size[job])
        return self.rules.checkpoint + processes * process
