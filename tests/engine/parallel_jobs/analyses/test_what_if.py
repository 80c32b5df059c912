"""What is told of another decision: sums that agree with the jobs listed, and what is refused."""

from functools import cache
from typing import Any

import orjson
import pytest

from engine.contract.effect import SHOWN, Effect
from engine.inputs.rejection import ScenarioError
from engine.parallel_jobs.analyses import what_if as questions
from engine.parallel_jobs.analyses.what_if import WAIT, choices, what_if
from engine.parallel_jobs.papers.examples import EXAMPLES
from engine.parallel_jobs.replay.trace import trace

SCENARIO = EXAMPLES["schnor-system-1"].at({"workload.jobs": 150, "workload.arrivals.rate_per_1000_s": 0.9})


def ask(policy: str, time: float, job: int, choice: str) -> Effect:
    return what_if(SCENARIO, policy, 0, orjson.dumps({"time": time, "job": job, "choice": choice}))


@cache
def there(policy: str) -> list[tuple[float, int, str, bool]]:
    return [
        (step["time"], decision["job"], one.name, one.is_chosen)
        for step in trace(SCENARIO, policy, 0, {"first_job": 60})["steps"]
        for decision in step["decisions"]
        for one in choices(decision, step["kind"] == "arrival" and step["job"] == decision["job"])
    ]


@pytest.mark.parametrize("policy", ["SED", "EASY"])
def test_sums_are_those_of_the_jobs_and_the_runs_go_alike_again(policy: str) -> None:
    effects = [ask(policy, *of[:3]) for of in there(policy) if of[2] == WAIT and not of[3]][:3]
    assert len(effects) == 3
    for found in effects:
        listed = {one["job"]: one["after"] - one["before"] for one in found["moved"]}  # type: ignore[operator]
        assert found["own"] == pytest.approx(listed.get(found["job"], 0.0))
        others = [d for job, d in listed.items() if job != found["job"]]
        if len(listed) < SHOWN:
            assert found["lost"] == pytest.approx(sum(d for d in others if d > 0))
            assert found["saved"] == pytest.approx(-sum(d for d in others if d < 0))
        assert found["whole"] == pytest.approx((found["own"] or 0.0) + found["lost"] - found["saved"])
        assert found["did"]["what"] == "starts"
        assert found["instead"]["what"] == "waits"
        assert found["again"] is None or found["again"] > found["time"]
    assert any(found["again"] for found in effects)


def test_what_is_far_behind_is_not_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    of = next(of for of in there("SED") if of[2] == WAIT and not of[3])
    whole = ask("SED", *of[:3])
    monkeypatch.setattr(questions, "AFTER", 3)
    short = ask("SED", *of[:3])
    assert whole["horizon"] is None
    assert short["horizon"] is not None
    assert short["counted"] < whole["counted"] == SCENARIO.workload.jobs


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ({"time": 1.0, "job": 0, "choice": "wait"}, "nothing happens at 1 s"),
        ({"time": 0.0, "job": 10**6, "choice": "wait"}, "there is no job 1000001"),
    ],
)
def test_what_cannot_have_been_is_said(question: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        what_if(SCENARIO, "SED", 0, orjson.dumps(question))


@pytest.mark.parametrize(
    ("policy", "question", "sentence"),
    [
        ("SED", {"choice": "start"}, 'allowed is "wait" or a class'),
        ("EASY", {"choice": "class 1"}, 'allowed is "start" or "wait"'),
        ("SED", {"choice": "class 99"}, "there are 4 delay classes"),
        ("SED", {"choice": "jump"}, "choice"),
        ("SED", {"choice": "wait", "job": -1}, "job"),
        ("SED", {"choice": "wait", "time": "noon"}, "time"),
    ],
)
def test_what_is_no_question_is_refused(policy: str, question: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ScenarioError, match=sentence):
        what_if(SCENARIO, policy, 0, orjson.dumps({"time": 0.0, "job": 0} | question))


def test_a_job_that_nothing_would_start_later_is_not_kept_waiting() -> None:
    alone = EXAMPLES["schnor-system-1"].at({"workload.jobs": 1})
    time = trace(alone, "SED", 0)["steps"][0]["time"]
    with pytest.raises(ValueError, match="it never does"):
        what_if(alone, "SED", 0, orjson.dumps({"time": time, "job": 0, "choice": "wait"}))


def test_nor_where_all_have_come_and_wait_in_a_queue() -> None:
    three = EXAMPLES["kumar-three-jobs"].at({})
    with pytest.raises(ValueError, match="it never does"):
        what_if(three, "FCFS", 0, orjson.dumps({"time": 0.0, "job": 0, "choice": "wait"}))


def test_what_is_simulated_to_its_end_has_no_instant_up_to_which_it_is_told() -> None:
    three = EXAMPLES["kumar-three-jobs"].at({})
    assert what_if(three, "UFF", 0, orjson.dumps({"time": 0.0, "job": 0, "choice": "share 32"}))["horizon"] is None
