"""The master: hands out the tasks of an iteration, waits for the barrier, and chooses the next number of workers."""

import simpy

from engine.master_worker.reference.handing_out import QUEUES, Queue
from engine.master_worker.reference.instants import Clock, Rank
from engine.master_worker.reference.notebook import Notebook
from engine.master_worker.reference.number_rules import RULES
from engine.master_worker.reference.worker import Worker
from engine.master_worker.system import System, Tasks


class Master:
    """One application and its workers.

    Attributes
    ----------
    number : workers in use in this iteration, the first ones
    ready : workers that ask for work, in the order in which they began to
    receiver : whom the master sends tasks to, if anybody; `is_sending` even to one that has gone
    """

    def __init__(self, tasks: Tasks, system: System, logged: int) -> None:
        self.tasks, self.system, self.clock = tasks, system, Clock()
        self.iterations, self.count = tasks.work.shape
        self.notebook = Notebook(self.iterations, logged)
        self.rule = RULES[system.number.rule](tasks, system, self.notebook)
        self.iteration, self.done, self.number = 0, 0, system.number.first
        self.ready: list[Worker] = []
        self.receiver: Worker | None = None
        self.is_sending = False
        self.hand_out_is_due: simpy.Event | None = None
        self.over = simpy.Event(self.clock)
        self.workers = [Worker(self, number) for number in range(len(system.crew.speed))]
        self.queue = self.make_queue()
        self._begin_iteration()

    def make_queue(self) -> Queue:
        """What decides which tasks a worker gets."""
        return QUEUES[self.system.dispatch](self)

    @property
    def in_use(self) -> list[Worker]:
        """The workers of this iteration."""
        return self.workers[: self.number]

    def work(self, task: int) -> int:
        """Ticks that a task of this iteration takes at speed 1."""
        return int(self.tasks.work[self.iteration, task])

    # what the workers say ---------------------------------------------------------------------------------------------

    def asks(self, worker: Worker) -> None:
        """The worker is ready for a task."""
        if worker.can_ask and worker not in self.ready and self.queue.has_work_for(worker):
            self.ready.append(worker)
        self._look_again()

    def asks_no_more(self, worker: Worker) -> None:
        """Its owner has come."""
        if worker in self.ready:
            self.ready.remove(worker)

    def completed(self, worker: Worker) -> None:
        """The worker has completed a task."""
        self.done += 1
        self.asks(worker)
        if self.done == self.count:
            self.clock.after(0, Rank.BARRIER, self._pass_barrier)

    def lost(self, worker: Worker, tasks: list[int]) -> None:
        """The worker has gone away; *tasks* are what it had, the one that it was at first."""
        if self.receiver is worker:
            self.receiver = None
        if worker.in_use:
            self.notebook.lost_tasks += bool(tasks)
            self.queue.take_back(worker, tasks)
        self._look_again()

    def is_back(self, worker: Worker, was_away: bool) -> None:
        """The worker is up again."""
        if was_away and worker.in_use:
            self.queue.welcome(worker)
        self.asks(worker)

    # iterations -------------------------------------------------------------------------------------------------------

    def _begin_iteration(self) -> None:
        """The workers in use ask for work, by number."""
        self.done, self.ready = 0, []
        for worker in self.in_use:
            worker.since = self.clock.now
        self.queue.fill(self.tasks.order[self.iteration].tolist())
        for worker in self.in_use:
            self.asks(worker)

    def _pass_barrier(self) -> None:
        for worker in self.in_use:
            worker.close()
        number = 0
        if self.iteration + 1 < self.iterations:
            number = self.rule.next_number(self.iteration, self.number, self.clock.now)
        self.notebook.turn_over(self.clock.now, self.number)
        if number == 0:
            self.over.succeed()
            return
        self.iteration, self.number = self.iteration + 1, number
        self._begin_iteration()

    # sending ----------------------------------------------------------------------------------------------------------

    def _look_again(self) -> None:
        """Hand out what can be handed out, after everything else that happens at this instant."""
        if self.hand_out_is_due is None:
            self.hand_out_is_due = self.clock.after(0, Rank.HAND_OUT, self._hand_out)

    def _hand_out(self) -> None:
        self.hand_out_is_due = None
        while self.ready and not self.is_sending:
            worker, tasks = self.decide()
            if not tasks:
                return
            self.ready.remove(worker)
            worker.expect(tasks)
            cost = self.system.costs.message + len(tasks) * self.system.costs.task
            if cost == 0:
                worker.begin()
            else:
                self.receiver, self.is_sending = worker, True
                self.clock.after(cost, Rank.SENT, self._has_sent)

    def decide(self) -> tuple[Worker, list[int]]:
        """Who gets which tasks, of those that are ready: whoever has been so for longest."""
        return self.ready[0], self.queue.next_for(self.ready[0])

    def _has_sent(self) -> None:
        worker, self.receiver, self.is_sending = self.receiver, None, False
        if worker is not None:
            worker.begin()
        self._look_again()
