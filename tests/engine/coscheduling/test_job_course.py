"""What becomes of jobs in a window, and where two policies part: laws on generated lists of jobs."""

from bisect import bisect_right
from itertools import pairwise
from typing import Any

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine.contract.course import Change
from engine.coscheduling.replay.job_course import (
    ENDED,
    STARTED,
    On,
    course_of,
    pieces_of,
    processors_of,
    tells_processors,
)
from engine.coscheduling.replay.trace import trace
from engine.coscheduling.replay.tree import Trace
from engine.why.first_difference import differences, first_difference
from tests.engine.coscheduling.lists import jobs_by_hand, listed

POLICIES = ("SS-EASY", "SS-FCFS", "GS", "GS-NR", "SB", "PB", "PB-SB", "DCS-SY", "Local")
NAMES = st.sampled_from(POLICIES)
JOBS = st.lists(jobs_by_hand(), min_size=2, max_size=5)
WINDOWS = st.sampled_from([{}, {"since": 0.05, "until": 0.09}, {"since": 0.0, "until": 0.04}])


def traced(jobs: list[dict[str, Any]], policy: str, window: dict[str, float]) -> Trace:
    return trace(listed(jobs, policies=list(POLICIES)), policy, 0, window)


def on_at(of: Trace, job: int, time: float) -> set[tuple[int, int]]:
    """Whose processes are on processors at an instant, read off the intervals one by one."""
    columns = of["intervals"]
    return {
        (columns["task"][n], columns["node"][n])
        for n, whose in enumerate(columns["job"])
        if whose == job and columns["start"][n] <= time < columns["end"][n]
    }


@settings(max_examples=25, deadline=None)
@given(jobs=JOBS, policy=NAMES, window=WINDOWS, where=st.floats(0, 0.999))  # at its end a window shows nothing
def test_who_has_a_processor_is_what_the_intervals_say(
    jobs: list[dict[str, Any]], policy: str, window: dict[str, float], where: float
) -> None:
    found = traced(jobs, policy, window)
    assume(tells_processors(found))
    changes = processors_of(found)
    shown, kernel = found["window"], found["intervals"]
    time = shown["since"] + where * (shown["until"] - shown["since"])
    # Kernel work takes a processor from nobody: that one is taken as on.
    busy = {
        kernel["node"][n]
        for n, job in enumerate(kernel["job"])
        if job < 0 and kernel["start"][n] <= time < kernel["end"][n]
    }
    for job, own in changes.items():
        assert [one.time for one in own] == sorted({one.time for one in own})
        assert all(one.what != other.what for one, other in pairwise(own))
        at = bisect_right([one.time for one in own], time) - 1
        if time >= found["jobs"]["end"][job]:
            continue
        now = own[at].what if at >= 0 else On(frozenset())
        assert isinstance(now, On)
        seen = on_at(found, job, time)
        assert seen <= now.processes
        assert {node for _, node in now.processes - seen} <= busy


@settings(max_examples=20, deadline=None)
@given(jobs=JOBS, one=NAMES, other=NAMES, window=WINDOWS)
def test_they_turn_round_and_before_the_first_difference_both_do_the_same(
    jobs: list[dict[str, Any]], one: str, other: str, window: dict[str, float]
) -> None:
    a, b = (traced(jobs, policy, window) for policy in (one, other))
    assume(tells_processors(a) == tells_processors(b))
    here, there = course_of(a), course_of(b)
    found = differences(here, there)
    assert [row._replace(first=row.second, second=row.first) for row in found] == differences(there, here)
    assert differences(here, here) == []
    if one == other:
        assert found == []
    first = first_difference(here, there)
    if first and first.is_earlier:
        return
    until = first.time if first else min(a["window"]["until"], b["window"]["until"])
    if not tells_processors(a):
        return
    seen = []
    for of in (a, b):
        begin = max(a["window"]["since"], b["window"]["since"])
        cut = [(max(start, begin), min(end, until), *rest) for start, end, *rest in pieces_of(of)]
        seen.append(sorted(piece for piece in cut if piece[1] - piece[0] > 1e-9))
    assert [piece[2:] for piece in seen[0]] == [piece[2:] for piece in seen[1]]
    for mine, yours in zip(*seen, strict=True):
        assert abs(mine[0] - yours[0]) <= 1e-9
        assert abs(mine[1] - yours[1]) <= 1e-9


def test_by_hand_a_job_that_backfills_is_the_first_difference() -> None:
    """Eight nodes: job 1 has six, job 2 needs all, job 3 needs two and passes under EASY alone."""
    jobs = [{"arrival": 0, "tasks": 6, "run": 0.36}, {"arrival": 0.036, "tasks": 8, "run": 0.36}]
    jobs.append({"arrival": 0.072, "tasks": 2, "run": 0.072})
    easy, fcfs = (course_of(traced(jobs, policy, {"since": 0, "until": 9.0})) for policy in ("SS-EASY", "SS-FCFS"))
    first = first_difference(fcfs, easy)
    assert first is not None
    assert (first.time, first.job, first.first, first.is_earlier) == (0.072, 2, None, False)
    assert first.second == Change(0.072, STARTED)
    assert [one.what for one in easy.of(2) if not isinstance(one.what, On)] == [STARTED, ENDED]
