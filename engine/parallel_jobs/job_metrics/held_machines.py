"""For how long jobs wait for nothing but machines that others have left, and hold until their migration is over."""

import numpy as np

from engine.parallel_jobs.model import Jobs, Machines
from engine.parallel_jobs.policies import UPGRADING
from engine.parallel_jobs.records import Happening, Records
from engine.parallel_jobs.time_sharing.rules import Mapping, machines_for


def waiting_for_held(records: Records, jobs: Jobs, machines: Machines, policy: int) -> np.ndarray:
    """Time until its first start in which each job would start if no machines were held; float64 (J,), s.

    The queue goes in order: a job also waits for them if only those before it would start. *records* have a log, of a
    time-sharing *policy* whose migrating jobs hold their old machines.
    """
    waited, site = np.zeros(len(jobs.gap)), _Site(jobs, machines, policy)
    log, before = records.log, 0.0
    columns = (log.time.tolist(), log.happening.tolist(), log.job.tolist())
    first, machine = log.first_machine.tolist(), log.machine.tolist()
    for row, (time, happening, job) in enumerate(zip(*columns, strict=True)):
        if time > before and site.waiting and any(one.held for one in site.mapping.running.values()):
            for other in site.would_start():
                waited[other] += min(time, float(records.start[other])) - min(before, float(records.start[other]))
        before = time
        site.apply(happening, job, machine[first[row] : first[row + 1]])
    return waited


class _Site:
    """Who waits, and who is where, from row to row of a log."""

    def __init__(self, jobs: Jobs, machines: Machines, policy: int) -> None:
        self.jobs, self.policy = jobs, policy
        self.mapping = Mapping(machines)
        self.waiting: list[int] = []

    def apply(self, happening: int, job: int, chosen: list[int]) -> None:
        """A row happens."""
        if happening == Happening.MACHINE:
            self.mapping.happens(job, chosen[0])
        elif happening == Happening.ARRIVAL:
            self.waiting.append(job)
        elif happening == Happening.REJECTION:
            self.waiting.remove(job)
        elif happening == Happening.START:
            self.waiting.remove(job)
            self.mapping.place(job, chosen)
        elif happening == Happening.END:
            self.mapping.remove(job)
        elif happening == Happening.EVICTION:
            self.mapping.remove(job)
            self.waiting.insert(0, job)
        elif happening == Happening.MIGRATION:
            self.mapping.move(job, chosen, hold=True)
        elif happening == Happening.RELEASE:
            self.mapping.release(job)
        else:
            self.mapping.upgrade(job)

    def would_start(self) -> list[int]:
        """Of those that wait, who would start if all machines that are held were released now."""
        mapping = self.mapping
        held, classes = mapping.held_on, {job: one.delay_class for job, one in mapping.running.items()}
        mapping.held_on = [set() for _ in held]
        if self.policy in UPGRADING:
            for job in mapping.upgradable():
                mapping.upgrade(job)
        started: list[int] = []
        for job in self.waiting:
            sizes = int(self.jobs.min_size[job]), int(self.jobs.max_size[job])
            chosen = machines_for(mapping, self.policy, *sizes)
            if not chosen:
                break
            mapping.place(job, chosen)
            started.append(job)
        for job in started:
            mapping.remove(job)
        for job, delay_class in classes.items():
            mapping.running[job].delay_class = delay_class
        mapping.held_on = held
        return started
