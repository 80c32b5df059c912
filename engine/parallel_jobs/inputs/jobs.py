"""The jobs of a replication, drawn once for all policies that serve them, and how long each would take alone."""

from typing import NamedTuple

import numpy as np

from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.inputs.sizes import Same
from engine.parallel_jobs.inputs.workload import draw_jobs, machines_of
from engine.parallel_jobs.model import Jobs, Machines


def alone(scenario: ParallelJobsScenario, jobs: Jobs, machines: Machines) -> np.ndarray:
    """Response time of each job if it had the idle cluster to itself, mapped as well as can be; float64 (J,), s.

    That is the mapping with the most speedup over delay, whatever the policy does with a lone job: slowdowns of
    different policies have the same denominator. With linear speedup it is SED's; with less, SED, which looks at sizes
    only (family README, rule 5), may put a lone job on more machines than are good for it. Infinite for a job of a log
    that does not fit, which nobody takes.
    """
    count = np.array([group.count for group in scenario.cluster.groups])
    of_one = machines.classes.of_load[:, 1]
    delay = machines.classes.delay
    available = np.array([count[of_one <= k].sum() for k in range(len(delay))])
    if len(delay) <= FEW:
        per_second = _per_second(jobs, slice(None), available, delay)
    else:
        first, kind = _kinds(scenario, jobs)
        per_second = _per_second(jobs, first, available, delay)[kind]
    found: np.ndarray = np.divide(jobs.demand, per_second, out=np.full(len(per_second), np.inf), where=per_second > 0)
    return found


FEW = 4
"""Delay classes up to which every job is asked: to find the kinds that there are takes longer."""


def _per_second(jobs: Jobs, which: np.ndarray | slice, available: np.ndarray, delay: np.ndarray) -> np.ndarray:
    """The most that each of these jobs can do in a second; float64, s on one machine of speed factor 1."""
    least, most, curve = jobs.min_size[which], jobs.max_size[which], jobs.curve[which]
    best = np.zeros(len(least))
    for there, slow in zip(available.tolist(), delay.tolist(), strict=True):
        each = jobs.speedup[curve, np.minimum(most, there)] / slow
        np.maximum(best, np.where(least <= there, each, 0.0), out=best)
    return best


def _kinds(scenario: ParallelJobsScenario, jobs: Jobs) -> tuple[np.ndarray, np.ndarray]:
    """Jobs that stand for all with the same class and sizes, and for each job the number of the one that does."""
    key = jobs.curve.astype(np.int64)
    spreads = [(kind.min_size_spread, kind.max_size_spread) for kind in scenario.workload.job_classes]
    if not all(isinstance(spread, Same) for pair in spreads for spread in pair):
        base = int(jobs.max_size.max()) + 1
        key = (key * base + jobs.min_size) * base + jobs.max_size
    _, first, kind = np.unique(key, return_index=True, return_inverse=True)
    return first, kind


MOST = 1_000_000
"""Jobs up to which they are kept, about 80 bytes for each: to draw them takes longer than to simulate some policies."""


class Drawn(NamedTuple):
    """Jobs, which nobody changes, and how long each would take alone; float64 (J,), s."""

    jobs: Jobs
    alone: np.ndarray


_last: tuple[ParallelJobsScenario | None, int, Drawn | None] = (None, 0, None)


def drawn(scenario: ParallelJobsScenario, replication: int) -> Drawn:
    """The jobs of a replication of the *scenario* of one point, which is told by its identity: it never changes."""
    global _last
    of, number, found = _last
    if found is None or of is not scenario or number != replication:
        jobs = draw_jobs(scenario, replication)
        found = Drawn(jobs, alone(scenario, jobs, machines_of(scenario)))
        if len(jobs.gap) <= MOST or scenario.blocks:  # of a log all blocks are of these
            _last = scenario, replication, found  # at once: threads ask too
    return found
