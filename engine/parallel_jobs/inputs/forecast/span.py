"""How far the clock of a replication goes, and how many machine events that makes, from formulas."""

from __future__ import annotations  # a scenario asks for this while it is validated

from typing import TYPE_CHECKING

from engine.parallel_jobs.inputs.forecast.additions import first_enough
from engine.parallel_jobs.inputs.forecast.disturbance import Disturbance, Lengths, lengths
from engine.parallel_jobs.inputs.forecast.once import once_per_scenario
from engine.parallel_jobs.inputs.forecast.typical import (
    TypicalJob,
    arrivals_end,
    machines_there,
    speedup_on,
    typical_jobs,
)
from engine.parallel_jobs.policies import POLICIES, SHARING, TIME_SHARING

if TYPE_CHECKING:
    from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario

FIXED = frozenset(name for name, policy in POLICIES.items() if policy.code not in (*TIME_SHARING, *SHARING))
"""Policies under which a job has the size requested."""

ALIKE = {"SED-NU": "SED", "SED-NM": "SED", "Simple": "UFF", "Lazy": "UFF"} | dict.fromkeys(FIXED, "FCFS")
"""Policies under which jobs take as long as under another one; nothing here is computed for both."""


def times_under(scenario: ParallelJobsScenario, policy: str, around: Disturbance) -> tuple[Lengths, ...]:
    """How long each of the typical jobs takes under *policy*, on how many machines, if nobody else wants them."""
    return _times_under(scenario, ALIKE.get(policy, policy), around)


@once_per_scenario
def _times_under(scenario: ParallelJobsScenario, policy: str, around: Disturbance) -> tuple[Lengths, ...]:
    return tuple(_time_under(policy, scenario, job, around) for job in typical_jobs(scenario))


def _time_under(policy: str, scenario: ParallelJobsScenario, job: TypicalJob, around: Disturbance) -> Lengths:
    """How long a typical job takes under a policy, on how many machines, if nobody else wants them.

    Where sizes are chosen, few machines serve when so many as it can use are hardly ever there.
    """
    if policy in FIXED:
        return lengths(scenario, job, job.requested, around)
    factors = [group.speed_factor for group in scenario.cluster.groups]
    if policy.startswith("SED") and around.users and max(factors) < 2 * min(factors):
        around = around._replace(there=around.there * (1 - around.users))  # nobody shares the slowest machines
    elif job.kind.kind == "malleable" and not policy.startswith("SED"):
        around = around._replace(shutdowns=0.0, calm=float("inf"))  # it shrinks
    most = lengths(scenario, job, job.most, around)
    if around.there == 1.0 or job.least == job.most:
        return most
    return min(most, lengths(scenario, job, job.least, around), key=lambda found: found.longest)


def span(scenario: ParallelJobsScenario, policy: str, around: Disturbance) -> float:
    """About how long a replication takes if nobody is sent away, s; rather too long, by a factor of up to 2."""
    return _span(scenario, ALIKE.get(policy, policy), around)


@once_per_scenario
def _span(scenario: ParallelJobsScenario, policy: str, around: Disturbance) -> float:
    machines = machines_there(scenario) * around.there
    used, longest, added = 0.0, 0.0, 0.0
    for job, found in zip(typical_jobs(scenario), times_under(scenario, policy, around), strict=True):
        longest = max(longest, found.longest)
        added = max(added, first_enough(scenario, job.requested if policy in FIXED else job.least))
        if not (policy in FIXED or policy.startswith("SED")):  # when many come they get few machines each
            few = lengths(scenario, job, job.least, around)
            found = min(found, few, key=lambda one: one.mean * one.size)
        beside = max(1.0, machines // found.size) * found.size  # machines that jobs of this size can use
        if job.scatter:
            beside = 0.8 * machines
        used += job.share * found.mean * found.size * machines / min(machines, beside)
    return max(arrivals_end(scenario), added, scenario.workload.jobs * used / max(machines, 1e-9)) + longest


def shortest_run(scenario: ParallelJobsScenario) -> float:
    """Least mean run time of the job classes, each on as many of the fastest machines as it can use, s."""
    fastest = min(group.speed_factor for group in scenario.cluster.groups)
    jobs = typical_jobs(scenario)
    return fastest * min(job.kind.demand.mean / speedup_on(job.kind.speedup, job.most) for job in jobs)


def worst_span(scenario: ParallelJobsScenario, around: Disturbance) -> float:
    """The longest of the spans under the policies of the scenario, s."""
    return max(span(scenario, policy, around) for policy in scenario.policies)
