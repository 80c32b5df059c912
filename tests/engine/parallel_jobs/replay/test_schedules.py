"""The whole schedules of a list say what the records say, and no machine has two jobs where machines are not shared."""

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.inputs.workload import draw_jobs
from engine.parallel_jobs.measures import simulate
from engine.parallel_jobs.policies import POLICIES, TIME_SHARING
from engine.parallel_jobs.replay.schedules import schedules
from engine.parallel_jobs.replication import replicate
from engine.study.registry import EXAMPLES
from tests.engine.parallel_jobs.inputs.test_listed import jobs_by_hand, listed


@settings(max_examples=20, deadline=None)
@given(st.lists(jobs_by_hand(), min_size=1, max_size=10), st.sampled_from(sorted(POLICIES)))
def test_blocks_are_where_jobs_run(drawn: list[dict[str, Any]], policy: str) -> None:
    scenario = listed(drawn, machines=7, policies=[policy])
    (found,) = schedules(scenario)
    records = replicate(scenario, policy, 0, draw_jobs(scenario, 0)).records
    assert not found["cut"]
    taken = [n for n, start in enumerate(found["start"]) if start is not None]
    assert taken == [n for n, outcome in enumerate(found["outcome"]) if not outcome]
    for n in taken:
        own = [block for block in found["blocks"] if block[0] == n]
        assert min(since for _, since, _, _ in own) == found["start"][n] == records.start[n]
        assert max(until for _, _, until, _ in own) == found["end"][n] == records.end[n]
    if POLICIES[policy].code not in TIME_SHARING:
        held = sorted(
            (machine, since, until)
            for _, since, until, runs in found["blocks"]
            for first, count in runs
            for machine in range(first, first + count)
        )
        for (machine, _, until), (other, since, _) in pairwise(held):
            assert machine != other or since >= until
        assert all(0 <= machine < 7 for machine, _, _ in held)


def test_a_law_has_no_whole_schedules() -> None:
    kumar = EXAMPLES["kumar-two-jobs"]
    assert isinstance(kumar, ParallelJobsScenario)
    with pytest.raises(ValueError, match="list"):
        schedules(kumar)


def test_what_jobs_bring_is_what_the_metric_says() -> None:
    scenario, convoy = (EXAMPLES[name] for name in ("lazy-broken", "convoy"))
    assert isinstance(scenario, ParallelJobsScenario)
    assert isinstance(convoy, ParallelJobsScenario)
    found = {one["policy"]: one["profit"] for one in schedules(scenario)}
    assert found == {policy: simulate(scenario, policy, 0)["profit"] for policy in scenario.policies}
    assert len(set(found.values())) > 1
    assert [one["profit"] for one in schedules(convoy)] == [None] * len(convoy.policies)
