"""From the records of one replication to the metrics of a cell."""

from functools import partial

import numpy as np

from engine.inputs.by_hour import period_of
from engine.metrics.job_metrics import JobTimes, measure_jobs
from engine.parallel_jobs.inputs.jobs import Drawn, drawn
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.job_metrics.of_blocks import of_block
from engine.parallel_jobs.job_metrics.of_machines import costs, of_groups, utilization
from engine.parallel_jobs.job_metrics.outcomes import outcomes
from engine.parallel_jobs.model import Machines
from engine.parallel_jobs.records import TAKEN, Records
from engine.parallel_jobs.replication import replicate
from engine.statistics.means import mean


def simulate(scenario: ParallelJobsScenario, policy: str, replication: int) -> dict[str, float]:
    """One cell: the metrics of one replication of one policy at one point."""
    if scenario.blocks:
        return of_block(scenario, policy, replication, partial(of_all_metrics, scenario))
    there = drawn(scenario, replication)
    _, machines, _, records = replicate(scenario, policy, replication, there.jobs)
    return of_all_metrics(scenario, machines, there, records)


def of_all_metrics(
    scenario: ParallelJobsScenario, machines: Machines, there: Drawn, records: Records
) -> dict[str, float]:
    """The metrics of the jobs that are *there*."""
    jobs, by_itself = there
    measured = outcomes(records, jobs)
    taken = records.reason == TAKEN
    if not taken.any():
        return measured  # no times to speak of
    demand, job_class = jobs.demand, jobs.job_class
    if not taken.all():
        records, by_itself = accepted(records, taken), by_itself[taken]
        demand, job_class = demand[taken], job_class[taken]
    times = JobTimes(records.arrival, records.start, records.end, by_itself, job_class)
    names = scenario.workload.class_names
    of_jobs, counted = measure_jobs(times, names, scenario.measurement, period_of(scenario.workload.arrivals))
    measured["lost_work"] = float(records.lost.sum() / demand.sum())
    measured |= of_jobs | measure(records, counted)
    makespan = measured["makespan"]
    return (
        measured | costs(scenario, makespan, len(records.end)) | of_groups(scenario, machines, records.busy, makespan)
    )


def accepted(records: Records, taken: np.ndarray) -> Records:
    """The records of the jobs that were *taken* (bool (J,))."""
    columns = {name: getattr(records, name)[taken] for name in records._fields if name not in ("busy", "log")}
    return records._replace(**columns)


def measure(records: Records, counted: slice = slice(None)) -> dict[str, float]:
    """The metrics that only this family has, and those of the machines, as `engine.metrics.catalogue` defines them.

    The means over jobs are of those that are *counted*, and missing if these are none.
    """
    makespan = float(records.end.max())
    of_the_system = {
        "jobs_in_system": float((records.end - records.arrival).sum() / makespan),
        "utilization": utilization(records.busy, makespan),
        "throughput": len(records.end) / makespan,
        "makespan": makespan,
    }
    if not len(records.end[counted]):
        return of_the_system
    size = records.size[counted].astype(np.float64)
    upgraded, migrated = records.upgrades[counted] > 0, records.migrations[counted] > 0
    return of_the_system | {
        "computing_time": mean((records.end - records.start)[counted]),
        "upgraded_jobs": float(np.count_nonzero(upgraded) / len(upgraded)),
        "upgraded_processes": float(size[upgraded].sum() / size.sum()),
        "migrated_jobs": float(np.count_nonzero(migrated) / len(migrated)),
        "migrated_processes": float(size[migrated].sum() / size.sum()),
        "resizes": mean(records.resizes[counted]),
        "evacuations": mean(records.evacuations[counted]),
        "checkpoints": mean(records.checkpoints[counted]),
        "failures": mean(records.failures[counted]),
    }
