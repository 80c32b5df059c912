"""Nodes that jobs share in time: who is admitted to them, in order of arrival or past the first (rules 5, 14, 22)."""

from collections.abc import Sequence

from engine.coscheduling.reference.cluster import Cluster
from engine.coscheduling.reference.processor import Processor

Place = tuple[int, Sequence[Processor]]
"""A row of the matrix, or 0 where there is none, and a node for each task."""


class SharedCluster(Cluster):
    """Jobs have slots, of which a node has several."""

    # what a subclass decides ------------------------------------------------------------------------------------------

    def place_of(self, job: int) -> Place | None:
        """Where a job would be put now; None if it does not fit."""
        raise NotImplementedError

    def put(self, job: int, place: Place) -> None:
        """Admit it there."""
        raise NotImplementedError

    def would_fit(self, job: int, instant: int, taken: Place | None = None) -> bool:
        """Whether it fits at *instant* by the estimates, beside those that run now and one whose place is *taken*."""
        raise NotImplementedError

    # what is the same for both ----------------------------------------------------------------------------------------

    def admit(self) -> None:
        """Admit who fits: strictly in order of arrival, or, if that is asked for, past the first that does not."""
        while self.job_waits():
            place = self.place_of(self.next_job)
            if place is None:
                if self.system.backfill:
                    self._backfill(self.next_job)
                return
            self.put(self.next_job, place)

    def _backfill(self, head: int) -> None:
        """Whoever fits behind the head, and does not delay it."""
        reserved = self.reservation(head)
        for job in self.waiting()[1:]:
            place = self.place_of(job)
            if place is not None:
                ends = self.env.now + self.estimate[job]
                if ends <= reserved or self.would_fit(head, reserved, place):
                    self.put(job, place)

    def reservation(self, head: int) -> int:
        """When the head would fit by the estimates: at the end of one of those that run."""
        ends = sorted({self.expected_end(job) for job in range(len(self.start)) if self._runs(job)})
        return next(end for end in ends if self.would_fit(head, end))

    def expected_end(self, job: int) -> int:
        """Of a job that has begun, at the latest by its estimate; an instant that is over if it takes longer."""
        return self.start[job] + self.estimate[job]

    def _runs(self, job: int) -> bool:
        return self.start[job] >= 0 and self.tasks_left[job] > 0
