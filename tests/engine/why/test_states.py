"""Episodes of any policy of parallel jobs: they are where states differ, compared instant by instant."""

from math import inf
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.contract.entries import Progress, Step
from engine.parallel_jobs.analyses import why as entries_module
from engine.parallel_jobs.analyses.states import states_of
from engine.parallel_jobs.analyses.why import entries
from engine.parallel_jobs.inputs.jobs import drawn as jobs_of
from engine.parallel_jobs.inputs.workload import simulated_as
from engine.parallel_jobs.policies import COUNTING, POLICIES, TIME_SHARING
from engine.parallel_jobs.replication import replicate
from engine.why.episodes import Episode, episodes
from engine.why.ledger import ledger
from engine.why.paired import paired
from engine.why.states import episodes_of_states
from tests.engine.parallel_jobs.inputs.test_listed import jobs_by_hand, listed

NAMES = st.sampled_from(sorted(POLICIES))
COUNTED = st.sampled_from(sorted(name for name, policy in POLICIES.items() if policy.code in COUNTING))
GROUPS = [{"name": "fast", "count": 4, "speed_factor": 1}, {"name": "slow", "count": 3, "speed_factor": 2.0}]
WORKLOADS = st.lists(jobs_by_hand(), min_size=2, max_size=12)
OPTIONS = st.sampled_from(
    [
        {},
        {"hold_old_machines": True, "migration": {"checkpoint": 0.5, "latency": 0.1, "transfer_per_kb": 0.0}},
        {"hold_old_machines": False, "migration": {"checkpoint": 1.5}, "resize_cost": 0.7},
        {"migrate_only_if_it_pays": False, "checkpoint_interval": 5.0, "checkpoint_cost": 0.5},
    ]
)
Seen = tuple[dict[Any, int], dict[int, tuple[float, float, float]]]


def steps_of(scenario: Any, policy: str) -> list[Step]:
    code, rules = simulated_as(scenario, policy)
    done = replicate(scenario, policy, 0, jobs_of(scenario, 0).jobs, with_log=True)
    found = states_of(done, rules, code in TIME_SHARING)
    assert found is not None, "what is left of a job as it ends is not nothing"
    return found


def seen_at(steps: list[Step], time: float) -> Seen:
    """Read off from the begin: what there is after an instant, and of each running job what is left, since when, how
    fast."""
    items: dict[Any, int] = {}
    running: dict[int, Progress] = {}
    for step in steps:
        if step.time > time:
            break
        for item, count in step.items:
            items[item] = items.get(item, 0) + count
        for job, progress in step.progress.items():
            running.pop(job, None)
            if progress is not None:
                running[job] = progress
    left = {job: (one.left_at(time), max(one.since, time), one.rate) for job, one in running.items()}
    return {item: count for item, count in items.items() if count}, left


def same(one: Seen, other: Seen, demand: np.ndarray) -> bool:
    if one[0] != other[0] or one[1].keys() != other[1].keys():
        return False
    return all(
        abs(one[1][job][0] - other[1][job][0]) <= 1e-9 * demand[job] + 1e-11
        and one[1][job][1:] == pytest.approx(other[1][job][1:], rel=1e-9)
        for job in one[1]
    )


def rounded(steps: list[Step]) -> list[Step]:
    return [step._replace(time=round(step.time, 9)) for step in steps]


def where_states_differ(a: list[Step], b: list[Step], demand: np.ndarray) -> list[tuple[float, float]]:
    instants = sorted({step.time for step in (*a, *b)})
    found: list[tuple[float, float]] = []
    for time, until in zip(instants, [*instants[1:], inf], strict=True):
        if not same(seen_at(a, time), seen_at(b, time), demand):
            if found and found[-1][1] == time:
                found[-1] = (found[-1][0], until)
            else:
                found.append((time, until))
    return found


@settings(max_examples=50, deadline=None)
@given(drawn=WORKLOADS, a=NAMES, b=NAMES, options=OPTIONS)
def test_they_are_where_states_differ_and_make_the_whole_difference(
    drawn: list[dict[str, Any]], a: str, b: str, options: dict[str, Any]
) -> None:
    scenario = listed(drawn, cluster={"groups": GROUPS}, policies=list(dict.fromkeys([a, b])), options=options)
    one, other = (entries(scenario, policy, 0) for policy in (a, b))
    mine, yours = steps_of(scenario, a), steps_of(scenario, b)
    pair = paired(one, other, "response_time")
    found = episodes_of_states(mine, yours, pair.difference)
    spans = where_states_differ(rounded(mine), rounded(yours), jobs_of(scenario, 0).jobs.demand)
    assert [x for row in found for x in row[:2]] == pytest.approx([x for span in spans for x in span], abs=1e-8)
    assert sum(row.brought for row in found) == pytest.approx(pair.difference.sum(), abs=1e-7)
    back = episodes_of_states(yours, mine, -pair.difference)
    assert [row[:2] for row in back] == [row[:2] for row in found]
    assert [row.brought for row in back] == pytest.approx([-row.brought for row in found])
    assert episodes_of_states(mine, mine, pair.difference) == []
    told = ledger(scenario, (a, b)).episodes
    assert told is not None
    assert told.number == len(found)


@settings(max_examples=40, deadline=None)
@given(drawn=WORKLOADS, a=COUNTED, b=COUNTED)
def test_where_machines_are_counted_both_ways_tell_the_same(drawn: list[dict[str, Any]], a: str, b: str) -> None:
    scenario = listed(drawn, machines=7, policies=list(dict.fromkeys([a, b])))
    one, other = (entries(scenario, policy, 0) for policy in (a, b))
    assert one.stays is not None
    assert other.stays is not None
    brought = paired(one, other, "response_time").difference
    quick = episodes(one.stays, other.stays, brought)
    slow = episodes_of_states(steps_of(scenario, a), steps_of(scenario, b), brought)
    assert [row[2:4] for row in slow] == [row[2:4] for row in quick]
    for this, that in zip(slow, quick, strict=True):
        assert (this.begin, this.end, this.brought) == pytest.approx((that.begin, that.end, that.brought), abs=1e-9)
        assert this.is_over == that.is_over


@settings(max_examples=30, deadline=None)
@given(drawn=WORKLOADS, policy=NAMES, options=OPTIONS, data=st.data())
def test_of_the_first_jobs_it_is_the_beginning_of_the_whole(
    drawn: list[dict[str, Any]], policy: str, options: dict[str, Any], data: st.DataObject
) -> None:
    """Failure: a policy that knows of jobs that have not come yet, or a step too many."""
    scenario = listed(drawn, cluster={"groups": GROUPS}, policies=[policy], options=options)
    count = data.draw(st.integers(1, len(drawn) - 1))
    done = replicate(scenario, policy, 0, jobs_of(scenario, 0).jobs)
    until = float(done.records.arrival[count])
    first = entries_module._first_states(scenario, policy, done, count)
    assert first == [step for step in steps_of(scenario, policy) if step.time < until]


def test_one_by_hand() -> None:
    """One slow and one fast machine: job 0 begins on the slow one under A, so that it ends 5 s later."""

    def place(group: int) -> Any:
        return (group, frozenset[int]()), frozenset({0})

    waits = "waits", frozenset({0})

    def run(group: int, rate: float, end: float) -> list[Step]:
        return [
            Step(1.0, 0, ((waits, 1),), {}),
            Step(1.0, 0, ((waits, -1), (place(group), 1)), {0: Progress(5.0, 1.0, rate, 5.0)}),
            Step(end, 0, ((place(group), -1),), {0: None}),
        ]

    late = [Step(20.0, 1, ((("waits", frozenset({1})), 1),), {})]
    found = episodes_of_states([*run(0, 0.5, 11.0), *late], [*run(1, 1.0, 6.0), *late], np.array([-5.0, 0.0]))
    assert found == [Episode(1.0, 11.0, 0, 1, -5.0, True)]
