"""Partitions of a log that have machine groups and queues of their own: what says so, and what cannot go with it."""

from __future__ import annotations  # a scenario asks for this while it is validated

from typing import TYPE_CHECKING

from engine.inputs.rejection import Rejection
from engine.parallel_jobs.inputs.scenario_checks import IN_A_QUEUE
from engine.parallel_jobs.inputs.site.fair_share import OF_USAGE
from engine.parallel_jobs.inputs.sources.partition_numbers import Processors, read_partitions
from engine.parallel_jobs.model import OwnRules
from engine.parallel_jobs.policies import POLICIES, PolicyCode
from engine.rules.tree import names_in

if TYPE_CHECKING:
    from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
    from engine.parallel_jobs.inputs.sources.logged import Logged


def processors_of(scenario: ParallelJobsScenario) -> Processors:
    """Of the whole cluster; of each group of machines, where these are partitions."""
    return tuple(group.count for group in scenario.cluster.groups) if is_parted(scenario) else scenario.cluster.machines


def is_parted(scenario: ParallelJobsScenario) -> bool:
    """Whether each machine group is a partition with a queue of its own."""
    logged = scenario.workload.logged
    return logged is not None and bool(logged.partition_queues)


def check_partitions(scenario: ParallelJobsScenario, logged: Logged) -> None:
    """Refuse partitions that are not the groups of the cluster, and what is decided for the whole cluster at once."""
    partitions, groups = read_partitions(logged.partition_queues), scenario.cluster.groups
    if not partitions:
        return
    if len(partitions) != len(groups):
        raise Rejection(
            "workload.arrivals.partition_queues",
            f"{len(partitions)} partitions with queues of their own need as many machine groups, in the same order, "
            f"and the cluster has {len(groups)}; add or remove groups, or name no partition here",
        )
    reason = "partitions have queues of their own here"
    if len({group.speed_factor for group in groups}) > 1:
        raise Rejection("cluster.groups", f"{reason}, for which machines are only counted; give all one speed factor")
    for number, name in enumerate(scenario.policies):
        if POLICIES[name].code not in IN_A_QUEUE:
            allowed = "FCFS, FF, EASY, Conservative, ordered and own queues are allowed"
            raise Rejection(f"policies.{number}", f'{reason}, and under "{name}" jobs wait in none; {allowed}')
        if POLICIES[name].code == PolicyCode.MULTIFACTOR or _counts_usage(scenario.own_rules(name)):
            raise Rejection(
                f"policies.{number}",
                f'{reason}, and "{name}" asks what users have used of the whole cluster; any other order is allowed',
            )
    if scenario.operation is not None:
        where = "queues" if scenario.queues else "advance_reservations"
        where = where if scenario.queues or scenario.advance_reservations else "options.predictions"
        raise Rejection(where, f"{reason}, and this is for one queue; leave it out")
    if logged.user_feedback != "no":
        raise Rejection(
            "workload.arrivals.user_feedback", f"{reason}, and jobs may follow those of another one; choose none"
        )
    if logged.other_sizes.assumed != "rigid":
        raise Rejection(
            "workload.arrivals.other_sizes",
            f"{reason}, and other sizes are known of the whole cluster alone; leave out",
        )


def _counts_usage(own: OwnRules | None) -> bool:
    if own is None:
        return False
    trees = (own.order, own.backfill, *([] if own.admit is None else [own.admit]))
    return any(names_in(tree) & OF_USAGE for tree in trees)
