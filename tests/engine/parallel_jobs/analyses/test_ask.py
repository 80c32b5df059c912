"""A job that does not exist: what a policy would do with it, and to the others."""

from typing import Any

import numpy as np
import orjson
import pytest

from engine.inputs.rejection import ScenarioError
from engine.parallel_jobs.analyses.ask import ask, with_job
from engine.parallel_jobs.analyses.new_job import Question
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.inputs.workload import draw_jobs
from engine.parallel_jobs.papers.examples import EXAMPLES
from engine.parallel_jobs.records import Reason
from engine.parallel_jobs.replication import replicate

JOB: dict[str, Any] = {"time": 0.0, "min_size": 32, "max_size": 128, "demand": 6400.0, "profit": 100.0}


def three_jobs() -> ParallelJobsScenario:
    """128 machines, three jobs of 12,800 s at time 0; see the worked examples."""
    return EXAMPLES["kumar-three-jobs"].at({})


def asked(scenario: ParallelJobsScenario, policy: str, **changes: Any) -> Any:
    return ask(scenario, policy, 0, orjson.dumps(JOB | changes))


def test_a_fourth_job_takes_from_the_three_that_run() -> None:
    """32 each, from 43, 43 and 42 after a second; it ends 200 s later, then the others go on with 128 machines."""
    answer = asked(three_jobs(), "UFF", time=1.0)
    assert (answer["job"], answer["reason"], answer["at_once"]) == (3, Reason.NONE, True)
    assert answer["resized"] == [
        {"job": 0, "before": 43, "after": 32},
        {"job": 1, "before": 43, "after": 32},
        {"job": 2, "before": 42, "after": 32},
    ]
    assert answer["machines"] == {"processor": 32}
    assert answer["end"] == 201.0
    # all machines are busy all the time: together they end when 44,800 s are done
    assert answer["affected"] == 3
    assert answer["earned"] == 100.0
    ends = {one["job"]: one["end_after"] for one in answer["others"]}
    assert max(ends.values()) == pytest.approx(44_800 / 128)
    assert answer["response_time_change"] == pytest.approx(sum(ends.values()) - (2 * 12_800 / 43 + 300))


def test_a_fourth_job_that_comes_with_the_three_starts_with_them_and_nobody_is_resized() -> None:
    answer = asked(three_jobs(), "UFF")
    assert (answer["at_once"], answer["resized"], answer["machines"]) == (True, [], {"processor": 32})
    assert (answer["end"], answer["affected"]) == (200.0, 3)
    assert any(one["outcome"] == "starts" and one["job"] == 3 for one in answer["decisions"])


def test_under_first_come_first_served_it_waits_and_disturbs_nobody() -> None:
    answer = asked(three_jobs(), "FCFS", time=50.0)
    assert (answer["start"], answer["end"], answer["at_once"], answer["affected"]) == (300.0, 350.0, False, 0)
    assert answer["decisions"][-1] | {"idle": 0, "needed": 128} == answer["decisions"][-1]


def test_a_policy_for_profit_says_why_not() -> None:
    scenario = EXAMPLES["kumar-table-4-5"].at({"mean_interarrival_s": 100, "workload.jobs": 200})
    answer = asked(scenario, "Simple", time=5000.0, min_size=64, max_size=64, deadline=1.0)
    assert answer["reason"] == Reason.TOO_FEW_PROCESSORS
    assert (answer["start"], answer["end"], answer["earned"], answer["affected"]) == (None, None, 0.0, 0)
    assert answer["decisions"][-1]["needed"] is None  # on no number of processors


def test_sed_shows_its_candidates() -> None:
    scenario = EXAMPLES["schnor-system-1"].at({"workload.jobs": 50})
    answer = asked(scenario, "SED", time=1e9, min_size=3, max_size=30)
    assert [one["chosen"] for one in answer["decisions"][0]["candidates"]] == [False, False, False, True]
    assert answer["machines"] == {"fast": 5, "slow": 25}


@pytest.mark.parametrize("name", ["kumar-table-4-6", "side-by-side", "evacuation", "interactive-day"])
def test_what_comes_before_the_job_stays_as_it_was(name: str) -> None:
    scenario = EXAMPLES[name].at({**EXAMPLES[name].points()[0], "workload.jobs": 300})
    jobs = draw_jobs(scenario, 0)
    for policy in scenario.policies:
        before = replicate(scenario, policy, 0, jobs)
        time = float(before.records.arrival[150]) + 1.0
        question = Question(**JOB | {"time": time, "min_size": 1, "max_size": 8})
        after = replicate(scenario, policy, 0, with_job(jobs, before.records.arrival, 151, question, scenario))
        assert after.records.arrival[151] == pytest.approx(time)
        assert after.records.arrival[:151].tobytes() == before.records.arrival[:151].tobytes()
        early = before.records.end < time
        assert (after.records.end[:151] == before.records.end[:151])[early[:151]].all()
        np.testing.assert_allclose(after.records.arrival[152:], before.records.arrival[151:], rtol=1e-12)


@pytest.mark.parametrize(
    ("changes", "path", "words"),
    [
        ({"min_size": 129, "max_size": 200}, "min_size", "129 machines are needed"),
        ({"min_size": 9, "max_size": 8}, "max_size", "below the smallest size"),
        ({"demand": -1}, "demand", "too small"),
        ({"job_class": "none"}, "job_class", '"none" is no job class; allowed is "job"'),
        ({"deadline": 0}, "deadline", "greater than 0"),
        ({"size": 3}, "size", "there is no such field"),
    ],
)
def test_a_bad_question_gets_a_sentence(changes: dict[str, Any], path: str, words: str) -> None:
    with pytest.raises(ScenarioError) as refused:
        asked(three_jobs(), "UFF", **changes)
    assert any(reason.path == path and words in reason.sentence for reason in refused.value.rejections)
