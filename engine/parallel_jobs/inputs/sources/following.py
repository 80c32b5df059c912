"""Where jobs may follow others: what else of a scenario has to be so that each policy can have arrivals of its own."""

from __future__ import annotations  # a scenario asks for this while it is validated

from typing import TYPE_CHECKING

from engine.inputs.rejection import Rejection
from engine.parallel_jobs.inputs.large_clusters import ONLY_COUNT
from engine.parallel_jobs.inputs.site.own_policies import KNOWN, may_follow
from engine.parallel_jobs.model import OwnRules
from engine.parallel_jobs.policies import COUNTING, POLICIES
from engine.rules.tree import names_in

if TYPE_CHECKING:
    from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario


ALLOWED = f"allowed are {ONLY_COUNT}, and own policies of one order"


def check_feedback(scenario: ParallelJobsScenario) -> None:
    """Refuse what does not go together with jobs that come after others have ended."""
    logged = scenario.workload.logged
    if logged is None or logged.user_feedback == "no":
        return
    reason = "jobs follow others here (feedback)"
    for number, name in enumerate(scenario.policies):
        own = scenario.own_rules(name)
        if own is not None and not may_follow(own):
            raise Rejection(f"policies.{number}", f'{reason}, and under "{name}" {_hindrance(own)}; {ALLOWED}')
        if own is None and POLICIES[name].code not in COUNTING:
            raise Rejection(
                f"policies.{number}",
                f'{reason}, which "{name}" does not know; {ALLOWED}',
            )
    if scenario.operation is not None:
        where = "queues" if scenario.queues else "advance_reservations"
        where = where if scenario.queues or scenario.advance_reservations else "options.predictions"
        raise Rejection(where, f"{reason}, and this is for jobs that come of themselves; leave it out")
    if len({group.speed_factor for group in scenario.cluster.groups}) > 1:
        raise Rejection("cluster.groups", f"{reason}, for which machines are only counted; give all one speed factor")


def _hindrance(own: OwnRules) -> str:
    """What of an own policy needs more than to count processors, and what is allowed instead."""
    if own.backfill != own.order:
        return "those who pass have an order of their own; give both the same"
    if own.admit is not None:
        return "a rule says who is taken; take everybody"
    if own.machines is not None:
        return "a rule chooses machines; leave it out"
    if own.reservation > 1:
        return "several jobs have reservations; none, 1 and skip are allowed"
    asked = sorted(names_in(own.order) - KNOWN)
    return (
        f"the order asks for {', '.join(asked)}, of the whole queue or of users; ask for jobs, clock and counts alone"
    )
