"""A job as the study has them, which somebody who asks about one more begins with."""

from statistics import median
from typing import Any

from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.replay.tree import Trace

DIGITS = 3
"""Significant digits of medians: the form is for round numbers."""


def usual_job(scenario: ParallelJobsScenario, trace: Trace) -> dict[str, Any]:
    """Kind and sizes of the most frequent job class, and the medians of the first jobs of the replication."""
    kind = max(scenario.workload.job_classes, key=lambda one: one.weight)
    machines, asked = scenario.cluster.machines, trace["submitted"]
    deadlines = [time for time in asked["deadline"] if time is not None]
    return {
        "kind": kind.kind,
        "min_size": min(kind.min_size, machines),
        "max_size": min(kind.max_size, machines),
        "demand": _round(median(asked["demand"])),
        "deadline": _round(median(deadlines)) if deadlines else "",
        "profit": _round(median(asked["profit"])),
    }


def _round(value: float) -> float:
    return float(f"{value:.{DIGITS}g}")
