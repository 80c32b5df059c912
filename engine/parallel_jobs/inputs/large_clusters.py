"""What a cluster of very many machines is not for: whatever looks at machines one by one."""

from __future__ import annotations  # a scenario asks for this while it is validated

from typing import TYPE_CHECKING

from engine.inputs.rejection import Rejection
from engine.parallel_jobs.policies import COUNTING, POLICIES

if TYPE_CHECKING:
    from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario

ONE_BY_ONE = 2_000
"""Machines that can be looked at one by one: by other policies than `COUNTING`, by events, by pictures."""

_NAMES = [name for name, policy in POLICIES.items() if policy.code in COUNTING]
ONLY_COUNT = f"{', '.join(_NAMES[:-1])} and {_NAMES[-1]}"
"""The policies that do with the number of idle machines, in words."""


def check_large_cluster(scenario: ParallelJobsScenario) -> None:
    """Refuse what asks for more than how many machines are idle where there are more than `ONE_BY_ONE`."""
    machines = scenario.cluster.machines
    if machines <= ONE_BY_ONE:
        return
    bound = f"that is for up to {ONE_BY_ONE:,} machines, and the cluster has {machines:,}"
    looking = [name for name in scenario.policies if POLICIES[name].code not in COUNTING]
    if not looking and scenario.options.wait_bound_s and any(map(scenario.own_rules, scenario.policies)):
        raise Rejection("options.wait_bound_s", f"who is first changes while jobs wait: {bound}; 0 is allowed")
    if looking:
        raise Rejection(
            "policies", f'"{looking[0]}" looks at machines one by one: {bound}; {ONLY_COUNT}, which count, do more'
        )
    if scenario.operation is not None:
        where = "queues" if scenario.queues else "advance_reservations"
        where = where if scenario.queues or scenario.advance_reservations else "options.predictions"
        raise Rejection(where, f"jobs are looked at one by one: {bound}; leave this out")
    if len({group.speed_factor for group in scenario.cluster.groups}) > 1:
        raise Rejection("cluster.groups", f"machines differ in speed: {bound}; give all one speed factor")
    if scenario.machine_events:
        raise Rejection("machine_events", f"something happens to single machines: {bound}; leave the events out")
    logged = scenario.workload.logged
    if logged is not None and logged.other_sizes.assumed != "rigid":
        raise Rejection("workload.arrivals.other_sizes", f"jobs have speedups: {bound}; leave other sizes out")
    if scenario.workload.listed is not None:
        raise Rejection("workload.arrivals", f"jobs are listed: {bound}; let them arrive at random")


def check_pictured(scenario: ParallelJobsScenario) -> None:
    """Refuse pictures in which every machine would have a place; ValueError."""
    machines = scenario.cluster.machines
    if machines > ONE_BY_ONE:
        raise ValueError(
            f"A replay shows machines one by one, up to {ONE_BY_ONE:,} of them; this cluster has {machines:,}."
        )
