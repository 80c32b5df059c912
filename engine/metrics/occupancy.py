"""How many processors are busy, and asked for by those that wait, from instant to instant of a run."""

from typing import Any, NamedTuple, Protocol

import numpy as np


class Served(Protocol):
    """J jobs that keep their size while they run: arrival, start and end in s, float64 (J,); size, int (J,)."""

    @property
    def arrival(self) -> np.ndarray: ...  # noqa: D102
    @property
    def start(self) -> np.ndarray: ...  # noqa: D102
    @property
    def end(self) -> np.ndarray: ...  # noqa: D102
    @property
    def size(self) -> np.ndarray: ...  # noqa: D102


class Stays(NamedTuple):
    """Jobs and nothing else of them; see `Served`."""

    arrival: np.ndarray
    start: np.ndarray
    end: np.ndarray
    size: np.ndarray


class Occupancy(NamedTuple):
    """Step functions of time: from `time[n]` on, up to the next one.

    Attributes
    ----------
    time : float64 (N,), s, ascending
    used : int32 (N,), processors of the jobs that run
    wanted : float64 (N,), processors of the jobs that wait
    there : int32 (N,), jobs that wait or run
    ends : float64 (J,), s, ascending
    machines : of the cluster
    """

    time: np.ndarray
    used: np.ndarray
    wanted: np.ndarray
    there: np.ndarray
    ends: np.ndarray
    machines: int

    def busy(self, since: float, until: float) -> float:
        """Share of the processor-time between two instants (s) in which a job runs."""
        return self._mean(self.used, since, until) / self.machines

    def present(self, since: float, until: float) -> float:
        """Mean number of jobs that wait or run."""
        return self._mean(self.there, since, until)

    def lost(self, since: float, until: float) -> float:
        """Share of the processor-time that is idle although waiting jobs ask for it.

        Where tasks leave their places one by one others come into them before the job ends: then none is free.
        """
        free = np.maximum(self.machines - self.used, 0)
        return self._mean(np.minimum(free, self.wanted), since, until) / self.machines

    def ended(self, since: float, until: float) -> float:
        """Jobs that end, per second; those at *until* only if nobody ends later: none is lost, or twice there."""
        if until <= since:  # all jobs came at once, and none was taken
            return 0.0
        low, high = np.searchsorted(self.ends, (since, until))
        if len(self.ends) and until >= self.ends[-1]:
            high = len(self.ends)
        return float(high - low) / (until - since)

    def _mean(self, values: np.ndarray, since: float, until: float) -> float:
        if until <= since or not len(self.time):
            return 0.0
        ends = np.append(self.time[1:], np.inf)
        np.minimum(ends, until, out=ends)
        ends -= np.maximum(self.time, since)
        spans = np.maximum(ends, 0.0, out=ends)
        spans *= values
        return float(spans.sum() / (until - since))


def occupancy_of(records: Served, machines: int) -> Occupancy:
    """Of jobs that keep their size while they run. Of a million jobs each array counts: steps are made one by one."""
    size = records.size.astype(np.int32)
    jobs, time = len(size), np.concatenate([records.arrival, records.start, records.end])
    order = np.argsort(time, kind="stable").astype(np.int32)
    time = time[order]
    last = np.append(time[1:] != time[:-1], True)[: len(time)]  # of an instant what stands at its end
    time = time[last]

    def steps(kind: type, at_arrival: Any, at_start: Any, at_end: Any) -> np.ndarray:
        """What there is after each instant, of changes when a job arrives, starts and ends."""
        there: np.ndarray = np.empty(3 * jobs, dtype=kind)
        there[:jobs], there[jobs : 2 * jobs], there[2 * jobs :] = at_arrival, at_start, at_end
        there = there[order]
        np.cumsum(there, out=there)
        found: np.ndarray = there[last]
        return found

    used = steps(np.int32, 0, size, -size)
    wanted = steps(np.float64, size, -size, 0)
    there = steps(np.int32, 1, 0, -1)
    return Occupancy(time, used, wanted, there, np.sort(records.end), machines)
