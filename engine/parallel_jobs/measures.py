"""From the records of one replication to the metrics of a cell."""

import numpy as np

from engine.job_metrics import JOB_METRICS, JobTimes, measure_jobs
from engine.parallel_jobs import kernel
from engine.parallel_jobs.policies import POLICIES
from engine.parallel_jobs.records import Records
from engine.parallel_jobs.scenario import ParallelJobsScenario
from engine.parallel_jobs.workload import Jobs, Machines, draw_jobs, machines_of, rules_of

METRICS = (
    *JOB_METRICS,
    "computing_time",
    "jobs_in_system",
    "utilization",
    "throughput",
    "makespan",
    "upgraded_jobs",
    "upgraded_processes",
    "migrated_jobs",
    "migrated_processes",
)


def simulate(scenario: ParallelJobsScenario, policy: str, replication: int) -> dict[str, float]:
    """One cell: the metrics of one replication of one policy at one point."""
    jobs, machines = draw_jobs(scenario, replication), machines_of(scenario)
    records = kernel.run(jobs, machines, rules_of(scenario), POLICIES[policy].code)
    times = JobTimes(records.arrival, records.start, records.end, alone(scenario, jobs, machines), jobs.job_class)
    names = [kind.name for kind in scenario.workload.job_classes]
    of_jobs, cut = measure_jobs(times, names, scenario.measurement)
    measured = of_jobs | measure(records, cut)
    for number, group in enumerate(scenario.cluster.groups):
        measured[f"utilization[{group.name}]"] = _utilization(records, machines.group == number)
    return measured


def alone(scenario: ParallelJobsScenario, jobs: Jobs, machines: Machines) -> np.ndarray:
    """Response time of each job if it had the idle cluster to itself, mapped as well as can be; float64 (J,), s.

    The best mapping is that of SED, least delay / machines (family README, rule 3), whatever the policy: slowdowns of
    different policies have the same denominator.
    """
    count = np.array([group.count for group in scenario.cluster.groups])
    of_one = machines.classes.of_load[:, 1]
    delay = machines.classes.delay
    available = np.array([count[of_one <= k].sum() for k in range(len(delay))])
    per_second = np.empty(len(scenario.workload.job_classes))
    for number, kind in enumerate(scenario.workload.job_classes):
        fits = available >= kind.min_size
        per_second[number] = (np.minimum(available, kind.max_size) / delay)[fits].max()
    return jobs.demand / per_second[jobs.job_class]


def measure(records: Records, cut: int = 0) -> dict[str, float]:
    """The metrics that only this family has, and those of the machines, as `engine.metrics` defines them.

    *cut* first jobs are left out of the means over jobs.
    """
    makespan = float(records.end.max())
    size = records.size[cut:].astype(np.float64)
    upgraded, migrated = records.upgrades[cut:] > 0, records.migrations[cut:] > 0
    return {
        "computing_time": float((records.end - records.start)[cut:].mean()),
        "jobs_in_system": float((records.end - records.arrival).sum() / makespan),
        "utilization": _utilization(records, np.ones(len(records.busy), dtype=bool)),
        "throughput": len(records.end) / makespan,
        "makespan": makespan,
        "upgraded_jobs": float(upgraded.mean()),
        "upgraded_processes": float(size[upgraded].sum() / size.sum()),
        "migrated_jobs": float(migrated.mean()),
        "migrated_processes": float(size[migrated].sum() / size.sum()),
    }


def _utilization(records: Records, machines: np.ndarray) -> float:
    return float(records.busy[machines].sum() / (machines.sum() * records.end.max()))
