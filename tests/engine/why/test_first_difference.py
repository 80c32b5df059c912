"""Where two policies part: laws on generated workloads, and one that is worked out by hand."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.contract.course import Change, Course
from engine.parallel_jobs.policies import POLICIES
from engine.parallel_jobs.replay.course import ENDED, Held, course_of
from engine.parallel_jobs.replay.trace import trace
from engine.parallel_jobs.replay.tree import Trace
from engine.why.first_difference import Difference, differences, first_difference, moments
from tests.engine.parallel_jobs.inputs.test_listed import jobs_by_hand, listed

GROUPS = [{"name": "fast", "count": 4, "speed_factor": 1}, {"name": "slow", "count": 3, "speed_factor": 2.0}]
WORKLOADS = st.lists(jobs_by_hand(), min_size=1, max_size=12)
NAMES = st.sampled_from(sorted(POLICIES))


def traces(drawn: list[dict[str, Any]], *policies: str, first_job: int = 0) -> list[Trace]:
    scenario = listed(drawn, cluster={"groups": GROUPS}, policies=list(dict.fromkeys(policies)))
    return [trace(scenario, policy, 0, {"first_job": first_job}) for policy in policies]


def swapped(one: Difference) -> Difference:
    return one._replace(first=one.second, second=one.first)


def pieces(of: Trace, until: float) -> list[tuple[int, int, int, float, float]]:
    """Who is on how many machines of which group, piece by piece, as it is drawn before an instant."""
    bars: Any = of["bars"]
    found: dict[tuple[int, int, float, float], int] = {}
    for n, job in enumerate(bars.get("job", [])):
        if bars["start"][n] < until * (1 - 1e-9):
            key = job, of["machine_group"][bars["machine"][n]], bars["start"][n], min(bars["end"][n], until)
            found[key] = found.get(key, 0) + 1
    return sorted((job, group, count, start, end) for (job, group, start, end), count in found.items())


@settings(max_examples=60, deadline=None)
@given(drawn=WORKLOADS, one=NAMES, other=NAMES, first_job=st.integers(0, 4))
def test_it_turns_round_with_its_policies_and_before_it_both_schedules_are_the_same(
    drawn: list[dict[str, Any]], one: str, other: str, first_job: int
) -> None:
    a, b = traces(drawn, one, other, first_job=first_job)
    here, there = course_of(a), course_of(b)
    found = differences(here, there)
    assert [swapped(row) for row in found] == differences(there, here)
    assert found == sorted(found, key=lambda row: (row.time, row.job))
    assert len({row.job for row in found}) == len(found)
    first = first_difference(here, there)
    assert first == (found[0] if found else None)
    horizon, jobs = min(here.end, there.end), {row.job for row in found}
    drawn_in_a: Any = a["present"]
    rows = zip(drawn_in_a["job"], drawn_in_a["start"], drawn_in_a["end"], strict=True)
    drawn_in_b: Any = b["present"]
    place = {job: n for n, job in enumerate(drawn_in_b["job"])}
    for job, *times in rows:
        if job in jobs or job not in place:
            continue
        for name, time in zip(("start", "end"), times, strict=True):
            twin = drawn_in_b[name][place[job]]
            is_known = time is not None and twin is not None and min(time, twin) < horizon
            assert not is_known or time == pytest.approx(twin), "who is not told to differ does the same"
    if first_job or (first and first.is_earlier):
        return  # what was before the window is not drawn
    until = first.time if first else min(a["steps"][-1]["time"], b["steps"][-1]["time"])
    one_row, other_row = pieces(a, until), pieces(b, until)
    assert [row[:3] for row in one_row] == [row[:3] for row in other_row]
    assert [x for row in one_row for x in row] == pytest.approx([x for row in other_row for x in row])


@settings(max_examples=40, deadline=None)
@given(drawn=WORKLOADS, policy=NAMES, first_job=st.integers(0, 4))
def test_a_policy_does_not_differ_from_itself(drawn: list[dict[str, Any]], policy: str, first_job: int) -> None:
    a, b = traces(drawn, policy, policy, first_job=first_job)
    assert differences(course_of(a), course_of(b)) == []
    assert moments({"one": course_of(a), "other": course_of(b)}) == []


@settings(max_examples=40, deadline=None)
@given(drawn=WORKLOADS, machines=st.integers(1, 7))
def test_where_policies_do_the_same_there_is_none(drawn: list[dict[str, Any]], machines: int) -> None:
    """Rigid jobs on one machine each: nobody can pass, so that First Fit and EASY are First-Come-First-Served."""
    same = [{"arrival": job["arrival"], "machines": 1, "run": job["run"]} for job in drawn]
    cluster = {"groups": [{"name": "machine", "count": machines, "speed_factor": 1}]}
    scenario = listed(same, cluster=cluster, policies=["FCFS", "FF", "EASY", "Conservative"])
    courses = {name: course_of(trace(scenario, name, 0)) for name in scenario.policies}
    assert moments(courses) == []


def test_the_first_decision_in_which_easy_differs_is_who_passes() -> None:
    """Four machines: job 1 has three until 10, job 2 needs all four, job 3 needs one for 5 s and passes under EASY."""
    drawn = [
        {"arrival": 0, "machines": 3, "run": 10},
        {"arrival": 1, "machines": 4, "run": 10},
        {"arrival": 2, "machines": 1, "run": 5},
    ]
    scenario = listed(drawn, policies=["FCFS", "EASY", "FF"])
    courses = {name: course_of(trace(scenario, name, 0)) for name in scenario.policies}
    found = first_difference(courses["FCFS"], courses["EASY"])
    assert found is not None
    assert (found.time, found.job, found.first, found.is_earlier) == (2, 2, None, False)
    assert found.second is not None
    assert isinstance(found.second.what, Held)
    assert found.second.what.size == 1
    # Who waits under FCFS until 20 has no second decision of its own, and First Fit does as EASY does here.
    assert [row.job for row in differences(courses["FCFS"], courses["EASY"])] == [2]
    (moment,) = moments(courses)
    assert (moment.time, moment.jobs, moment.pairs) == (2, (2,), (("FCFS", "EASY"), ("FCFS", "FF")))


def test_what_one_window_does_not_reach_is_no_difference() -> None:
    short = Course(0, 5, 0, {0: (Change(1, "runs"),)})
    long = Course(0, 9, 0, {0: (Change(1, "runs"), Change(7, ENDED)), 1: (Change(3, "runs"),)})
    assert differences(short, long) == []
    assert first_difference(short._replace(end=8), long) == Difference(
        7, 0, None, Change(7, ENDED), Change(1, "runs"), False
    )


def test_who_was_there_under_one_alone_when_the_window_begins_differs_before_it() -> None:
    here = Course(10, 50, 3, {2: (Change(4, "runs"),), 3: ()})
    there = Course(10, 50, 3, {3: ()})
    found = first_difference(here, there)
    assert found is not None
    assert (found.time, found.job, found.is_earlier) == (10, 2, True)
