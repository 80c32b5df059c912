"""The model, to be read: the three SED policies as a SimPy simulation.

Same arrays in, same arrays out as `kernel/`, bit for bit. README.md states the rules; the numbers in comments are
those of its list.
"""

from collections import deque
from itertools import takewhile

import numpy as np
import simpy

from engine.inputs.span import ENDLESS, SpanError
from engine.parallel_jobs.machine_events.checkpoints import kept_work, progress_share
from engine.parallel_jobs.machine_events.events import (
    NO_EVENTS,
    MachineEventKind,
    MachineEvents,
    with_ends_of_notices,
    with_users,
)
from engine.parallel_jobs.model import Jobs, Machines, Rules
from engine.parallel_jobs.occurrence import Occurrence
from engine.parallel_jobs.policies import MIGRATING, TIME_SHARING, UPGRADING
from engine.parallel_jobs.records import Happening, Log, Reason, Records, empty_records, log_of_rows
from engine.parallel_jobs.time_sharing.rules import (
    Mapping,
    faster_machines,
    machines_for,
    migration_pays,
    next_migrant,
    refuge,
)


class Progress:
    """How far a job is: demand left at an instant, and its rate from then on."""

    def __init__(self, demand: float) -> None:
        self.remaining = demand
        self.rate = 0.0
        self.since = 0.0
        self.ending: Occurrence | None = None
        self.end = np.inf
        self.releasing: Occurrence | None = None
        # what a failure asks for: see `machine_events/checkpoints.py`
        self.began = self.changed = 0.0
        self.kept = demand
        self.pause = 0.0  # when it starts again


class Model:
    """The cluster, its queue and its clock."""

    def __init__(
        self, jobs: Jobs, machines: Machines, rules: Rules, policy: int, machine_events: MachineEvents = NO_EVENTS
    ) -> None:
        self.jobs, self.machines, self.rules, self.policy = jobs, machines, rules, policy
        self.machine_events = with_ends_of_notices(machine_events)
        self.evicted: dict[int, float] = {}  # when last
        self.until = [np.inf] * len(machines.group)  # when the notice of a machine ends that was shut down
        self.share = progress_share(rules.checkpoint_interval, rules.checkpoint_cost)
        self.period = rules.checkpoint_interval + rules.checkpoint_cost if rules.checkpoint_interval > 0 else 0.0
        self.env = simpy.Environment()
        self.mapping = Mapping(machines)
        self.queue: deque[int] = deque()
        self.progress = [Progress(float(demand)) for demand in jobs.demand]
        self.to_come = len(jobs.gap)
        self.limit = len(machines.group)  # there are never more machines from now on
        self.records = empty_records(len(jobs.gap), len(machines.group))
        self.records.start[:] = self.records.end[:] = np.inf
        self.busy_since = np.zeros(len(machines.group))
        self.rows: list[tuple[float, int, int, int]] = []
        self.allocated: list[list[int]] = []

    def run(self) -> Records:
        """Simulate until every job has ended."""
        self._expect_machine_event(0)
        self._expect_arrival(0)
        self.env.run()
        return self.records._replace(log=self._log())

    # arrivals ---------------------------------------------------------------------------------------------------------

    def _expect_arrival(self, job: int) -> None:
        # Ranks at one instant: releases 0 .. J - 1, ends J .. 2 J - 1, machine events 2 J, the arrival 2 J + 1.
        if job < len(self.jobs.gap):
            Occurrence(self.env, float(self.jobs.gap[job]), 2 * len(self.jobs.gap) + 1, lambda _: self._arrive(job))

    def _arrive(self, job: int) -> None:
        self.records.arrival[job] = self.env.now
        self._note(Happening.ARRIVAL, job)
        self.to_come -= 1
        if self._can_ever_start(job):
            self.queue.append(job)
            self._map_heads()
        else:
            self._reject(job)
        self._expect_arrival(job + 1)

    # mapping (rules 3 to 6) -------------------------------------------------------------------------------------------

    def _map_heads(self) -> None:
        while self.queue:
            chosen = self._machines_for(self.queue[0])
            if not chosen:
                return
            self._start(self.queue.popleft(), chosen)

    def _machines_for(self, job: int) -> list[int]:
        return machines_for(self.mapping, self.policy, int(self.jobs.min_size[job]), int(self.jobs.max_size[job]))

    def _start(self, job: int, chosen: list[int]) -> None:
        self._occupy(chosen)
        placement = self.mapping.place(job, chosen)
        if np.isinf(self.records.start[job]):  # not one that starts again
            self.records.start[job] = self.env.now
            self.records.size[job] = placement.size
        self._note(Happening.START, job, chosen)
        progress = self.progress[job]
        progress.since = progress.changed = self.env.now
        progress.began = self.env.now + progress.pause
        progress.kept = progress.remaining
        self._proceed(job, progress.began)

    def _proceed(self, job: int, since: float) -> None:
        """Run from *since* (now, or when a transfer will have ended) at the rate of the job's machines (rule 5)."""
        progress, placement = self.progress[job], self.mapping.running[job]
        progress.kept = self._kept(job)
        progress.changed = self.env.now
        progress.remaining = self._remaining(job)
        progress.rate = self._rate(job, placement.delay_class)
        progress.since = since
        delay = (since - self.env.now) + progress.remaining / progress.rate
        progress.end = self.env.now + delay
        progress.ending = Occurrence(self.env, delay, len(self.jobs.gap) + job, lambda event: self._end(job, event))

    def _rate(self, job: int, delay_class: int) -> float:
        """Demand that the job does per second in that class, periodic checkpoints allowed for."""
        speedup = float(self.jobs.speedup[self.jobs.curve[job], self.mapping.running[job].size])
        return speedup * self.share / float(self.machines.classes.delay[delay_class])

    def _remaining(self, job: int) -> float:
        """Demand that is left right now, s on one machine of speed factor 1."""
        progress = self.progress[job]
        if self.env.now <= progress.since:
            return progress.remaining
        return max(0.0, progress.remaining - (self.env.now - progress.since) * progress.rate)

    def _kept(self, job: int) -> float:
        """Demand that was left at the last checkpoint."""
        p = self.progress[job]
        return float(kept_work(self.env.now, p.began, self.period, p.changed, p.kept, p.since, p.remaining, p.rate))

    # termination (rule 7) ---------------------------------------------------------------------------------------------

    def _end(self, job: int, event: simpy.Event) -> None:
        if event is not self.progress[job].ending:
            return  # the job's rate has changed since; its end was expected anew
        if np.isinf(self.env.now):
            raise SpanError(ENDLESS)
        self.records.end[job] = self.env.now
        self._note(Happening.END, job)
        freed = self.mapping.running[job].machines + self.mapping.running[job].held
        self.mapping.remove(job)
        self._vacate(freed)
        self._go_on()

    def _go_on(self) -> None:
        """After whatever may have freed machines or made them faster."""
        self._upgrade()
        self._map_heads()
        if self.policy in MIGRATING and not self.queue:
            self._migrate()

    def _upgrade(self) -> None:
        if self.policy not in UPGRADING or (self.rules.upgrade_only_when_queue_empty and self.queue):
            return
        for job in self.mapping.upgradable():
            self.mapping.upgrade(job)
            self.records.upgrades[job] += 1
            self._note(Happening.UPGRADE, job)
            if self.progress[job].end > self.env.now:
                self._proceed(job, max(self.env.now, self.progress[job].since))

    # migration (rule 8) -----------------------------------------------------------------------------------------------

    def _migrate(self) -> None:
        tried: set[int] = set()
        while (job := next_migrant(self.mapping, tried, self._may_move)) is not None:
            tried.add(job)
            self._try_to_migrate(job)

    def _may_move(self, job: int) -> bool:
        """Not in transfer, its old machines released, and not about to end in this very instant."""
        progress = self.progress[job]
        return progress.since <= self.env.now < progress.end and not self.mapping.running[job].held

    def _try_to_migrate(self, job: int) -> None:
        chosen = self._faster_machines(job)
        if not chosen:
            return
        pause = self._cost(job, len(set(chosen) - set(self.mapping.running[job].machines)))
        if self.rules.migrate_only_if_it_pays:
            target = max(self.mapping.is_available(machine, but=job) for machine in chosen)
            there = self._rate(job, target)
            if not migration_pays(pause, self._remaining(job), there, self.progress[job].rate):
                return
        self._move(job, chosen, pause)
        self._upgrade()

    def _faster_machines(self, job: int) -> list[int]:
        return faster_machines(self.mapping, job)

    def _cost(self, job: int, processes: int) -> float:
        """Time to write a checkpoint of the job and to transfer so many of its processes, s."""
        process = self.rules.latency + self.rules.transfer_per_kb * float(self.jobs.process_size[job])
        return self.rules.checkpoint + processes * process

    def _move(self, job: int, chosen: list[int], pause: float) -> None:
        old = self.mapping.running[job].machines
        self._occupy([machine for machine in chosen if machine not in old])
        self.mapping.move(job, chosen, self.rules.hold_old_machines)
        held = self.mapping.running[job].held
        self._vacate([machine for machine in old if machine not in chosen and machine not in held])
        self.records.migrations[job] += 1
        self._note(Happening.MIGRATION, job, chosen)
        self._proceed(job, self.env.now + pause)
        if self.rules.hold_old_machines:
            delay = self.progress[job].since - self.env.now
            self.progress[job].releasing = Occurrence(self.env, delay, job, lambda event: self._release(job, event))

    def _release(self, job: int, event: simpy.Event) -> None:
        if job not in self.mapping.running or event is not self.progress[job].releasing:
            return  # it ended, and freed everything, a rounding step before its transfer did, or it was evicted
        held = self.mapping.running[job].held
        self.mapping.release(job)
        self._note(Happening.RELEASE, job)
        self._vacate(held)
        self._go_on()

    # machine events (rules 10 to 15) ----------------------------------------------------------------------------------

    def _expect_machine_event(self, n: int) -> None:
        if n < len(self.machine_events.time):
            delay = max(0.0, float(self.machine_events.time[n]) - self.env.now)
            Occurrence(self.env, delay, 2 * len(self.jobs.gap), lambda _: self._happen(n))

    def _happen(self, n: int) -> None:
        if not (self.to_come or self.queue or self.mapping.running):
            return  # every job has ended
        kind, machine = int(self.machine_events.kind[n]), int(self.machine_events.machine[n])
        if kind == MachineEventKind.LIMIT:
            self._set_limit(machine)
            self._go_on()
            self._expect_machine_event(n + 1)
            return
        time, notice = float(self.machine_events.time[n]), float(self.machine_events.notice[n])
        if kind == MachineEventKind.NOTICE_ENDS:
            if self.until[machine] <= time and self.mapping.processes(machine) > 0:
                self._note(Happening.MACHINE, MachineEventKind.SHUTDOWN, [machine])
                self._clear(machine, 0.0, self.env.now)
                self._go_on()
            self._expect_machine_event(n + 1)
            return
        self._note(Happening.MACHINE, kind, [machine])
        if self.mapping.happens(kind, machine):
            if kind == MachineEventKind.USER_ARRIVES:
                self._downgrade(machine)
            elif kind in (MachineEventKind.SHUTDOWN, MachineEventKind.FAILURE):
                notice = notice if kind == MachineEventKind.SHUTDOWN else -np.inf
                self.until[machine] = time + notice
                self._clear(machine, notice, self.until[machine])
            elif kind == MachineEventKind.RETURN:
                self.until[machine] = np.inf
        self._go_on()
        self._expect_machine_event(n + 1)

    def _set_limit(self, machines: int) -> None:
        """Let there never be more *machines* again: who waits and cannot do with that is rejected."""
        self.limit = machines
        for job in list(self.queue):
            if not self._can_ever_start(job):
                self.queue.remove(job)
                self._reject(job)

    def _can_ever_start(self, job: int) -> bool:
        return bool(self.jobs.min_size[job] <= self.limit)

    def _reject(self, job: int) -> None:
        started = np.isfinite(self.records.start[job])
        self.records.reason[job] = Reason.DROPPED if started else Reason.TOO_FEW_PROCESSORS
        self.records.start[job] = self.records.end[job] = self.records.arrival[job]
        self._note(Happening.REJECTION, job)

    def _downgrade(self, machine: int) -> None:
        for job in self.mapping.downgradable(machine):
            self.mapping.downgrade(job)
            self._note(Happening.DOWNGRADE, job)
            if self.progress[job].end > self.env.now:
                self._proceed(job, max(self.env.now, self.progress[job].since))

    def _clear(self, machine: int, notice: float, until: float) -> None:
        """Let the jobs leave *machine* within the *notice* (-inf for none), which ends at *until*.

        Those stay that end by then, or that can do nothing better before; those that cannot move wait again.
        """
        for job in sorted(self.mapping.jobs_on[machine] | self.mapping.held_on[machine]):
            if self.progress[job].end <= until or self._transfer_ends_in_time(job, machine, until):
                continue
            if self._evacuate(job, notice) or 0 < notice < self._cost(job, self.mapping.running[job].size):
                continue
            self._evict(job, notice)
            if self._can_ever_start(job):
                self._put_in_front(job)
            else:
                self._reject(job)

    def _put_in_front(self, job: int) -> None:
        """Let an evicted job wait before all others; of those evicted at one instant by number."""
        evicted_now = takewhile(lambda other: self.evicted.get(other) == self.env.now, self.queue)
        self.queue.insert(sum(other < job for other in evicted_now), job)
        self.evicted[job] = self.env.now

    def _transfer_ends_in_time(self, job: int, machine: int, until: float) -> bool:
        """Whether the job has left *machine* already, and its processes there are fetched by then."""
        return machine in self.mapping.running[job].held and self.progress[job].since <= until

    def _evacuate(self, job: int, notice: float) -> bool:
        """Migrate the job if it is not in transfer and there is somewhere to go in time."""
        if self.env.now < self.progress[job].since or self.mapping.running[job].held:
            return False
        chosen = refuge(self.mapping, job)
        pause = self._cost(job, len(set(chosen) - set(self.mapping.running[job].machines)))
        if not chosen or pause > notice:
            return False
        self.records.evacuations[job] += 1
        self._move(job, chosen, pause)
        return True

    def _evict(self, job: int, notice: float) -> None:
        """Take the job off all its machines: with a checkpoint if there is time for one, without its work otherwise."""
        progress, placement = self.progress[job], self.mapping.running[job]
        remaining, kept = self._remaining(job), self._kept(job)
        cost = self._cost(job, placement.size)
        in_time = cost <= notice
        if in_time:
            self.records.checkpoints[job] += 1
        else:
            self.records.failures[job] += 1
            self.records.lost[job] += kept - remaining
        progress.remaining = remaining if in_time else kept
        progress.pause = cost if in_time else 0.0
        progress.end, progress.ending, progress.releasing = np.inf, None, None
        self.mapping.remove(job)
        self._vacate(placement.machines + placement.held)
        self._note(Happening.EVICTION, job)

    # accounting -------------------------------------------------------------------------------------------------------

    def _occupy(self, machines: list[int]) -> None:
        for machine in machines:
            if self.mapping.processes(machine) == 0:
                self.busy_since[machine] = self.env.now

    def _vacate(self, machines: list[int]) -> None:
        for machine in machines:
            if self.mapping.processes(machine) == 0:
                self.records.busy[machine] += self.env.now - self.busy_since[machine]

    def _note(self, happening: Happening, job: int, machines: list[int] | None = None) -> None:
        placement = None if happening in (Happening.END, Happening.MACHINE) else self.mapping.running.get(job)
        self.rows.append((self.env.now, int(happening), job, placement.delay_class if placement else -1))
        self.allocated.append(machines or [])

    def _log(self) -> Log:
        return log_of_rows(self.rows, self.allocated)


def run(
    jobs: Jobs, machines: Machines, rules: Rules, policy: int, machine_events: MachineEvents = NO_EVENTS
) -> Records:
    """Simulate one replication; the log is always complete.

    A job that can never start or end, since machines are gone for good, has start or end infinite.
    """
    if policy not in TIME_SHARING:
        raise ValueError(f"policy {policy} is none of the SED policies")
    return Model(jobs, with_users(machines, machine_events), rules, policy, machine_events).run()
