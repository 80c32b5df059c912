"""What is told of the machines of a cluster over a time: how busy they were, and what they cost."""

import numpy as np

from engine.logs.week_clock import HOUR
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.model import Machines


def utilization(busy: np.ndarray, seconds: float) -> float:
    """Return the share of *seconds* in which machines were *busy* (float64 (M,), s); 0 if no time is measured."""
    return float(busy.sum() / (len(busy) * seconds)) if seconds else 0.0


def of_groups(scenario: ParallelJobsScenario, machines: Machines, busy: np.ndarray, seconds: float) -> dict[str, float]:
    """The utilization of each machine group."""
    return {
        f"utilization[{group.name}]": utilization(busy[machines.group == number], seconds)
        for number, group in enumerate(scenario.cluster.groups)
    }


def costs(scenario: ParallelJobsScenario, seconds: float, jobs: int) -> dict[str, float]:
    """`metric_names.OF_PRICES` of a cluster whose machines have a price, over the *jobs* that were done meanwhile."""
    if not (price := scenario.cluster.price_per_hour):
        return {}
    return {"cost_per_hour": price} | ({"cost_per_job": price * (seconds / HOUR) / jobs} if jobs else {})
