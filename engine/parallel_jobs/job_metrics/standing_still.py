"""For how long jobs compute nothing although they have begun: while they migrate, after a change of their size, and
while they have lost their machines."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from engine.parallel_jobs.model import Jobs, Rules
from engine.parallel_jobs.records import Happening, Log, Records

STOPPING = (Happening.MIGRATION, Happening.RESIZE, Happening.EVICTION)


class StandingStill(NamedTuple):
    """Time that each job spends migrating, after its size was changed, and without machines after its first start;
    float64 (J,) each, s."""

    migrating: np.ndarray
    resizing: np.ndarray
    evicted: np.ndarray


class _Pause(NamedTuple):
    """A stretch of time for which it computes nothing, and to which of the columns that counts."""

    counts_to: np.ndarray
    begin: float
    until: float


class _Stay(NamedTuple):
    """The pauses of a job since it (last) started, its machines, and since when it has none (or infinity)."""

    pauses: Sequence[_Pause]
    machines: frozenset[int]
    evicted: float = np.inf

    def then(self, counts_to: np.ndarray, time: float, seconds: float, machines: frozenset[int]) -> "_Stay":
        """Another pause, after those that are not over at *time*."""
        begin = max((time, *(one.until for one in self.pauses)))
        pauses = [one for one in self.pauses if one.until > time]
        return _Stay([*pauses, _Pause(counts_to, begin, begin + seconds)], machines)


def standing_still(records: Records, jobs: Jobs, rules: Rules) -> StandingStill:
    """What the log of the *records* tells of it.

    A migration takes checkpoint + moved processes x (latency + size x transfer) seconds from when the job would compute
    again, a change of its size the cost of that; either ends early if the job loses its machines.
    """
    log, count = records.log, len(jobs.gap)
    found = StandingStill(np.zeros(count), np.zeros(count), np.zeros(count))
    state: dict[int, _Stay] = {}
    each = rules.latency + rules.transfer_per_kb * jobs.process_size
    rows = _rows_that_matter(log, count)
    columns = (rows, log.time[rows], log.happening[rows], log.job[rows])
    for row, time, kind, job in zip(*(column.tolist() for column in columns), strict=True):
        if kind == Happening.START:
            before = state.get(job)
            if before is not None and before.evicted < np.inf:
                found.evicted[job] += time - before.evicted
            state[job] = _Stay([], _machines(records, row))
        elif kind == Happening.MIGRATION:
            before, after = state[job], _machines(records, row)
            seconds = rules.checkpoint + len(after - before.machines) * each[job]
            found.migrating[job] += seconds
            state[job] = before.then(found.migrating, time, seconds, after)
        elif kind == Happening.RESIZE:
            found.resizing[job] += rules.resize_cost
            state[job] = state[job].then(found.resizing, time, rules.resize_cost, _machines(records, row))
        elif kind == Happening.EVICTION:
            for pause in state[job].pauses:
                pause.counts_to[job] -= max(0.0, pause.until - max(pause.begin, time))
            state[job] = _Stay([], frozenset(), time)
    return found


def _rows_that_matter(log: Log, count: int) -> np.ndarray:
    """The rows of those of *count* jobs that are ever stopped, in order: most never are."""
    stops = np.isin(log.happening, STOPPING)
    is_stopped = np.zeros(count, dtype=bool)
    is_stopped[log.job[stops]] = True
    starts = np.flatnonzero(log.happening == Happening.START)
    return np.sort(np.concatenate([np.flatnonzero(stops), starts[is_stopped[log.job[starts]]]]))


def _machines(records: Records, row: int) -> frozenset[int]:
    first, last = records.log.first_machine[row : row + 2].tolist()
    return frozenset(records.log.machine[first:last].tolist())
