"""What is told of another hand-out: sums that agree with the tasks listed, what is offered, and what is refused."""

from typing import Any

import orjson
import pytest

from engine.inputs.rejection import ScenarioError
from engine.master_worker.analyses.what_if import what_if
from engine.master_worker.replay.trace import trace
from engine.study.registry import EXAMPLES

SCENARIO = EXAMPLES["heymann-iterations"].at({"application.iterations": 6})
POLICIES = ("LPTF", "Random & Average", "Guided", "Earliest Completion")


def asked(policy: str, **question: Any) -> Any:
    return what_if(SCENARIO, policy, 0, orjson.dumps(question))  # type: ignore[arg-type]


@pytest.mark.parametrize("policy", POLICIES)
def test_whatever_is_offered_can_be_forced_and_adds_up(policy: str) -> None:
    told = trace(SCENARIO, policy, 0, {"part": 1, "iteration": 3, "hand_outs": 1})["hand_outs"]  # type: ignore[arg-type]
    tried = 0
    for decision in told["taken"]:
        for one in decision["candidates"][:2]:
            effect = asked(policy, time=told["begin"] + decision["time"], job=one["task"], choice=one["choice"])
            tried += not one["chosen"]
            if one["chosen"]:
                assert (effect["moved"], effect["length"]) == ([], 0.0)
                continue
            listed = sum(moved["after"] - moved["before"] for moved in effect["moved"])
            assert effect["whole"] == pytest.approx(listed, abs=1e-9)
            assert effect["application"] == pytest.approx(effect["length"])  # workers that are always there
            assert (effect["again"] is None) == (effect["length"] != 0 or effect["did"] == effect["instead"])
    assert tried


@pytest.mark.parametrize(
    "question",
    [
        {"time": 0.0, "job": 0, "choice": "start"},
        {"time": 0.0, "job": 0, "choice": "worker 0"},
        {"time": -1.0, "job": 0, "choice": "worker 1"},
    ],
)
def test_what_is_no_question_is_refused(question: dict[str, Any]) -> None:
    with pytest.raises(ScenarioError):
        asked("LPTF", **question)


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        ({"time": 0.0, "job": 900, "choice": "worker 1"}, "there is no task 901"),
        ({"time": 0.0, "job": 0, "choice": "worker 900"}, "there is no worker 900"),
        ({"time": 9e6, "job": 0, "choice": "worker 1"}, "the application is done"),
        ({"time": 0.0001, "job": 0, "choice": "worker 1"}, "nothing is handed out"),
    ],
)
def test_what_cannot_have_been_is_said(question: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        asked("LPTF", **question)
