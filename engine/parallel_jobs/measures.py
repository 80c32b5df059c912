"""From the records of one replication to the metrics of a cell."""

import numpy as np

from engine.metrics.job_metrics import JobTimes, measure_jobs
from engine.parallel_jobs.drawn import drawn
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.outcomes import outcomes
from engine.parallel_jobs.records import Reason, Records
from engine.parallel_jobs.replication import replicate


def simulate(scenario: ParallelJobsScenario, policy: str, replication: int) -> dict[str, float]:
    """One cell: the metrics of one replication of one policy at one point."""
    jobs, by_itself = drawn(scenario, replication)
    _, machines, _, records = replicate(scenario, policy, replication, jobs)
    measured = outcomes(records, jobs)
    taken = records.reason == Reason.NONE
    if not taken.any():
        return measured  # no times to speak of
    if not taken.all():
        records, by_itself = accepted(records, taken), by_itself[taken]
    times = JobTimes(records.arrival, records.start, records.end, by_itself, jobs.job_class[taken])
    names = [kind.name for kind in scenario.workload.job_classes]
    of_jobs, cut = measure_jobs(times, names, scenario.measurement)
    measured["lost_work"] = float(records.lost.sum() / jobs.demand[taken].sum())
    measured |= of_jobs | measure(records, cut)
    for number, group in enumerate(scenario.cluster.groups):
        measured[f"utilization[{group.name}]"] = _utilization(records, machines.group == number)
    return measured


def accepted(records: Records, taken: np.ndarray) -> Records:
    """The records of the jobs that were *taken* (bool (J,))."""
    columns = {name: getattr(records, name)[taken] for name in records._fields if name not in ("busy", "log")}
    return records._replace(**columns)


def measure(records: Records, cut: int = 0) -> dict[str, float]:
    """The metrics that only this family has, and those of the machines, as `engine.metrics.catalogue` defines them.

    *cut* first jobs are left out of the means over jobs, which are missing if that leaves none.
    """
    makespan = float(records.end.max())
    of_the_system = {
        "jobs_in_system": float((records.end - records.arrival).sum() / makespan),
        "utilization": _utilization(records, np.ones(len(records.busy), dtype=bool)),
        "throughput": len(records.end) / makespan,
        "makespan": makespan,
    }
    if cut >= len(records.end):
        return of_the_system
    size = records.size[cut:].astype(np.float64)
    upgraded, migrated = records.upgrades[cut:] > 0, records.migrations[cut:] > 0
    return of_the_system | {
        "computing_time": float((records.end - records.start)[cut:].mean()),
        "upgraded_jobs": float(upgraded.mean()),
        "upgraded_processes": float(size[upgraded].sum() / size.sum()),
        "migrated_jobs": float(migrated.mean()),
        "migrated_processes": float(size[migrated].sum() / size.sum()),
        "resizes": float(records.resizes[cut:].mean()),
        "evacuations": float(records.evacuations[cut:].mean()),
        "checkpoints": float(records.checkpoints[cut:].mean()),
        "failures": float(records.failures[cut:].mean()),
    }


def _utilization(records: Records, machines: np.ndarray) -> float:
    return float(records.busy[machines].sum() / (machines.sum() * records.end.max()))
