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
