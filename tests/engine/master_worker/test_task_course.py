"""What becomes of the tasks of an iteration, and where two policies part: laws on generated applications."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.master_worker.inputs.scenario import MasterWorkerScenario
from engine.master_worker.policies import POLICIES
from engine.master_worker.replay.task_course import ENDED, LOST, At, course_of
from engine.master_worker.replay.trace import GANTT, trace
from engine.master_worker.replay.tree import Trace
from engine.why.first_difference import differences, first_difference

NAMES = st.sampled_from(sorted(POLICIES))
OWNERS = {"presence": "opportunistic", "up": {"mean": 4.0}, "suspended": {"mean": 1.0}, "away": {"mean": 2.0}}
ALIKE = {"groups": [{"name": "workers", "count": 4}], "number": {"rule": "fixed", "workers": 4}}
SPEEDS = [{"name": "fast", "count": 2, "speed": 2.0}, {"name": "slow", "count": 2, "speed": 1.0}]
POOLS = st.sampled_from([ALIKE, ALIKE | {"groups": SPEEDS}, ALIKE | {"availability": OWNERS}])


def traced(policy: str, tasks: int, pool: dict[str, Any], iteration: int) -> Trace:
    tree = {
        "family": "master-worker",
        "policies": sorted(POLICIES),
        "application": {"tasks": tasks, "iterations": 3},
        "study": {"replications": 1},
        "workers": pool,
    }
    return trace(MasterWorkerScenario.read(tree), policy, 0, {"part": GANTT, "iteration": iteration})


@settings(max_examples=40, deadline=None)
@given(one=NAMES, other=NAMES, tasks=st.integers(4, 14), pool=POOLS, iteration=st.integers(1, 3))
def test_they_turn_round_and_before_the_first_difference_both_hand_out_the_same(
    one: str, other: str, tasks: int, pool: dict[str, Any], iteration: int
) -> None:
    a, b = (traced(policy, tasks, pool, iteration) for policy in (one, other))
    here, there = course_of(a), course_of(b)
    found = differences(here, there)
    assert [row._replace(first=row.second, second=row.first) for row in found] == differences(there, here)
    assert differences(here, here) == []
    first = first_difference(here, there)
    until = first.time if first else min(a["gantt"]["length"], b["gantt"]["length"])
    handed = []
    for of in (a, b):
        columns, groups = of["gantt"]["intervals"], of["gantt"]["workers"]["group"]
        rows = zip(columns["start"], columns["task"], columns["worker"], columns["activity"], strict=True)
        handed.append(
            sorted(
                (start, task, groups[worker])
                for start, task, worker, kind in rows
                if task >= 0 and start < until and kind in ("computing", "lost")
            )
        )
    assert [row[1:] for row in handed[0]] == [row[1:] for row in handed[1]]
    assert [row[0] for row in handed[0]] == pytest.approx([row[0] for row in handed[1]])
    if first is None and not a["gantt"]["left_out"]:
        assert a["gantt"]["length"] == pytest.approx(b["gantt"]["length"])


@settings(max_examples=20, deadline=None)
@given(policy=NAMES, tasks=st.integers(4, 14), pool=POOLS)
def test_every_task_is_handed_out_and_done_once_it_is_not_lost(policy: str, tasks: int, pool: dict[str, Any]) -> None:
    found = traced(policy, tasks, pool, 2)
    course = course_of(found)
    assert sorted(course.changes) == list(range(tasks))
    for own in course.changes.values():
        kinds = ["at" if isinstance(one.what, At) else one.what for one in own]
        assert kinds == ["at", LOST] * kinds.count(LOST) + ["at", ENDED]
        assert [one.time for one in own] == sorted(one.time for one in own)
    assert max(own[-1].time for own in course.changes.values()) == pytest.approx(found["gantt"]["length"])


def test_by_hand_who_knows_the_work_hands_out_the_largest_first() -> None:
    """On one worker each policy begins with the first task of its own order."""
    pool = {"groups": [{"name": "workers", "count": 1}], "number": {"rule": "fixed", "workers": 1}}
    largest, random = (traced(policy, 5, pool, 2) for policy in ("LPTF", "Random"))
    first = first_difference(course_of(largest), course_of(random))
    assert first is not None
    assert (first.time, first.is_earlier) == (0.0, False)
    work = largest["gantt"]["tasks"]["work"]
    heads = {largest["gantt"]["tasks"]["place"].index(0), random["gantt"]["tasks"]["place"].index(0)}
    assert first.job in heads
    assert largest["gantt"]["tasks"]["place"].index(0) == work.index(max(work))
