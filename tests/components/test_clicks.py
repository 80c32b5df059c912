"""A click is heard though it reaches the server together with something else, and its answer is not overwritten."""

from contextvars import copy_context
from typing import Any

import pytest
from dash import Dash
from dash._callback_context import context_value
from dash._utils import AttributeDict

from components.pages.compare import on_studies
from components.pages.studio.answer import on_study
from engine.study.registry import EXAMPLES
from workers.client import BudgetError


class Door:
    """A client that remembers what it was asked for."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def cancel(self, study: str, _visitor: str) -> bool:
        self.asked.append(f"cancel {study}")
        return True

    def submit(self, scenario: Any, _visitor: str) -> str:
        self.asked.append("submit")
        return str(scenario.content_hash())

    def status(self, _study: str) -> None:
        return None


def call_with(callback: Any, happened: list[str], *arguments: Any, value: int | None = 1) -> Any:
    """What a callback answers when these properties have changed to *value*."""

    def call() -> Any:
        context_value.set(AttributeDict(triggered_inputs=[{"prop_id": prop, "value": value} for prop in happened]))
        return callback(*arguments)

    return copy_context().run(call)


@pytest.mark.parametrize("order", [1, -1])
@pytest.mark.parametrize(("click", "asked"), [("cancel", "cancel S"), ("run", "submit")])
def test_in_the_studio(monkeypatch: pytest.MonkeyPatch, order: int, click: str, asked: str) -> None:
    door = Door()
    tree = EXAMPLES[next(iter(EXAMPLES))].model_dump(mode="json")
    tree["study"]["seed"] = 4711
    monkeypatch.setattr(on_study, "client", lambda: door)
    monkeypatch.setattr(on_study, "known_result", lambda _scenario: None)
    monkeypatch.setattr(on_study, "_status", lambda *_: {"state": "cancelled", "tree": tree})
    happened = ["studio-scenario.data", f"studio-{click}.n_clicks"][::order]
    study = {"id": "S", "tree": tree, "stale": False, "version": 4}
    fresh, *_ = call_with(on_study.follow_study, happened, 1, 1, tree, study)
    assert door.asked == [asked]
    assert fresh["version"] == 5  # so that what was on its way before is not taken for news


@pytest.mark.parametrize(("pressed", "heard", "asked"), [(2, 1, ["submit"]), (2, 2, ["status"]), (2, None, ["status"])])
def test_a_press_of_run_whose_answer_was_thrown_away_is_heard_with_the_next_change(
    monkeypatch: pytest.MonkeyPatch, pressed: int, heard: int | None, asked: list[str]
) -> None:
    door = Door()
    tree = EXAMPLES[next(iter(EXAMPLES))].model_dump(mode="json")
    tree["study"]["seed"] = 4711
    monkeypatch.setattr(on_study, "client", lambda: door)

    def status(_study: str) -> dict[str, Any]:
        door.asked.append("status")
        return {"state": "running"}

    monkeypatch.setattr(door, "status", status)
    monkeypatch.setattr(on_study, "known_result", lambda _scenario: None)
    monkeypatch.setattr(on_study, "_status", lambda *_: {"state": "running", "tree": tree})
    study = {"id": "S", "tree": tree, "stale": False, "version": 4} | ({} if heard is None else {"runs": heard})
    fresh, _ = call_with(on_study.follow_study, ["studio-scenario.data"], pressed, None, tree, study)
    assert door.asked == asked
    assert fresh.get("runs") == (None if heard is None else pressed)


def test_a_press_that_was_refused_is_not_made_up_for_later(monkeypatch: pytest.MonkeyPatch) -> None:
    tree = EXAMPLES[next(iter(EXAMPLES))].model_dump(mode="json")
    tree["study"]["seed"] = 4711

    class Full(Door):
        def submit(self, scenario: Any, _visitor: str) -> str:
            raise BudgetError("too much")

    monkeypatch.setattr(on_study, "client", Full)
    monkeypatch.setattr(on_study, "known_result", lambda _scenario: None)
    study = {"id": "S", "tree": tree, "stale": False, "version": 4, "runs": 0}
    fresh, refusal = call_with(on_study.follow_study, ["studio-run.n_clicks"], 1, None, tree, study)
    assert refusal == "too much"
    assert fresh["runs"] == 1
    fresh, _ = call_with(on_study.follow_study, ["studio-run.n_clicks"], 2, None, tree, fresh, True)  # cannot be read
    assert fresh["runs"] == 2


def test_on_the_page_of_two_studies(monkeypatch: pytest.MonkeyPatch) -> None:
    door = Door()
    monkeypatch.setattr(on_studies, "client", lambda: door)
    monkeypatch.setattr(on_studies, "scenario_in", lambda _link: EXAMPLES[next(iter(EXAMPLES))])
    happened = ["compare-cancel.n_clicks"]
    call_with(on_studies.follow_studies, happened, 1, 1, {"A": {"link": ""}, "B": {"link": ""}}, {})
    assert len(door.asked) == 2


@pytest.mark.parametrize(("page", "polled"), [(on_study, "studio-polled"), (on_studies, "compare-polled")])
def test_nothing_that_comes_by_itself_can_throw_the_answer_to_a_click_away(page: Any, polled: str) -> None:
    """Dash does that with calls of one callback: what the browser hears of a running study has one of its own."""
    app = Dash(__name__)
    page.register(app)
    hears = [{one["id"] for one in call["inputs"]} for call in app.callback_map.values()]
    assert {polled} in hears
    assert not any(polled in inputs and len(inputs) > 1 for inputs in hears)
