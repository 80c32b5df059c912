"""The jobs that count of one schedule, as simulated or as recorded: who waited for how long."""

from typing import NamedTuple

import numpy as np

from engine.parallel_jobs.drawn import Drawn
from engine.parallel_jobs.records import Reason, Records


class Served(NamedTuple):
    """J jobs in order of arrival, all of which were done.

    Attributes
    ----------
    arrival, wait, run : float64 (J,), s; `run` is the time from start to end
    alone : float64 (J,), response time of the job if it had the cluster to itself, s
    size : int (J,), processors that the job asks for
    user : int (J,), its number in the log; -1 if it is not known
    hour : int (J,), the hour of the week in which it arrives, from 0 (Monday 0:00) to 167
    group : int (J,), the group of its user; -1 if that is not known
    """

    arrival: np.ndarray
    wait: np.ndarray
    run: np.ndarray
    alone: np.ndarray
    size: np.ndarray
    user: np.ndarray
    hour: np.ndarray
    group: np.ndarray

    @property
    def work(self) -> np.ndarray:
        """Processor-seconds of each job by itself, the same under every policy; float64 (J,)."""
        found: np.ndarray = self.alone * self.size
        return found

    def slowdown(self, threshold: float) -> np.ndarray:
        """Bounded slowdowns, with jobs shorter than the *threshold* (s) counted as that long; float64 (J,)."""
        found: np.ndarray = np.maximum(1.0, (self.wait + self.run) / np.maximum(self.alone, threshold))
        return found

    def some(self, which: np.ndarray) -> "Served":
        """The jobs of these places, or of this mask."""
        return Served(*(column[which] for column in self))


def served_of(records: Records, there: Drawn, group: np.ndarray) -> tuple[Served, np.ndarray]:
    """The jobs of a replication that were taken, hours aside; and their numbers, int64 (J,)."""
    user = there.jobs.user if len(there.jobs.user) else np.full(len(records.arrival), -1)
    served = Served(
        arrival=records.arrival,
        wait=records.start - records.arrival,
        run=records.end - records.start,
        alone=there.alone,
        size=there.jobs.requested,
        user=user,
        hour=np.zeros(len(user), dtype=np.int64),
        group=group,
    )
    number = np.flatnonzero(records.reason == Reason.NONE)
    return served.some(number), number


def means(total: np.ndarray, count: np.ndarray) -> np.ndarray:
    """Totals over counts; NaN where there is nothing to count."""
    return np.divide(total, count, out=np.full(total.shape, np.nan), where=count > 0)
