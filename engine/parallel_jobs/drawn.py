"""The jobs of a replication, drawn once for all policies that serve them one after the other."""

from typing import NamedTuple

import numpy as np

from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.inputs.workload import Jobs, draw_jobs, machines_of
from engine.parallel_jobs.job_metrics.alone import alone

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
