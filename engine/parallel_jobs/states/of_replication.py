"""The states of a replication, step by step, whether or not anything happens to its machines, or jobs preempt others.

What queues with limits and advance reservations allow follows from the time and from who runs: they have no state.
"""

from engine.contract.entries import Step
from engine.parallel_jobs.inputs.workload import Rules
from engine.parallel_jobs.replication import Replication
from engine.parallel_jobs.states.disturbed import DisturbedFollower, NotFollowedError
from engine.parallel_jobs.states.followed import Follower

MOST_PLACES = 2_000_000
"""Machines in all rows of a log where each is a place of its own, as far as they are followed."""


def states_of(done: Replication, rules: Rules, is_shared: bool, is_appended: bool = False) -> list[Step] | None:
    """The steps of a replication with its log, of a policy under which machines *are shared* or not; those that have
    lost their machines wait before all others, or *are appended* to each other.

    None where it has anything in it that is not followed.
    """
    log = done.records.log
    nothing_happens = not len(done.machine_events.time)
    preempts = rules.operation is not None and rules.operation.preempts
    if nothing_happens and not preempts:
        follower = Follower(done, rules, is_shared)
    elif nothing_happens or len(log.machine) <= MOST_PLACES:
        follower = DisturbedFollower(done, rules, is_shared, is_appended)
    else:
        return None
    try:
        found = list(follower.steps(log))
    except NotFollowedError:
        return None
    return found if follower.is_exact else None
