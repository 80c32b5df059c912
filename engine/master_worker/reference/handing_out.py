"""Which tasks a worker gets that asks for work: what the policies for chunks and for unequal speeds decide."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from engine.master_worker.policies import Dispatch
from engine.master_worker.reference.worker import Availability
from engine.master_worker.rules import completion, factoring_chunk, fixed_chunk, guided_chunk
from engine.master_worker.system import duration

if TYPE_CHECKING:
    from engine.master_worker.reference.master import Master
    from engine.master_worker.reference.worker import Worker


class Queue:
    """The tasks in order; whoever asks gets the first one, or the first few."""

    def __init__(self, master: Master) -> None:
        self.master = master
        self.tasks: deque[int] = deque()

    def fill(self, tasks: list[int]) -> None:
        """An iteration begins."""
        self.tasks = deque(tasks)

    def has_work_for(self, worker: Worker) -> bool:
        """Whether the worker may ask."""
        return True

    def next_for(self, worker: Worker) -> list[int]:
        """What the worker gets; nothing if nothing is left."""
        return [self.tasks.popleft() for _ in range(self.size())] if self.tasks else []

    def size(self) -> int:
        """How many tasks are handed out at a time."""
        return 1

    def take_back(self, worker: Worker, tasks: list[int]) -> None:
        """The worker has gone and left *tasks*, which are the first ones now."""
        self.tasks.extendleft(reversed(tasks))

    def welcome(self, worker: Worker) -> None:
        """The worker has come back."""


class FixedChunk(Queue):
    """So many as the option says (Kruskal & Weiss 1985)."""

    def size(self) -> int:
        """The chunk, or what is left."""
        return fixed_chunk(len(self.tasks), self.master.system.chunk_size)


class Guided(Queue):
    """The n-th part of what is left (Polychronopoulos & Kuck 1987)."""

    def size(self) -> int:
        """Rounded up."""
        return guided_chunk(len(self.tasks), self.master.number)


class Factoring(Queue):
    """Rounds of n equal chunks with half of what is left in all (Hummel, Schonberg & Flynn 1992)."""

    def fill(self, tasks: list[int]) -> None:
        """An iteration begins, and with it a round."""
        super().fill(tasks)
        self.chunks_left = 0

    def size(self) -> int:
        """The chunk of this round, rounded up, or what is left."""
        if self.chunks_left == 0:
            self.chunks_left = self.master.number
            self.chunk = factoring_chunk(len(self.tasks), self.master.number)
        self.chunks_left -= 1
        return min(self.chunk, len(self.tasks))


class EarliestCompletion(Queue):
    """Each task is bound to the worker that would have it done first (Ibarra & Kim 1977)."""

    def fill(self, tasks: list[int]) -> None:
        """An iteration begins: bind everything."""
        super().fill(tasks)
        self.bound: dict[int, deque[int]] = {worker.number: deque() for worker in self.master.in_use}
        self.free_at = {worker.number: self.master.clock.now for worker in self.master.in_use}
        self._bind()

    def has_work_for(self, worker: Worker) -> bool:
        """Whether anything is bound to it."""
        return bool(self.bound.get(worker.number))

    def next_for(self, worker: Worker) -> list[int]:
        """The first task that is bound to it."""
        return [self.bound[worker.number].popleft()]

    def take_back(self, worker: Worker, tasks: list[int]) -> None:
        """What the worker had, and what was bound to it, is bound to others."""
        super().take_back(worker, [*tasks, *self.bound[worker.number]])
        self.bound[worker.number].clear()
        self._bind()

    def welcome(self, worker: Worker) -> None:
        """If everybody was away, tasks have been waiting for the first that comes back."""
        self.free_at[worker.number] = self.master.clock.now
        self._bind()

    def _bind(self) -> None:
        while self.tasks:
            ends = {
                worker: self._end(worker, self.tasks[0])
                for worker in self.master.in_use
                if worker.availability is not Availability.AWAY
            }
            if not ends:
                return
            best = self.best(self.tasks[0], ends)
            self.free_at[best.number] = ends[best]
            self.bound[best.number].append(self.tasks.popleft())
            self.master.asks(best)

    def best(self, task: int, ends: dict[Worker, int]) -> Worker:
        """To whom *task* is bound; *ends* says when each worker would have it done."""
        return min(ends, key=lambda worker: (ends[worker], worker.number))

    def _end(self, worker: Worker, task: int) -> int:
        """When the worker would have done the task after all that is bound to it."""
        costs = self.master.system.costs
        took = duration(self.master.work(task), worker.speed)
        return completion(self.master.clock.now, self.free_at[worker.number], costs.message, costs.task, took)


QUEUES: dict[Dispatch, type[Queue]] = {
    Dispatch.NEXT_TASK: Queue,
    Dispatch.FIXED_CHUNK: FixedChunk,
    Dispatch.GUIDED: Guided,
    Dispatch.FACTORING: Factoring,
    Dispatch.EARLIEST_COMPLETION: EarliestCompletion,
}
