"""Users who come to machines, under space sharing: jobs become slower."""

import numpy as np
import pytest

from engine.parallel_jobs.space_sharing.kernel import simulation as kernel
from tests.engine.parallel_jobs.space_sharing.disruptions import (
    COMES,
    EVERY_POLICY,
    FAILURE,
    LEAVES,
    ONE,
    QUEUES,
    RETURN,
    both,
    happened,
)
from tests.engine.parallel_jobs.streams import CODES
from tests.engine.parallel_jobs.systems import FREE_MIGRATION, System, jobs, machine_events, machines


@EVERY_POLICY
def test_a_user_halves_the_rate_while_he_is_there(policy: str) -> None:
    """A job of 10 s: 4 s alone, 4 s at half the rate, and 4 s for what is left. A user is no busy time."""
    system = System(jobs([0], [10], [(1, 1)]), ONE, FREE_MIGRATION)
    records = both(system, policy, machine_events((4, 0, COMES, 0), (8, 0, LEAVES, 0)))
    assert (records.end.tolist(), records.busy.tolist(), records.upgrades.tolist()) == ([12], [12], [1])
    assert happened(records)[2:6] == ["4 MACHINE", "4 DOWNGRADE", "8 MACHINE", "8 UPGRADE"]
    assert records.log.delay_class[3] > records.log.delay_class[1]


@QUEUES
def test_only_the_slowest_machine_of_a_job_matters(policy: str) -> None:
    """Speed factors 1 and 2, a job on both: a user on the fast one makes that no slower than the other."""
    system = System(jobs([0], [10], [(2, 2)]), machines((1, 1), (1, 2)), FREE_MIGRATION)
    records = both(system, policy, machine_events((4, 0, COMES, 0)))
    assert (records.end.tolist(), happened(records)) == ([10], ["0 ARRIVAL", "0 START", "4 MACHINE", "10 END"])


@QUEUES
def test_an_evicted_job_may_be_looked_at_when_no_machine_is_idle(policy: str) -> None:
    """Three evicted jobs wait: the first does not fit, the second takes all that is idle, none is left for the third.

    Jobs of 1, 3, 2 and 3 machines; the last, the third and the second lose theirs, and idle machines fail as well.
    """
    system = System(
        jobs([0, 0, 0, 0], [100, 300, 20, 300], [(1, 1), (3, 3), (2, 2), (3, 3)]), machines((9, 1)), FREE_MIGRATION
    )
    failing = [(1, 6), (1, 7), (1, 8), (2, 4), (2, 5), (3, 1)]
    happenings = machine_events(
        *[(when, machine, FAILURE, 0) for when, machine in failing],
        *[(20, machine, RETURN, 0) for machine in sorted(machine for _, machine in failing)],
    )
    records = both(system, policy, happenings)
    assert np.isfinite(records.end).all()
    if policy == "EASY":
        assert records.end[2] == 13.0  # on the two machines that the second job has left, from 3 s on


@QUEUES
@pytest.mark.parametrize(("users", "machine"), [(1, 0), (2, 1)])
def test_fastest_first_counts_users(policy: str, users: int, machine: int) -> None:
    """Speed factors 1 and 2: with one user both are equally fast, and the lower number is first; with two it is not."""
    system = System(jobs([5], [6], [(1, 1)]), machines((1, 1), (1, 2)), FREE_MIGRATION)
    records = both(system, policy, machine_events(*[(0, 0, COMES, 0)] * users))
    assert records.log.machine[-1] == machine
    assert records.end.tolist() == [17]


@pytest.mark.parametrize(("policy", "last"), [("EASY", 4), ("Conservative", 20)])
def test_a_backfilling_policy_hears_of_the_delay(policy: str, last: float) -> None:
    """Two machines; job 0 (1 machine) ends at 10, job 1 (2 machines) waits for it, job 2 (1 machine, 12 s) as well.

    At 4 a user comes to job 0, which will end at 16: now job 2 ends no later than that, and passes job 1. Conservative
    backfilling counts on the slower machine, which takes 24 s, and lets it wait.
    """
    system = System(jobs([0, 1, 2], [10, 8, 12], [(1, 1), (2, 2), (1, 1)]), machines((2, 1)), FREE_MIGRATION)
    happenings = machine_events((4, 0, COMES, 0), (16, 0, LEAVES, 0))
    assert kernel.run(*system, CODES[policy]).start.tolist() == [0, 10, 14]
    assert both(system, policy, happenings).start.tolist() == [0, 16, last]
