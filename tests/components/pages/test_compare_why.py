"""Why two sides differ: told at the point of the findings, and where it cannot be told, the reason."""

from typing import Any

import orjson
import pytest

from components.pages.compare import why
from components.pages.compare.view import View
from components.visits.answers import UnavailableError
from engine.results.result import Result
from engine.study.ahead import result_ahead
from engine.study.registry import EXAMPLES, read_scenario
from tests.components.words.test_why import amount, tree


def view(**changes: Any) -> View:
    """An example beside itself, of which only the head differs: its numbers serve as well."""
    one = result_ahead(EXAMPLES["why-upgrading"])
    assert one is not None
    other = orjson.loads(one.scenario.canonical()) | {"title": "other"}
    other["study"] |= changes
    scenario = read_scenario(other)
    beside = Result(scenario, one.names, one.table, one.limits, one.failed, one.done)
    return View(one, beside, "response_time", {}, "C")


def test_the_sides_are_named_and_the_point_is_that_of_the_findings(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []

    def answer(points: Any, policy: str, metric: str) -> dict[str, Any]:
        asked.append((policy, metric, len(points)))
        return tree(amount(30.0), {"waiting": amount(30.0)}, policies=["A", "B"])

    monkeypatch.setattr(why, "why_sides_of", answer)
    found = why.why_told(view())
    assert asked == [(why.telling(view()).policy, "response_time", 2)]  # type: ignore[union-attr]
    assert found.head.startswith("Why A and C differ under SED")
    assert "more under C than under A" in found.sentences[0]


def test_studies_that_are_not_paired_are_not_held_against_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(why, "why_sides_of", None)
    assert "the seeds differ" in why.why_told(view(seed=5)).sentences[0]


def test_why_there_is_no_answer_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def answer(*_: Any) -> Any:
        raise UnavailableError("the two do not have the same jobs: 1 and 2")

    monkeypatch.setattr(why, "why_sides_of", answer)
    assert why.why_told(view()).sentences == ["Not told: the two do not have the same jobs: 1 and 2."]
