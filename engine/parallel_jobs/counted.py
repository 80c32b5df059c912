"""Which jobs of a replication its metrics are of: after a warm-up, in whole periods, in the measured part of a log."""

import numpy as np

from engine.inputs.by_hour import period_of
from engine.metrics.job_metrics import JobTimes, measure_jobs
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.inputs.sources.of_log import measured_blocks, measured_part
from engine.parallel_jobs.model import Jobs

NO_BLOCK = -1


def counted(scenario: ParallelJobsScenario, times: JobTimes, taken: np.ndarray) -> np.ndarray:
    """Of which drawn jobs the means over jobs are; bool (J,), of those that were *taken*, bool (J,)."""
    found = np.zeros(len(taken), dtype=bool)
    if taken.any():
        there = np.flatnonzero(taken)
        own = JobTimes(*(column[there] for column in times))
        names = scenario.workload.class_names
        period = period_of(scenario.workload.arrivals)
        found[there[measure_jobs(own, names, scenario.measurement, period)[1]]] = True
    return found


def block_of(scenario: ParallelJobsScenario, jobs: Jobs) -> np.ndarray | None:
    """In which block of the log each job arrives, from 0, int64 (J,), or `NO_BLOCK`; None if they are of no log."""
    if not scenario.blocks or scenario.workload.logged is None:
        return None
    found = np.full(len(jobs.gap), NO_BLOCK)
    blocks = measured_blocks(scenario.workload.logged, scenario.processors, scenario.blocks)
    for number, part in enumerate(blocks):
        found[part.jobs] = number
    return found


def block_of_replication(scenario: ParallelJobsScenario, jobs: Jobs, replication: int) -> np.ndarray | None:
    """The same, where a log that is resampled is another one in each replication, of one block."""
    logged = scenario.workload.logged
    if logged is None or logged.resampling == "no":
        return block_of(scenario, jobs)
    found = np.full(len(jobs.gap), NO_BLOCK)
    found[measured_part(logged, scenario.processors, jobs, replication).jobs] = 0
    return found
