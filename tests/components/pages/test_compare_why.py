"""Why two sides differ: told where the findings are, drawn, in the link; where it cannot be told, the reason."""

from typing import Any

import orjson
import pytest
from dash import dcc
from dash.exceptions import PreventUpdate

from components.pages.compare.ids import Id
from components.pages.compare.layout import layout
from components.pages.compare.view import View
from components.pages.compare.why import on_why
from components.pages.compare.why import told as why
from components.pages.compare.why.shown import TABLES, create_why
from components.visits.answers import UnavailableError, empty_result
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

    def answer(_name: str, *what: Any) -> dict[str, Any]:
        asked.append((*what[2:], len(what[:2])))
        return tree(amount(30.0), {"waiting": amount(30.0)}, policies=["A", "B"])

    monkeypatch.setattr(why, "answer_of", answer)
    found = why.why_told(view())
    assert asked == [(why.telling(view()).policy, "response_time", 2)]  # type: ignore[union-attr]
    assert found.head.startswith("Why A and C differ under SED")
    assert "more under C than under A" in found.sentences[0]


def test_studies_that_are_not_paired_are_not_held_against_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(why, "answer_of", None)
    assert "the seeds differ" in why.why_told(view(seed=5)).sentences[0]


def test_why_there_is_no_answer_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def answer(*_: Any) -> Any:
        raise UnavailableError("the two do not have the same jobs: 1 and 2")

    monkeypatch.setattr(why, "answer_of", answer)
    assert why.why_told(view()).sentences == ["Not told: the two do not have the same jobs: 1 and 2."]


FOUND = tree(
    amount(30.0),
    {"waiting": amount(20.0), "computing": amount(10.0)},
    policies=["A", "B"],
    spread=[(-2.0, -1.0, 10), (1.0, 50.0, 30)],
    position=[1, 2],
    first=[1.0, 60.0],
    low=[0.0, 50.0],
    high=[2.0, 70.0],
)


def test_it_is_drawn_with_a_table_for_each_picture_and_names_of_its_own() -> None:
    told = why.Told("Why A and C differ", ["A sentence."], FOUND | {"policies": ["A", "C"]})
    parts = list(create_why(told, "C", "dark")._traverse())
    graphs: list[Any] = [one for one in parts if isinstance(one, dcc.Graph)]
    assert [one.id for one in graphs] == ["compare-why-parts-c", "compare-why-winners-c", "compare-why-curve-c"]
    assert all("C less A" in str(one.figure.layout) for one in graphs[:2])
    asked = [one.id for one in parts if isinstance(getattr(one, "id", None), dict)]
    assert asked == [{"type": "compare-why-csv", "side": "C", "table": name} for name in TABLES]


def test_without_a_ledger_sentences_stand_alone() -> None:
    assert "figure" not in str(create_why(why.Told("Why", ["Not told: the workers are away."]), "B", "light"))


def test_before_the_studies_are_run_that_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(why, "answer_of", None)
    one = view()
    beside = View(one.a, empty_result(one.b.scenario), "response_time", {})
    assert "have been run" in why.why_told(beside).sentences[0]


@pytest.mark.parametrize(("given", "expected"), [("1", True), (None, False), ("yes", False), ("0", False)])
def test_the_link_holds_that_it_is_open(given: str | None, expected: bool) -> None:
    page = layout(why=given)
    found: Any = {one.id: one for one in page._traverse() if getattr(one, "id", None) in (Id.WHY_OPEN, Id.WHY)}
    assert found[Id.WHY_OPEN].data is expected
    assert found[Id.WHY].to_plotly_json()["props"]["aria-expanded"] == str(expected).lower()


def test_it_stays_while_a_study_runs_and_goes_when_it_is_closed() -> None:
    running = {"A": {"state": "running"}, "B": {"state": "done"}}
    with pytest.raises(PreventUpdate):
        on_why.tell_why(True, running, "response_time", [], "light", [], ["something"])
    with pytest.raises(PreventUpdate):
        on_why.tell_why(False, running, "response_time", [], "light", [], None)
    assert on_why.tell_why(False, running, "response_time", [], "light", [], ["something"]) == ""
