"""Why two policies differ, by the API: which are asked for, and what is refused."""

from typing import Any

import pytest
from flask import Flask

from components.server.rest import addresses, why
from components.visits.answers import UnavailableError
from engine.inputs.scenario import Scenario
from engine.study.registry import EXAMPLES, read_scenario
from tests.components.words.test_why import amount, tree

CHECKPOINT = "options.migration.checkpoint"


def _with_slower_migration() -> Scenario:
    tree = EXAMPLES["schnor-system-1"].model_dump(mode="json")
    tree["options"]["migration"]["checkpoint"] = 90.0
    return read_scenario(tree)


STUDIES: dict[str, Any] = {
    "x": EXAMPLES["schnor-system-1"],
    "slower": _with_slower_migration(),
    "other": EXAMPLES["why-gang-idles"],
}


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    found: list[Any] = []

    def answer(_scenario: Any, point: int, policies: tuple[str, str], metric: str) -> dict[str, Any]:
        found.append((point, policies, metric))
        if metric == "gini":
            raise UnavailableError("the workers have not answered yet")
        return tree(amount(30.0), {"waiting": amount(30.0)}, policies=list(policies))

    def answer_sides(_name: str, *asked: Any) -> dict[str, Any]:
        found.append(asked)
        return tree(amount(30.0), {"waiting": amount(30.0)}, policies=["A", "B"])

    monkeypatch.setattr(why, "known_scenario", lambda study: STUDIES[study])
    monkeypatch.setattr(why, "why_of", answer)
    monkeypatch.setattr(why, "answer_of", answer_sides)
    return found


def get(query: str) -> Any:
    server = Flask("test")
    addresses.register(server)
    return server.test_client().get(f"/api/v1/studies/x/why{query}")


def test_two_policies_are_asked_for_at_a_point(asked: list[Any]) -> None:
    found = get("?first=SED-NU&second=SED&point=2&metric=slowdown")
    assert found.status_code == 200
    assert found.json["sentences"][0].startswith("Mean response time is 30 ± 1 s more under SED than under SED-NU")
    assert found.json["left_out"].startswith("No episodes are told")
    assert found.json["point"] == EXAMPLES["schnor-system-1"].points()[2]
    assert asked == [(2, ("SED-NU", "SED"), "slowdown")]


def test_without_names_the_first_two_are_held_against_each_other(asked: list[Any]) -> None:
    assert get("").status_code == 200
    assert asked == [(0, EXAMPLES["schnor-system-1"].policies[:2], "response_time")]


@pytest.mark.parametrize("query", ["?first=Magic", "?first=SED&second=SED", "?point=-1", "?point=1e9", "?metric=joy"])
def test_what_the_study_does_not_have_is_refused_and_nobody_asked(asked: list[Any], query: str) -> None:
    found = get(query)
    assert found.status_code == 400
    assert "allowed is one of" in found.json["errors"][0]
    assert asked == []


def test_no_answer_yet_is_said(asked: list[Any]) -> None:
    found = get("?metric=gini")
    assert found.status_code == 503
    assert found.json["errors"] == ["the workers have not answered yet"]
    assert asked


def test_a_policy_is_asked_for_at_an_equal_point_of_another_study(asked: list[Any]) -> None:
    found = get("?against=slower&first=SED-NU&metric=slowdown")
    assert found.status_code == 200
    assert found.json["policy"] == "SED-NU"
    assert "30 ± 1 s more under B than under A" in found.json["sentences"][0]
    assert found.json["left_out"].startswith("No episodes are told: the state of another cluster")
    (one, other, policy, metric) = asked[0]
    assert (policy, metric) == ("SED-NU", "slowdown")
    assert [side.sweepable()[CHECKPOINT] for side in (one, other)] == [10.0, 90.0]
    assert one.workload == other.workload  # the same jobs, at the same load


def test_studies_of_other_jobs_are_not_held_against_each_other(asked: list[Any]) -> None:
    found = get("?against=other")
    assert found.status_code == 422
    assert "the families of models differ" in found.json["errors"][0]
    assert asked == []
