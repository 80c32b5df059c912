"""The master, of whom each decision of an iteration is told, and one may be forced."""

from typing import Any, NamedTuple

from engine.master_worker.forced import Forced
from engine.master_worker.policies import Dispatch
from engine.master_worker.records import Records
from engine.master_worker.reference.handing_out import EarliestCompletion
from engine.master_worker.reference.master import Master
from engine.master_worker.reference.worker import Worker
from engine.master_worker.system import System, Tasks


class Taken(NamedTuple):
    """A decision: *worker* gets *tasks* at *time* (ticks), or one is bound to it.

    Attributes
    ----------
    waiting : the tasks that are left, in their order, those chosen first
    ready : the workers that ask, in their order
    ends : of a task that is bound, when each worker would have it done, ticks; else empty
    """

    time: int
    worker: int
    tasks: tuple[int, ...]
    waiting: tuple[int, ...]
    ready: tuple[int, ...]
    ends: dict[int, int]


class TellingEarliestCompletion(EarliestCompletion):
    """Tells to whom tasks are bound; one may be bound to somebody else."""

    master: Any

    def best(self, task: int, ends: dict[Worker, int]) -> Worker:
        """Whoever would have it done first, or is told to."""
        found, forced = super().best(task, ends), self.master.forced_now()
        if forced is not None and forced.task == task:
            found = next((worker for worker in ends if worker.number == forced.worker), found)
            self.master.is_done = self.master.is_done or found.number == forced.worker
        by_number = {worker.number: end for worker, end in ends.items()}
        self.master.tell(found.number, (task,), tuple(self.tasks), (), by_number)
        return found


class TellingMaster(Master):
    """A master that tells, of one iteration.

    Attributes
    ----------
    told : the iteration, from 0
    taken : its decisions
    is_done : whether what is forced has come about
    """

    def __init__(self, tasks: Tasks, system: System, told: int, forced: Forced | None = None) -> None:
        self.told, self.forced, self.is_done = told, forced, False
        self.taken: list[Taken] = []
        super().__init__(tasks, system, told)

    def make_queue(self) -> Any:
        """One that tells, where tasks are bound."""
        is_bound = self.system.dispatch == Dispatch.EARLIEST_COMPLETION
        return TellingEarliestCompletion(self) if is_bound else super().make_queue()

    def forced_now(self) -> Forced | None:
        """What is forced at this instant and has not come about."""
        forced = self.forced
        is_now = forced is not None and (forced.iteration, forced.time) == (self.iteration, self.clock.now)
        return forced if is_now and not self.is_done else None

    def tell(
        self,
        worker: int,
        tasks: tuple[int, ...],
        waiting: tuple[int, ...],
        ready: tuple[int, ...],
        ends: dict[int, int],
    ) -> None:
        """Write a decision down, if it is of the iteration that is told."""
        if self.iteration == self.told:
            self.taken.append(Taken(self.clock.now, worker, tasks, waiting, ready, ends))

    def decide(self) -> tuple[Worker, list[int]]:
        """As ever; but who is the next may get another task, and the next task go to another worker."""
        if self.system.dispatch == Dispatch.EARLIEST_COMPLETION:
            return super().decide()  # it was decided when tasks were bound
        worker, forced, left = self.ready[0], self.forced_now(), self.queue.tasks
        if forced is not None and left:
            if worker.number == forced.worker and forced.task in left:
                left.remove(forced.task)
                left.appendleft(forced.task)
                self.is_done = True
            elif left[0] == forced.task:
                worker = next((one for one in self.ready if one.number == forced.worker), worker)
                self.is_done = worker.number == forced.worker
        waiting, ready = tuple(left), tuple(one.number for one in self.ready)
        tasks = self.queue.next_for(worker)
        if tasks:
            self.tell(worker.number, tuple(tasks), waiting, ready, {})
        return worker, tasks


def decisions_of(tasks: Tasks, system: System, iteration: int) -> list[Taken]:
    """All decisions of an iteration, from 0; `ExhaustedError` if the periods of the owners do not last."""
    master = TellingMaster(tasks, system, iteration)
    while not master.over.triggered and master.iteration <= iteration:
        master.clock.step()
    return master.taken


def run_forced(tasks: Tasks, system: System, forced: Forced) -> Records | None:
    """The records with that decision, and the intervals of its iteration; None if it cannot come about."""
    master = TellingMaster(tasks, system, forced.iteration, forced)
    master.clock.run(until=master.over)
    return master.notebook.records() if master.is_done else None
