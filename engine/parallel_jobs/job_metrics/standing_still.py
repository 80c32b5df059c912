"""For how long jobs compute nothing although they have begun: while they migrate, and while they have lost their
machines."""

from typing import NamedTuple

import numpy as np

from engine.parallel_jobs.inputs.workload import Jobs, Rules
from engine.parallel_jobs.records import Happening, Records


class _Pause(NamedTuple):
    """Up to when a job migrates, since when it is evicted (or infinity), and its machines."""

    until: float
    evicted: float
    machines: frozenset[int]


def standing_still(records: Records, jobs: Jobs, rules: Rules) -> tuple[np.ndarray, np.ndarray]:
    """Time that each job spends migrating, and without machines after its first start; float64 (J,) each, s.

    A migration takes checkpoint + moved processes x (latency + size x transfer) seconds from when the job would compute
    again; it ends early if the job loses its machines. *records* have a log, which tells the machines.
    """
    log, count = records.log, len(jobs.gap)
    moving, evicted = np.zeros(count), np.zeros(count)
    state: dict[int, _Pause] = {}
    each = rules.latency + rules.transfer_per_kb * jobs.process_size
    rows = zip(log.time.tolist(), log.happening.tolist(), log.job.tolist(), strict=True)
    for row, (time, kind, job) in enumerate(rows):
        if kind == Happening.START:
            before = state.get(job)
            if before is not None and before.evicted < np.inf:
                evicted[job] += time - before.evicted
            state[job] = _Pause(time, np.inf, _machines(records, row))
        elif kind == Happening.MIGRATION:
            before, after = state[job], _machines(records, row)
            pause = rules.checkpoint + len(after - before.machines) * each[job]
            begin = max(time, before.until)
            moving[job] += pause
            state[job] = _Pause(begin + pause, np.inf, after)
        elif kind == Happening.RESIZE:
            before = state[job]
            # what is left of a migration is waited for, and then the cost of the resize, which counts as computing
            state[job] = before._replace(machines=_machines(records, row))
        elif kind == Happening.EVICTION:
            before = state[job]
            moving[job] -= max(0.0, before.until - time)
            state[job] = _Pause(time, time, frozenset())
    return moving, evicted


def _machines(records: Records, row: int) -> frozenset[int]:
    first, last = records.log.first_machine[row : row + 2].tolist()
    return frozenset(records.log.machine[first:last].tolist())
