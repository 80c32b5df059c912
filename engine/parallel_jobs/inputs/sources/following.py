"""Where jobs may follow others: what else of a scenario has to be so that each policy can have arrivals of its own."""

from __future__ import annotations  # a scenario asks for this while it is validated

from typing import TYPE_CHECKING

from engine.inputs.rejection import Rejection
from engine.parallel_jobs.inputs.large_clusters import ONLY_COUNT
from engine.parallel_jobs.policies import COUNTING, POLICIES

if TYPE_CHECKING:
    from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario


def check_feedback(scenario: ParallelJobsScenario) -> None:
    """Refuse what does not go together with jobs that come after others have ended."""
    logged = scenario.workload.logged
    if logged is None or logged.user_feedback == "no":
        return
    reason = "jobs follow others here (feedback)"
    for number, name in enumerate(scenario.policies):
        if POLICIES[name].code not in COUNTING:
            raise Rejection(f"policies.{number}", f'{reason}, which "{name}" does not know; allowed are {ONLY_COUNT}')
    if scenario.operation is not None:
        where = "queues" if scenario.queues else "advance_reservations"
        where = where if scenario.queues or scenario.advance_reservations else "options.predictions"
        raise Rejection(where, f"{reason}, and this is for jobs that come of themselves; leave it out")
    for name in ("aging", "wait_bound_s"):
        if getattr(scenario.options, name):
            raise Rejection(f"options.{name}", f"{reason}, and this is for jobs that come of themselves; 0 is allowed")
    if len({group.speed_factor for group in scenario.cluster.groups}) > 1:
        raise Rejection("cluster.groups", f"{reason}, for which machines are only counted; give all one speed factor")
