"""What is told of another decision: sums that agree with the jobs listed, what can be forced, and what is refused."""

from typing import Any

import orjson
import pytest

from engine.coscheduling.analyses.what_if import what_if
from engine.coscheduling.replay.trace import trace
from engine.inputs.rejection import ScenarioError
from engine.study.registry import EXAMPLES

SCENARIO = EXAMPLES["same-eight-jobs"].at({})


def asked(policy: str, **question: Any) -> Any:
    return what_if(SCENARIO, policy, 0, orjson.dumps(question))  # type: ignore[arg-type]


@pytest.mark.parametrize("policy", ["SS-EASY", "GS", "SB", "PB-SB"])
def test_whatever_is_offered_can_be_forced_and_adds_up(policy: str) -> None:
    window = {"decisions": 1.0} if policy in ("SS-EASY", "GS") else {"decisions": 1.0, "since": 0.5, "until": 0.52}
    told = trace(SCENARIO, policy, 0, window)["decisions"]  # type: ignore[arg-type]
    assert told["taken"]
    tried = 0
    for decision in told["taken"][:8]:
        chosen = [one for one in decision["candidates"] if one["chosen"]]
        is_pass = decision["kind"] == "pass"  # of which who starts can be told to wait, and who does not to start
        others = [one for one in decision["candidates"] if one["choice"] and (is_pass or not one["chosen"])]
        for one in [*others[:1], *([] if is_pass else chosen[:1])]:
            effect = asked(policy, time=decision["time"], job=one["job"], choice=one["choice"])
            tried += 1
            if one["chosen"] and not is_pass:
                assert effect["did"] == effect["instead"]
                assert effect["moved"] == []
                continue
            assert effect["did"] != effect["instead"]
            listed = sum(moved["after"] - moved["before"] for moved in effect["moved"])
            assert effect["whole"] == pytest.approx(listed, abs=1e-9)
            assert effect["whole"] == pytest.approx(effect["own"] + effect["lost"] - effect["saved"], abs=1e-9)
    assert tried


@pytest.mark.parametrize(
    ("policy", "question", "reason"),
    [
        ("GS", {"time": 0.1, "job": 0, "choice": "start"}, "is nothing that GS decides"),
        ("SS-EASY", {"time": 0.1, "job": 0, "choice": "boost 1"}, "is nothing that SS-EASY decides"),
        ("SB", {"time": 0.1, "job": 0, "choice": "slot 1"}, "is nothing that SB decides"),
        ("SB", {"time": 0.1, "job": 0, "choice": "boost 0"}, "choice"),
        ("SB", {"time": -1, "job": 0, "choice": "boost 1"}, "time"),
    ],
)
def test_what_is_no_question_is_refused(policy: str, question: dict[str, Any], reason: str) -> None:
    with pytest.raises(ScenarioError, match=reason):
        asked(policy, **question)


@pytest.mark.parametrize(
    ("policy", "question", "reason"),
    [
        ("SB", {"time": 0.1, "job": 99, "choice": "boost 1"}, "there is no job 100"),
        ("SB", {"time": 0.1, "job": 0, "choice": "boost 99"}, "there is no node 99"),
        ("SB", {"time": 900, "job": 0, "choice": "boost 1"}, "all jobs have ended"),
        ("SB", {"time": 0.1000001, "job": 0, "choice": "boost 1"}, "nothing is decided about job 1 on node 1"),
        ("GS", {"time": 0.1000001, "job": 0, "choice": "slot 1"}, "cannot have its slot"),
        ("SS-EASY", {"time": 0.1000001, "job": 7, "choice": "start"}, "too few nodes are idle, or nothing is decided"),
    ],
)
def test_what_cannot_have_been_is_said(policy: str, question: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        asked(policy, **question)
