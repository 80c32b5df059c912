"""Failures under space sharing: what was done since the last checkpoint is lost."""

import pytest

from engine.parallel_jobs.model import Rules
from tests.engine.parallel_jobs.space_sharing.disruptions import EVERY_POLICY, FAILURE, ONE, RETURN, both
from tests.engine.parallel_jobs.systems import FREE_MIGRATION, System, jobs, machine_events, machines


@EVERY_POLICY
@pytest.mark.parametrize(
    ("interval", "cost", "lost", "end"), [(0.0, 0.0, 4.0, 17.0), (3.0, 0.0, 1.0, 14.0), (3.0, 1.0, 0.0, 7 + 28 / 3)]
)
def test_a_failure_undoes_what_was_done_since_the_last_checkpoint(
    policy: str, interval: float, cost: float, lost: float, end: float
) -> None:
    """10 s on one machine, which fails at 4 and is back at 7; a checkpoint at 3, or, if it takes 1 s, at 4."""
    rules: Rules = FREE_MIGRATION._replace(checkpoint_interval=interval, checkpoint_cost=cost)
    system = System(jobs([0], [10], [(1, 1)]), ONE, rules)
    records = both(system, policy, machine_events((4, 0, FAILURE, 0), (7, 0, RETURN, 0)))
    assert records.end == pytest.approx([end])
    assert (records.lost.tolist(), records.failures.tolist()) == ([lost], [1])


@pytest.mark.parametrize("policy", ["UFF", "Simple", "Lazy"])
def test_a_malleable_job_loses_all_machines_in_a_failure_and_grows_when_one_returns(policy: str) -> None:
    """20 s on 2 machines, of which one fails at 4: 20 s on the other; 2 of them are done by 6, 18 are left for both."""
    system = System(jobs([0], [20], [(1, 2)]), machines((2, 1)), FREE_MIGRATION)
    records = both(system, policy, machine_events((4, 0, FAILURE, 0), (6, 0, RETURN, 0)))
    assert (records.end.tolist(), records.lost.tolist(), records.resizes.tolist()) == ([15], [8], [1])
    assert records.busy.tolist() == [13, 15]
