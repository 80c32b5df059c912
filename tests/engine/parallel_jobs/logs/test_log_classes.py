"""Jobs of a log are told apart by size, run time, queue or user: metrics by class, and nothing else changes."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.inputs.rejection import ScenarioError
from engine.parallel_jobs.inputs.jobs import drawn
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.inputs.sources.log_classes import ByQueue, ByRunTime, ByUser
from engine.parallel_jobs.replication import replicate
from engine.study.of_log import study_of_log
from engine.study.registry import read_scenario
from engine.study.run import run_study

HEAD = "; MaxProcs: 4\n; UnixStartTime: 1704067200\n; TimeZoneString: UTC\n"
JOBS = [(60, 1, 0), (61, 1, 3), (3600, 2, 0), (3601, 7, 3), (5, 7, 5), (40_000, 2, 5)]
"""Run time (s), user and queue."""


def scenario_by(classes: dict[str, Any] | None) -> ParallelJobsScenario:
    lines = [f"{n} {n * 30} 0 {run} 3 -1 -1 3 {run} -1 1 {user} 1 -1 {queue} 1 -1 -1" for n, (run, user, queue)
             in enumerate(JOBS, 1)]  # fmt: skip
    tree = study_of_log((HEAD + "\n".join(lines) + "\n").encode(), "own")[0]["scenario"]
    if classes is not None:
        tree["workload"]["arrivals"]["classes"] = classes
    found = read_scenario(tree)
    assert isinstance(found, ParallelJobsScenario)
    return found


@pytest.mark.parametrize(
    ("classes", "names", "expected"),
    [
        ({"by": "by-run-time"}, ["up to 1 min", "1 min to 1 h", "1 h to 10 h", "above 10 h"], [0, 1, 1, 2, 0, 3]),
        ({"by": "by-queue", "queues": [3, 0]}, ["queue 3", "queue 0", "other queues"], [1, 0, 1, 0, 2, 2]),
        ({"by": "by-user", "users": [7, 1]}, ["user 7", "user 1", "other users"], [1, 1, 2, 0, 0, 2]),
    ],
)
def test_classes_are_those_that_were_chosen(classes: dict[str, Any], names: list[str], expected: list[int]) -> None:
    """A failure is a job at a border in another class, or a mean slowdown of a class of other jobs than its own."""
    scenario = scenario_by(classes)
    assert scenario.workload.class_names == names
    jobs = drawn(scenario, 0).jobs
    assert jobs.job_class.tolist() == expected
    result = run_study(scenario)
    records = replicate(scenario, "EASY", 0, jobs).records
    slowdown = np.maximum(1, (records.end - records.arrival) / np.maximum(records.end - records.start, 10))
    for number, name in enumerate(names):
        own = slowdown[np.array(expected) == number].mean()
        assert result.estimate(0, "EASY", f"class_slowdown[{name}]").mean == pytest.approx(own), name


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(-1, 12), min_size=1, max_size=10, unique=True), st.lists(st.integers(-1, 12), max_size=40))
def test_a_number_is_in_its_own_class_or_in_the_rest(numbers: list[int], column: list[int]) -> None:
    expected = [numbers.index(one) if one in numbers else len(numbers) for one in column]
    for kind, by in ((ByQueue, "queue"), (ByUser, "user")):
        chosen = kind.model_validate({"by": f"by-{by}", f"{by}s": tuple(numbers)})
        assert chosen.of({by: np.array(column, dtype=np.int64)}).tolist() == expected
        assert len(chosen.names) == len(set(chosen.names)) == len(numbers) + 1


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(1, 10**6), min_size=1, max_size=10, unique=True), st.lists(st.integers(1, 10**6)))
def test_a_run_time_is_in_the_first_class_that_it_is_not_above(borders: list[int], run: list[int]) -> None:
    chosen = ByRunTime.model_validate({"by": "by-run-time", "borders": tuple(map(float, sorted(borders)))})
    expected = [sum(one > border for border in borders) for one in run]
    assert chosen.of({"run": np.array(run, dtype=float)}).tolist() == expected
    assert len(set(chosen.names)) == len(borders) + 1


def test_by_size_is_what_it_always_was_and_schedules_do_not_depend_on_classes() -> None:
    usual = scenario_by(None)
    assert usual.content_hash() == scenario_by({"by": "by-size"}).content_hash()
    other = scenario_by({"by": "by-user", "users": [7]})
    assert other.content_hash() != usual.content_hash()
    ends = [replicate(one, "EASY", 0, drawn(one, 0).jobs).records.end.tolist() for one in (usual, other)]
    assert ends[0] == ends[1]


@pytest.mark.parametrize(
    ("classes", "said"),
    [
        ({"by": "by-run-time", "borders": [60, 60]}, "above the one before"),
        ({"by": "by-user", "users": [3, 3]}, "named twice"),
        ({"by": "by-user", "users": []}, "at least 1"),
        ({"by": "by-queue", "queues": list(range(11))}, "10"),
        ({"by": "weight"}, "by"),
    ],
)
def test_other_classes_are_refused_in_a_sentence(classes: dict[str, Any], said: str) -> None:
    with pytest.raises(ScenarioError) as refused:
        scenario_by(classes)
    assert said in str(refused.value)
