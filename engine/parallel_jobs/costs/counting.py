"""Steps of the kernel that only counts processors."""

from __future__ import annotations

from math import log2
from typing import TYPE_CHECKING

from engine.parallel_jobs.costs.crowd import Crowd
from engine.parallel_jobs.policies import COUNTING, POLICIES

if TYPE_CHECKING:
    from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario

GROUP_BYTES, MACHINE_BYTES, CURVE_BYTES = 30, 30, 24
"""For each job and group where there are several; for each machine; for each machine and job class."""


def is_counted(scenario: ParallelJobsScenario, policy: str) -> bool:
    """Whether processors are only counted; see `space_sharing/kernel/counting/run.py`."""
    factors = {group.speed_factor for group in scenario.cluster.groups}
    return POLICIES[policy].code in COUNTING and len(factors) == 1 and not scenario.machine_events


def counted_steps(scenario: ParallelJobsScenario, found: Crowd) -> dict[str, float]:
    """Jobs, those that are noted down group by group, looks into ends and into the queue, and machines."""
    jobs, groups = scenario.workload.jobs, len(scenario.cluster.groups)
    return {
        "job": jobs,
        "job group": jobs * groups if groups > 1 else 0.0,
        "job class": jobs * (len(scenario.workload.job_classes) - 1),
        "running": jobs * log2(1 + found.running),
        "waiting": jobs * min(1.0, found.waiting) * log2(1 + found.waiting),
        "machine": scenario.cluster.machines * (1 + len(scenario.workload.job_classes)),
    }


def counted_bytes(scenario: ParallelJobsScenario) -> float:
    """What groups and machines take beside the jobs."""
    jobs, machines, groups = scenario.workload.jobs, scenario.cluster.machines, len(scenario.cluster.groups)
    of_groups = GROUP_BYTES * jobs * groups if groups > 1 else 0
    return of_groups + machines * (MACHINE_BYTES + CURVE_BYTES * len(scenario.workload.job_classes))
