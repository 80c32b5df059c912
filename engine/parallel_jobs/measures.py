"""From the records of one replication to the metrics of a cell."""

import numpy as np

from engine.parallel_jobs import kernel
from engine.parallel_jobs.policies import POLICIES
from engine.parallel_jobs.records import Records
from engine.parallel_jobs.scenario import ParallelJobsScenario
from engine.parallel_jobs.workload import draw_jobs, machines_of, rules_of

METRICS = (
    "response_time",
    "wait_time",
    "computing_time",
    "jobs_in_system",
    "utilization",
    "throughput",
    "makespan",
    "upgraded_jobs",
    "upgraded_processes",
    "migrated_jobs",
    "migrated_processes",
    "drift",
)


def simulate(scenario: ParallelJobsScenario, policy: str, replication: int) -> dict[str, float]:
    """One cell: the metrics of one replication of one policy at one point."""
    jobs, machines = draw_jobs(scenario, replication), machines_of(scenario)
    records = kernel.run(jobs, machines, rules_of(scenario), POLICIES[policy].code)
    measured = measure(records)
    for number, group in enumerate(scenario.cluster.groups):
        measured[f"utilization[{group.name}]"] = _utilization(records, machines.group == number)
    return measured


def measure(records: Records) -> dict[str, float]:
    """The metrics of `METRICS`, as `engine.metrics` defines them."""
    response = records.end - records.arrival
    size = records.size.astype(np.float64)
    makespan = float(records.end.max())
    upgraded, migrated = records.upgrades > 0, records.migrations > 0
    return {
        "response_time": float(response.mean()),
        "wait_time": float((records.start - records.arrival).mean()),
        "computing_time": float((records.end - records.start).mean()),
        "jobs_in_system": float(response.sum() / makespan),
        "utilization": _utilization(records, np.ones(len(records.busy), dtype=bool)),
        "throughput": len(response) / makespan,
        "makespan": makespan,
        "upgraded_jobs": float(upgraded.mean()),
        "upgraded_processes": float(size[upgraded].sum() / size.sum()),
        "migrated_jobs": float(migrated.mean()),
        "migrated_processes": float(size[migrated].sum() / size.sum()),
        "drift": drift(records.arrival, records.end),
    }


def _utilization(records: Records, machines: np.ndarray) -> float:
    return float(records.busy[machines].sum() / (machines.sum() * records.end.max()))


def drift(arrival: np.ndarray, end: np.ndarray) -> float:
    """Mean number in system in the last third of the arrivals over that in the middle third; 1 when it has settled.

    A queue that grows steadily gives 5/3. Time after the last arrival does not count, since nothing arrives any more.
    """
    span = arrival[-1]
    if span == 0.0:
        return 1.0
    middle = _present(arrival, end, span / 3, 2 * span / 3)
    return _present(arrival, end, 2 * span / 3, span) / middle if middle > 0 else 1.0


def _present(arrival: np.ndarray, end: np.ndarray, since: float, until: float) -> float:
    """Job-seconds in the system within a window."""
    return float((np.clip(end, since, until) - np.clip(arrival, since, until)).sum())
