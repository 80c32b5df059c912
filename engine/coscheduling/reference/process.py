"""A task on its node: how far it is, and what the scheduler knows about it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from enum import Enum, IntEnum, auto
from typing import TYPE_CHECKING

from engine.coscheduling.reference.program import Step
from engine.coscheduling.system import HIGHEST, QUANTUM

if TYPE_CHECKING:
    from engine.coscheduling.reference.processor import Processor


class State(Enum):
    """Rule 6; besides, a process may have ended."""

    READY = auto()
    RUNNING = auto()
    BLOCKED_IO = auto()
    BLOCKED_MESSAGE = auto()
    ENDED = auto()


class Mark(IntEnum):
    """Who put a ready process at the head of level 59, which decides whether it may pre-empt at equal level."""

    NOBODY = 0
    PERIODIC_BOOST_OR_YIELD = 1
    OTHERS = 2  # the end of its I/O, a wake-up, or DCS


class Process:
    """A task, its node and its progress.

    Attributes
    ----------
    job, task, slot : numbers; *slot* is one of the node, under gang scheduling the row of the job
    remaining : computation that is left, ns
    awaited : the channel on which it is in a receive, or None
    spin_left : until it blocks or yields, ns; None if it just spins on
    pending : of each channel, the iterations of the messages that are there
    quantum : what is left of it, ns, when the process was dispatched
    began : when it began to run after it was dispatched, ns
    processor_time : computing and spinning until now, ns
    """

    def __init__(self, job: int, task: int, node: Processor, channels: int, steps: Iterator[Step]) -> None:
        self.job, self.task, self.node, self.steps = job, task, node, steps
        self.peers: list[Process] = []  # the tasks of its job, in order
        self.slot, self.admitted = -1, 0
        # progress
        self.iteration, self.remaining = 0, 0
        self.awaited: int | None = None
        self.spin_left: int | None = None
        self.pending: list[deque[int]] = [deque() for _ in range(channels)]
        self.processor_time = 0
        # scheduling
        self.state, self.level, self.mark = State.READY, HIGHEST, Mark.NOBODY
        self.quantum, self.began = 0, 0
        self.refresh_quantum()

    @property
    def waits_in_vain(self) -> bool:
        """Whether it is in a receive, and the message is not there."""
        return self.awaited is not None and not self.pending[self.awaited]

    def refresh_quantum(self) -> None:
        """A whole quantum of the present level."""
        self.quantum = int(QUANTUM[self.level])

    def quantum_left(self, now: int) -> int:
        """What is left of the quantum of a process that is running (rule 6)."""
        return self.quantum - max(0, now - self.began)
