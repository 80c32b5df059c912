"""What if one decision had been another, by the API: what is asked of the workers, and what is refused."""

from typing import Any

import orjson
import pytest
from flask import Flask

import components.server.shell  # noqa: F401 - all addresses are there before any is registered
from components.server.rest import addresses, of_study
from components.visits.answers import UnavailableError, at_point
from engine.study.registry import EXAMPLES
from tests.components.words.test_what_if import effect


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    found: list[Any] = []

    def answer(_name: str, point: Any, policy: str, replication: int, question: str) -> dict[str, Any]:
        found.append((policy, point, replication, orjson.loads(question)))
        if question.count("class"):
            raise UnavailableError("job 1 cannot start at 5 s")
        return effect()

    monkeypatch.setattr(of_study, "known_scenario", lambda _study: EXAMPLES["schnor-system-1"])
    monkeypatch.setattr(of_study, "answer_of", answer)
    return found


def get(query: str) -> Any:
    server = Flask("test")
    addresses.register(server)
    return server.test_client().get(f"/api/v1/studies/x/what-if{query}")


def test_a_decision_is_asked_about(asked: list[Any]) -> None:
    found = get("?policy=SED-NU&point=2&replication=3&time=5.25&job=16&choice=wait")
    assert found.status_code == 200
    assert found.json["sentences"][0].startswith("In sum the 5 jobs")
    assert asked == [
        ("SED-NU", at_point(EXAMPLES["schnor-system-1"], 2), 2, {"time": 5.25, "job": 16, "choice": "wait"})
    ]


@pytest.mark.parametrize(
    "query", ["", "?time=-1&job=0&choice=wait", "?time=1&job=x&choice=wait", "?time=nan&job=0&choice=wait"]
)
def test_what_is_no_question_is_refused_and_nobody_asked(asked: list[Any], query: str) -> None:
    assert get(query).status_code == 400
    assert asked == []


def test_what_cannot_have_been_is_said(asked: list[Any]) -> None:
    found = get("?time=5&job=0&choice=class 1")
    assert found.status_code == 422
    assert found.json["errors"] == ["job 1 cannot start at 5 s"]
