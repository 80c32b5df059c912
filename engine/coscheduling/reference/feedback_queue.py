"""The ready processes of a node, in a queue for each level (rule 6)."""

from collections import deque

from engine.coscheduling.reference.process import Process
from engine.coscheduling.system import HIGHEST


class FeedbackQueue:
    """Sixty queues; a process is in that of its level."""

    def __init__(self) -> None:
        self.queues: list[deque[Process]] = [deque() for _ in range(HIGHEST + 1)]

    def __len__(self) -> int:
        return sum(len(queue) for queue in self.queues)

    def to_head(self, process: Process) -> None:
        """Let a process be the first of its level."""
        self.queues[process.level].appendleft(process)

    def to_tail(self, process: Process) -> None:
        """Let a process be the last of its level."""
        self.queues[process.level].append(process)

    def remove(self, process: Process) -> None:
        """Take a process out, wherever it is."""
        self.queues[process.level].remove(process)

    @property
    def head(self) -> Process | None:
        """The one to be dispatched next: the head of the highest level that is not empty."""
        return next((queue[0] for queue in reversed(self.queues) if queue), None)

    def raise_all(self) -> None:
        """Bring everybody to the highest level, in the order in which they would have been dispatched."""
        everybody = [process for queue in reversed(self.queues) for process in queue]
        for queue in self.queues:
            queue.clear()
        for process in everybody:
            process.level = HIGHEST
            self.to_tail(process)
