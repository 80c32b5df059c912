"""Each example opens with the picture that answers its question, and what is looked at afterwards stays."""

from typing import Any

import pytest

from components.pages.studio.answer import on_study
from components.pages.studio.answer.answer import curve_metrics, offered
from components.pages.studio.face import FACES
from components.pages.studio.ids import Id
from components.pages.studio.opening import opening_of, opening_of_example
from components.pages.studio.page_state import read_state
from components.pages.studio.tabs import shown_tabs
from components.visits.answers import empty_result
from engine.study.ahead import result_ahead
from engine.study.registry import EXAMPLES, FAMILIES, read_scenario

NAMED = [(family, name) for family, face in FACES.items() for name in face.openings]


@pytest.mark.parametrize(("family", "name"), NAMED)
def test_what_an_example_opens_with_is_there(family: str, name: str) -> None:
    assert name in FAMILIES[family].examples
    opening, scenario = FACES[family].openings[name], EXAMPLES[name]
    result = result_ahead(scenario)
    assert result is not None, "run: python3 app.py dev ahead"
    tree = scenario.model_dump(mode="json")
    assert opening.metric in offered(curve_metrics(result))
    assert opening.tab in shown_tabs(tree, tree["policies"][0])
    assert opening_of(scenario) == opening
    state = read_state(result)
    assert (state.tab, state.metric) == (opening.tab, opening.metric)


def test_every_example_that_opens_with_curves_has_something_on_them() -> None:
    for name, scenario in EXAMPLES.items():
        result = result_ahead(scenario)
        assert result is not None
        settles = any(result.settles(n, policy) for n in range(len(result.points)) for policy in scenario.policies)
        assert settles or opening_of(scenario).tab != "curves", name


def test_an_address_says_more_than_the_opening() -> None:
    scenario = EXAMPLES["zhang-mpl-wl2"]
    state = read_state(empty_result(scenario), {"tab": "curves", "metric": "wait_time"})
    assert (state.tab, state.metric) == ("curves", "wait_time")


def test_a_changed_example_has_the_usual_opening() -> None:
    changed = EXAMPLES["zhang-fairness"].at({"workload.jobs": 60})
    assert opening_of(changed).metric == "response_time"
    assert opening_of_example("schnor-system-1") is None


def follow(monkeypatch: pytest.MonkeyPatch, picked: dict[str, Any] | None, study: dict[str, Any], metric: str) -> Any:
    monkeypatch.setattr(on_study, "happened", lambda: {Id.SCENARIO})
    monkeypatch.setattr(on_study, "_after_sketch", lambda tree, _study: (on_study._known(read_scenario(tree), 1), ""))
    tree = EXAMPLES["zhang-fairness"].model_dump(mode="json")
    fresh, _ = on_study.follow_study(None, None, tree, study, None, picked, metric)
    assert isinstance(fresh, dict)
    return fresh


def test_an_example_that_was_chosen_opens_with_its_picture_once(monkeypatch: pytest.MonkeyPatch) -> None:
    before = {"id": "another", "tree": {}, "state": "done", "done": 1, "total": 1, "stale": False, "version": 3}
    picked = {"name": "zhang-fairness", "when": 5}
    opened = follow(monkeypatch, picked, before, "wait_time")
    opens = {"metric": "type_variation", "tab": "curves", "instead_of": "wait_time"}
    assert opened["opens"] == opens
    known = dict(opened)
    assert follow(monkeypatch, picked, known, "wait_time")["opens"] == opens
    assert follow(monkeypatch, picked, known, "gini")["opens"] is None
    assert follow(monkeypatch, picked, before | {"picked": 5}, "wait_time")["opens"] is None
    assert follow(monkeypatch, None, before, "wait_time")["opens"] is None
