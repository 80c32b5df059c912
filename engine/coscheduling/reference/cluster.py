"""The nodes and the jobs of one replication; how jobs are admitted is up to the subclasses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

import numpy as np

from engine.coscheduling.policies import Scheme
from engine.coscheduling.records import Activity, Records, Window
from engine.coscheduling.reference.notebook import Notebook
from engine.coscheduling.reference.process import Process
from engine.coscheduling.reference.processor import Processor
from engine.coscheduling.reference.program import channels, program
from engine.coscheduling.system import LATEST, Jobs, System
from engine.occurrence import WholeClock


@dataclass
class Tally:
    """Counts for the records."""

    by_state: list[int]
    by_position: list[int]
    sent: int = 0
    delivered: int = 0
    interrupts: int = 0


class Cluster:
    """Jobs wait in one queue, in order of arrival.

    Attributes
    ----------
    next_job : the head of the queue; all jobs before it have been admitted
    spent : as in `Records`
    work_done : nominal time of the iterations done, of all processes together, ns
    """

    def __init__(self, jobs: Jobs, system: System, scheme: Scheme, window: Window | None) -> None:
        self.jobs, self.system, self.scheme = jobs, system, scheme
        self.env = WholeClock(0)
        self.notebook = Notebook(system.nodes, window)
        self.tally = Tally([0] * 3, [0] * system.slots)
        self.arrival, self.size = jobs.arrival.tolist(), jobs.size.tolist()
        self.start, self.end = [-1] * len(self.size), [-1] * len(self.size)
        self.tasks_left = jobs.size.tolist()
        self.spent = np.zeros((len(self.size), Activity.IDLE), dtype=np.int64)
        # by the estimates, at the latest: as if every slot were taken all the time (rule 22)
        self.estimate = [min(estimate * system.slots, LATEST) for estimate in jobs.estimate.tolist()]
        self.next_job = self.jobs_over = 0
        self.work_done = self.work_at_last_admission = self.last_admission = 0
        self.prepare()

    # what a subclass decides ------------------------------------------------------------------------------------------

    def prepare(self) -> None:
        """Make the nodes, and look forward to the first job."""
        raise NotImplementedError

    def on_job_end(self, job: int) -> None:
        """All tasks of *job* have ended."""

    # what it can do ---------------------------------------------------------------------------------------------------

    def job_waits(self) -> bool:
        """Whether there is a job in the queue; those that arrive now count."""
        return self.next_job < len(self.arrival) and self.arrival[self.next_job] <= self.env.now

    def waiting(self) -> list[int]:
        """The jobs that have arrived and not begun, in order of arrival."""
        later = range(self.next_job, len(self.arrival))
        there = takewhile(lambda job: self.arrival[job] <= self.env.now, later)
        return [job for job in there if self.start[job] < 0]

    def take_job(self, job: int, nodes: Sequence[Processor]) -> list[Process]:
        """Take a job out of the queue: its processes, a node for each task."""
        processes = self.begin(job, nodes)
        while self.next_job < len(self.start) and self.start[self.next_job] >= 0:
            self.next_job += 1
        return processes

    def begin(self, job: int, nodes: Sequence[Processor]) -> list[Process]:
        """Let *job* begin: its processes, a node for each task."""
        ways = channels(self.system.pattern, len(nodes))
        steps = [program(self.jobs, self.system, job, task, node.number) for task, node in enumerate(nodes)]
        processes = [Process(job, task, node, ways, steps[task]) for task, node in enumerate(nodes)]
        for process in processes:
            process.peers = processes
        self.start[job] = self.last_admission = self.env.now
        self.work_at_last_admission = self.work_done
        return processes

    def task_ended(self, process: Process) -> None:
        """A job has ended when all its tasks have."""
        self.tasks_left[process.job] -= 1
        if not self.tasks_left[process.job]:
            self.end[process.job] = self.env.now
            self.jobs_over += 1
            self.on_job_end(process.job)

    # from the beginning to the end ------------------------------------------------------------------------------------

    def run(self, nodes: Sequence[Processor]) -> Records:
        """Simulate until all jobs have ended."""
        while self.jobs_over < len(self.size):
            self.env.step()
        for node in nodes:
            node.account()
        over = max(self.end, default=0)
        return Records(
            arrival=self.jobs.arrival.astype(np.int64),
            start=np.array(self.start, dtype=np.int64),
            end=np.array(self.end, dtype=np.int64),
            profile=self.notebook.profile(over),
            spent=self.spent,
            messages_sent=self.tally.sent,
            messages_delivered=self.tally.delivered,
            interrupts=self.tally.interrupts,
            boosts_by_state=np.array(self.tally.by_state, dtype=np.int64),
            boosts_by_position=np.array(self.tally.by_position, dtype=np.int64),
            last_admission=self.last_admission,
            work_at_last_admission=self.work_at_last_admission,
            interval=self.notebook.intervals(over),
            log=self.notebook.log(),
        )
