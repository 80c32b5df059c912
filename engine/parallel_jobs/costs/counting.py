"""Steps of the kernel that only counts processors."""

from __future__ import annotations

from math import log2
from typing import TYPE_CHECKING

from engine.inputs.estimates import Exact
from engine.parallel_jobs.costs.queues.crowd import Crowd
from engine.parallel_jobs.inputs.forecast.disturbance import can_be_disturbed
from engine.parallel_jobs.inputs.large_clusters import ONE_BY_ONE
from engine.parallel_jobs.inputs.site.own_policies import is_asked_at_passes, is_known_beforehand
from engine.parallel_jobs.policies import COUNTING, POLICIES

if TYPE_CHECKING:
    from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario

GROUP_BYTES, MACHINE_BYTES, CURVE_BYTES = 30, 30, 24
"""For each job and group where there are several; for each machine; for each machine and job class."""


def is_counted(scenario: ParallelJobsScenario, policy: str) -> bool:
    """Whether processors are only counted; see `space_sharing/kernel/counting/run.py`."""
    factors = {group.speed_factor for group in scenario.cluster.groups}
    if len(factors) > 1 or can_be_disturbed(scenario) or scenario.operation is not None:
        return False
    rules = scenario.own_rules(policy)
    if rules is not None:
        return is_known_beforehand(rules) or is_asked_at_passes(rules)
    if POLICIES[policy].code not in COUNTING:
        return False
    by_depth = scenario.options.reservation_depth or scenario.cluster.machines > ONE_BY_ONE
    if policy != "Conservative" or by_depth or scenario.has_feedback:
        return True
    listed = scenario.workload.listed
    if listed is not None:
        return not any(job.expected for job in listed.jobs)
    return all(isinstance(kind.estimate, Exact) for kind in scenario.workload.job_classes)


def counted_steps(scenario: ParallelJobsScenario, found: Crowd) -> dict[str, float]:
    """Jobs, those that are noted down group by group, looks into ends and into the queue, and machines."""
    jobs, groups = scenario.workload.jobs, len(scenario.cluster.groups)
    in_line = reserved(scenario, found.waiting)
    moved = jobs * in_line if found.early else 0.0
    return {
        "job": jobs,
        "job group": jobs * groups if groups > 1 else 0.0,
        "job class": jobs * (len(scenario.workload.job_classes) - 1),
        "running": jobs * log2(1 + found.running),
        "waiting": jobs * min(1.0, found.waiting) * log2(1 + found.waiting),
        "queue": jobs * in_line,
        "moved": moved,
        "moved waiting": moved * in_line,
        "machine": scenario.cluster.machines * (1 + len(scenario.workload.job_classes)),
    }


def reserved(scenario: ParallelJobsScenario, waiting: float) -> float:
    """How many of those that wait have reservations under conservative backfilling."""
    return min(waiting, float(scenario.options.reservation_depth or waiting))


def counted_bytes(scenario: ParallelJobsScenario) -> float:
    """What groups and machines take beside the jobs."""
    jobs, machines, groups = scenario.workload.jobs, scenario.cluster.machines, len(scenario.cluster.groups)
    of_groups = GROUP_BYTES * jobs * groups if groups > 1 else 0
    return of_groups + machines * (MACHINE_BYTES + CURVE_BYTES * len(scenario.workload.job_classes))
