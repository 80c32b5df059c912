"""Dedicated nodes: a job has its nodes to itself, and a queue decides who gets them (rules 19 to 21)."""

import numpy as np

from engine.coscheduling.policies import Queue
from engine.coscheduling.records import Happening
from engine.coscheduling.reference.cluster import Cluster
from engine.coscheduling.reference.gang_node import GangNode
from engine.coscheduling.reference.instants import Occurrence, Rank
from engine.coscheduling.reference.process import Process
from engine.coscheduling.rules import in_turn, priority_at
from engine.coscheduling.system import LATEST
from engine.queues.backfilling import may_backfill, reservation
from engine.queues.orders import MOVING


class DedicatedCluster(Cluster):
    """Nodes that run one process at a time: that of their job, from its start until all its tasks have ended.

    Attributes
    ----------
    idle : the numbers of the nodes that no job has
    queue : the jobs that wait, in order of arrival; those from `next_job` on have not arrived
    turn : the place of each job in the order of the queue, if that does not move
    running : the processes of each job that has its nodes, in order of their starts
    passes : instants at which a pass is expected
    """

    def prepare(self) -> None:
        """Make the nodes, and look forward to the first job."""
        self.nodes = [GangNode(self, number) for number in range(self.system.nodes)]
        self.idle = set(range(self.system.nodes))
        moves = self.scheme.order >= MOVING
        self.turn = [] if moves else np.argsort(in_turn(self.jobs, self.scheme.order)).tolist()
        self.queue: list[int] = []
        self.running: dict[int, list[Process]] = {}
        self.passes: set[int] = set()
        self._expect_arrival()

    # one pass at each instant at which jobs have come or gone (rule 20) -----------------------------------------------

    def _expect_arrival(self) -> None:
        if self.next_job < len(self.arrival):
            self._expect_pass(self.arrival[self.next_job])

    def on_job_end(self, job: int) -> None:
        """Its nodes are given to others when everything else of this instant has happened."""
        self._expect_pass(self.env.now)

    def _expect_pass(self, instant: int) -> None:
        if instant not in self.passes:
            self.passes.add(instant)
            Occurrence(self.env, instant - self.env.now, Rank.TICK, lambda _: self._pass())

    def _pass(self) -> None:
        self.passes.remove(self.env.now)
        for job in [job for job in self.running if not self.tasks_left[job]]:
            self._leave(job)
        while self.job_waits():
            self.queue.append(self.next_job)
            self.next_job += 1
        self.before_pass()
        if self.scheme.queue == Queue.FIRST_FIT:
            self._start_whoever_fits()
        else:
            self._start_heads()
            if self.scheme.queue in (Queue.EASY, Queue.ORDERED) and self.queue:
                self._backfill()
        self._expect_arrival()

    # who starts (rule 21) ---------------------------------------------------------------------------------------------

    def before_pass(self) -> None:
        """Whatever is to happen before anybody is looked at: nothing."""

    def _fits(self, job: int) -> bool:
        return self.size[job] <= len(self.idle)

    def _start_whoever_fits(self) -> None:
        for job in list(self.queue):
            if self._fits(job):
                self._start(job)

    def _start_heads(self) -> None:
        while self.queue and self._fits(self._head()):
            self._start(self._head())

    def _head(self) -> int:
        """Who has to be next; under EASY that is always the first to arrive."""
        return min(self.queue, key=self._place) if self.scheme.queue == Queue.ORDERED else self.queue[0]

    def _place(self, job: int) -> tuple[float, int]:
        """What is least of who is looked at first."""
        if self.turn:
            return self.turn[job], job
        told = self.arrival[job], self.arrival[0], self.estimate[job], self.size[job]
        return -priority_at(self.scheme.order, self.env.now, *told), job

    def _backfill(self) -> None:
        """Whoever fits behind the head, and does not delay it."""
        now = self.env.now
        shadow, spare = self.reservation()
        head = self._head()
        for job in sorted((job for job in self.queue if job != head), key=self._place):
            asked, takes = self.size[job], self.estimate[job]
            if self._fits(job) and may_backfill(now, takes, asked, len(self.idle), shadow, spare):
                self._start(job)
                if now + takes > shadow:
                    spare -= asked

    def reservation(self) -> tuple[int, int]:
        """When the head of the queue can start by the estimates, and how many nodes it leaves spare then."""
        ends = np.array([self.start[job] + self.estimate[job] for job in self.running], dtype=np.int64)
        sizes = np.array([self.size[job] for job in self.running], dtype=np.int64)
        shadow, spare = reservation(ends, sizes, len(self.idle), self.size[self._head()], LATEST)
        return int(shadow), int(spare)

    # nodes (rule 19) --------------------------------------------------------------------------------------------------

    def _start(self, job: int) -> None:
        """On the idle nodes of the lowest numbers."""
        self.queue.remove(job)
        chosen = sorted(self.idle)[: self.size[job]]
        self.idle.difference_update(chosen)
        self.running[job] = self.begin(job, [self.nodes[number] for number in chosen])
        for process in self.running[job]:
            process.slot = 0
            process.node.note(Happening.ADMITTED, process)
        for number, process in zip(chosen, self.running[job], strict=True):
            self.nodes[number].change(process, 0)

    def _leave(self, job: int) -> None:
        for process in self.running.pop(job):
            self.nodes[process.node.number].change(None, 0)
            self.idle.add(process.node.number)
