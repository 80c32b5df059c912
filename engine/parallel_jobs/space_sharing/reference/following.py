"""A queue that is told who starts where nobody asks why: the passes before a window, and those beyond its bound.

A pass of a reference looks at everybody that waits. In overload thousands do, at each of thousands of events, and a
replay that ran them all to explain a hundred jobs took minutes.
"""

from collections.abc import Iterator

from engine.parallel_jobs.records import Happening, Log
from engine.parallel_jobs.space_sharing.reference.disruption import DisruptedClock

MOST_LOOKS = 100_000
"""Waiting jobs that all passes that are explained look at together: 25 in each of 4,000 events."""


class Following(DisruptedClock):
    """Over a policy's class: decides where it is asked why, and where it cannot be told; else starts as *log* says.

    `told_until` is the row of the log from which on nobody is told why any more; None if everybody is.
    """

    log: Log
    most_looks = MOST_LOOKS
    looks = 0
    told_until: int | None = None

    def _pass(self) -> None:
        self.pass_expected = False
        if not (self.can_follow and (self.told_until is not None or self._is_before())):
            if self.looks <= self.most_looks:
                self.looks += self.look * len(self.waits())
                self.serve()
                return
            self.told_until = len(self.rows)
        if self.can_follow:
            self.follow(self._who_starts())

    def _is_before(self) -> bool:
        """Whether another pass comes before the window: the last one decides, so that its queue is in order."""
        assert self.explain_from is not None
        row, log = len(self.rows), self.log
        while row < self.explain_from and log.happening[row] == Happening.START and log.time[row] == self.env.now:
            row += 1
        return bool(row < self.explain_from and log.time[row] < log.time[self.explain_from])

    @property
    def explains(self) -> bool:
        """Whether somebody will ask why, and is told."""
        return super().explains and self.told_until is None

    @property
    def lost(self) -> bool:
        """Whether there is no telling what happens next: too much was looked at, and nobody can be followed."""
        return self.told_until is not None and not self.can_follow

    def _who_starts(self) -> Iterator[tuple[int, list[int]]]:
        """Who starts in this pass, and on which machines, the fastest first."""
        log, begin = self.log, self.log.first_machine
        while (row := len(self.rows)) < len(log.time):
            if log.happening[row] != Happening.START or log.time[row] != self.env.now:
                return
            machines = log.machine[begin[row] : begin[row + 1]].tolist()
            yield int(log.job[row]), sorted(machines, key=lambda machine: (self.alpha[machine], machine))


def following(kind: type[DisruptedClock]) -> type[Following]:
    """The class of a policy that follows."""
    return type(f"Following{kind.__name__}", (Following, kind), {})
