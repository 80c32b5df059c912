"""Whether processors are only counted: machines are equally fast, and nothing happens to any of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.inputs.estimates import Exact
from engine.parallel_jobs.inputs.forecast.disturbance import can_be_disturbed
from engine.parallel_jobs.inputs.large_clusters import ONE_BY_ONE
from engine.parallel_jobs.inputs.site.own_policies import is_asked_at_passes, is_known_beforehand
from engine.parallel_jobs.policies import COUNTING, POLICIES

if TYPE_CHECKING:
    from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario


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
