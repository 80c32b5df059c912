"""The form after strokes, as the page asks for it past Dash."""

import os
from typing import Any

import pytest

from engine.study.registry import EXAMPLES

ADDED = {"evacuation": "event", "zhang-load": "type", "unequal-speeds": "group", "mixed-laboratory": "group"}
"""An example of each family, and what can be added to it."""


def asked(name: str, *strokes: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"draft": EXAMPLES[name].model_dump(mode="json"), "strokes": list(strokes)} | more


@pytest.fixture(scope="module")
def browser() -> Any:
    os.environ.setdefault("REDIS_URL", "redis://127.0.0.1:1/0")  # never spoken to: no study is run
    from components.server.shell import create_server

    return create_server().test_client()


@pytest.mark.parametrize(("name", "entry"), ADDED.items())
def test_the_form_comes_with_what_was_added_and_is_a_step(browser: Any, name: str, entry: str) -> None:
    found = browser.post("/_studio/form", json=asked(name, {"action": f"add-{entry}"})).json
    assert found["form"]
    assert found["steps"] == [found["draft"]]
    assert found["draft"] != asked(name)["draft"]


def test_a_form_that_has_the_same_fields_comes_only_if_it_is_awaited(browser: Any) -> None:
    moved = {"fields": {"title": "Moved"}}
    assert browser.post("/_studio/form", json=asked("convoy", moved)).json["form"] is None
    awaited = browser.post("/_studio/form", json=asked("convoy", moved, is_awaited=True)).json
    assert awaited["form"]
    assert awaited["draft"]["title"] == "Moved"


def test_a_lesson_has_the_form_of_its_fields(browser: Any) -> None:
    form = browser.post("/_studio/form", json=asked("evacuation", {"action": "add-event"}, unlocked=["title"])).json[
        "form"
    ]
    assert "study.replications" not in str(form)


WRONG: list[Any] = [
    {},
    [1],
    asked("convoy"),
    asked("convoy", *[{"action": "add-group"}] * 51),
    asked("convoy", {"action": "add-group"}) | {"draft": {}},
    asked("convoy", {"action": "add-group"}) | {"draft": {"family": "parallel-jobs"}},
    asked("convoy", {"tree": {"family": []}}),
    asked("convoy", {"tree": {"family": "nobody"}}),
    asked("convoy", {"fields": {"title": "a"}, "gone": ["cluster.groups.x"]}, is_awaited="perhaps"),
    asked("convoy", {"action": "copy-job"}, unlocked=[1]),
    asked("convoy", {"whatever": 1}),
    asked("convoy", {"action": "remove-group", "number": -1}),
]


@pytest.mark.parametrize("sent", WRONG)
def test_what_no_form_holds_is_refused_in_a_sentence(browser: Any, sent: Any) -> None:
    answer = browser.post("/_studio/form", json=sent)
    assert (answer.status_code, answer.json["errors"]) == (400, ["this is not what a form of the Studio holds"])


def test_another_site_gets_nothing(browser: Any) -> None:
    sent = asked("convoy", {"action": "add-group"})
    assert browser.post("/_studio/form", json=sent, headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403
