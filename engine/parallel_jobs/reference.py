"""The model, to be read: SED mapping and First-Come-First-Served as a SimPy simulation.

Same arrays in, same arrays out as `kernel.py`, bit for bit. README.md states the rules; the numbers in comments are
those of its list.
"""

from collections import deque
from collections.abc import Callable

import numpy as np
import simpy
from simpy.events import EventPriority

from engine.parallel_jobs.decisions import faster_machines, machines_for, migrates, next_migrant, upgrades
from engine.parallel_jobs.mapping import Mapping
from engine.parallel_jobs.policies import migration_pays
from engine.parallel_jobs.records import Happening, Log, Records
from engine.parallel_jobs.workload import Jobs, Machines, Rules


class Occurrence(simpy.Event):
    """A timeout with a rank: at equal times the lowest rank comes first (rule 9)."""

    def __init__(self, env: simpy.Environment, delay: float, rank: int, action: Callable[[simpy.Event], None]) -> None:
        super().__init__(env)
        self._ok, self._value = True, None
        self.callbacks = [action]
        env.schedule(self, EventPriority(rank), delay)


class Progress:
    """How far a running job is: demand left at an instant, and its rate from then on."""

    def __init__(self, demand: float) -> None:
        self.remaining = demand
        self.rate = 0.0
        self.since = 0.0
        self.ending: Occurrence | None = None
        self.end = np.inf


class Model:
    """The cluster, its queue and its clock."""

    def __init__(self, jobs: Jobs, machines: Machines, rules: Rules, policy: int) -> None:
        self.jobs, self.machines, self.rules, self.policy = jobs, machines, rules, policy
        self.env = simpy.Environment()
        self.mapping = Mapping(machines)
        self.queue: deque[int] = deque()
        self.progress: dict[int, Progress] = {}
        self.records = _empty_records(len(jobs.gap), len(machines.group))
        self.busy_since = np.zeros(len(machines.group))
        self.rows: list[tuple[float, int, int, int]] = []
        self.allocated: list[list[int]] = []

    def run(self) -> Records:
        """Simulate until every job has ended."""
        self._expect_arrival(0)
        self.env.run()
        return self.records._replace(log=self._log())

    # arrivals ---------------------------------------------------------------------------------------------------------

    def _expect_arrival(self, job: int) -> None:
        # Ranks at one instant: releases 0 .. J - 1, ends J .. 2 J - 1, the arrival 2 J.
        if job < len(self.jobs.gap):
            Occurrence(self.env, float(self.jobs.gap[job]), 2 * len(self.jobs.gap), lambda _: self._arrive(job))

    def _arrive(self, job: int) -> None:
        self.records.arrival[job] = self.env.now
        self._note(Happening.ARRIVAL, job)
        self.queue.append(job)
        self._map_heads()
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
        self.records.start[job] = self.env.now
        self.records.size[job] = placement.size
        self._note(Happening.START, job, chosen)
        self.progress[job] = Progress(float(self.jobs.demand[job]))
        self._proceed(job, self.env.now)

    def _proceed(self, job: int, since: float) -> None:
        """Run from *since* (now, or when a transfer will have ended) at the rate of the job's machines (rule 5)."""
        progress, placement = self.progress[job], self.mapping.running[job]
        progress.remaining = self._remaining(job)
        progress.rate = placement.size / float(self.machines.classes.delay[placement.delay_class])
        progress.since = since
        delay = (since - self.env.now) + progress.remaining / progress.rate
        progress.end = self.env.now + delay
        progress.ending = Occurrence(self.env, delay, len(self.jobs.gap) + job, lambda event: self._end(job, event))

    def _remaining(self, job: int) -> float:
        """Demand that is left right now, s on one machine of speed factor 1."""
        progress = self.progress[job]
        if self.env.now <= progress.since:
            return progress.remaining
        return max(0.0, progress.remaining - (self.env.now - progress.since) * progress.rate)

    # termination (rule 7) ---------------------------------------------------------------------------------------------

    def _end(self, job: int, event: simpy.Event) -> None:
        if event is not self.progress[job].ending:
            return  # the job's rate has changed since; its end was expected anew
        self.records.end[job] = self.env.now
        self._note(Happening.END, job)
        freed = self.mapping.running[job].machines + self.mapping.running[job].held
        self.mapping.remove(job)
        self._vacate(freed)
        self._after_machines_were_freed()

    def _after_machines_were_freed(self) -> None:
        self._upgrade()
        self._map_heads()
        if migrates(self.policy) and not self.queue:
            self._migrate()

    def _upgrade(self) -> None:
        if not upgrades(self.policy) or (self.rules.upgrade_only_when_queue_empty and self.queue):
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
        chosen = faster_machines(self.mapping, job)
        if not chosen:
            return
        placement = self.mapping.running[job]
        moved = len(set(chosen) - set(placement.machines))
        process = self.rules.latency + self.rules.transfer_per_kb * float(self.jobs.process_size[job])
        pause = self.rules.checkpoint + moved * process
        if self.rules.migrate_only_if_it_pays:
            target = max(self.mapping.is_available(machine, but=job) for machine in chosen)
            there = placement.size / float(self.machines.classes.delay[target])
            if not migration_pays(pause, self._remaining(job), there, self.progress[job].rate):
                return
        self._move(job, chosen, pause)

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
            Occurrence(self.env, self.progress[job].since - self.env.now, job, lambda _: self._release(job))
        self._upgrade()

    def _release(self, job: int) -> None:
        if job not in self.mapping.running:
            return  # it ended, and freed everything, a rounding step before its transfer did
        held = self.mapping.running[job].held
        self.mapping.release(job)
        self._note(Happening.RELEASE, job)
        self._vacate(held)
        self._after_machines_were_freed()

    # accounting -------------------------------------------------------------------------------------------------------

    def _occupy(self, machines: list[int]) -> None:
        for machine in machines:
            if self.mapping.load(machine) == 0:
                self.busy_since[machine] = self.env.now

    def _vacate(self, machines: list[int]) -> None:
        for machine in machines:
            if self.mapping.load(machine) == 0:
                self.records.busy[machine] += self.env.now - self.busy_since[machine]

    def _note(self, happening: Happening, job: int, machines: list[int] | None = None) -> None:
        placement = self.mapping.running.get(job)
        gone = happening == Happening.END or placement is None
        self.rows.append((self.env.now, int(happening), job, -1 if gone or not placement else placement.delay_class))
        self.allocated.append(machines or [])

    def _log(self) -> Log:
        time, happening, job, delay_class = zip(*self.rows, strict=True)
        flat = [machine for machines in self.allocated for machine in machines]
        return Log(
            np.array(time),
            np.array(happening, dtype=np.int8),
            np.array(job, dtype=np.int32),
            np.array(delay_class, dtype=np.int32),
            np.concatenate([[0], np.cumsum([len(machines) for machines in self.allocated])]).astype(np.int64),
            np.array(flat, dtype=np.int32),
        )


def _empty_records(n_jobs: int, n_machines: int) -> Records:
    def seconds() -> np.ndarray:
        return np.zeros(n_jobs)

    def counts() -> np.ndarray:
        return np.zeros(n_jobs, dtype=np.int32)

    nothing = Log(*(np.empty(0) for _ in Log._fields))
    return Records(seconds(), seconds(), seconds(), counts(), counts(), counts(), np.zeros(n_machines), nothing)


def run(jobs: Jobs, machines: Machines, rules: Rules, policy: int) -> Records:
    """Simulate one replication; the log is always complete."""
    return Model(jobs, machines, rules, policy).run()
