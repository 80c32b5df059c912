"""The names of the pictures of undo: what was changed from one sketch to the next, and what the address refuses."""

from typing import Any

import orjson
import pytest
from flask import Flask

from components.server.past_dash import steps
from components.sketches.steps import step_words
from tests.components.sketches.test_changed_example import CASES, EXAMPLE, SPEED, changed

NOTES = ("notes", "Something else.")


@pytest.mark.parametrize("puts", CASES.values(), ids=CASES.keys())
def test_every_change_is_said_and_the_way_back_as_well(puts: list[tuple[str, Any]]) -> None:
    there, back = step_words(EXAMPLE, changed(*puts)), step_words(changed(*puts), EXAMPLE)
    assert there
    assert there != back
    assert EXAMPLE.title not in (there, back)


def test_a_step_is_named_by_what_differs_from_the_one_before_and_not_from_the_example() -> None:
    slower = changed(SPEED)
    assert step_words(EXAMPLE, slower) == "speed factor of “slow” 4 → 1.3"
    assert step_words(slower, changed(SPEED, ("study.seed", 7))).startswith("seed ")
    assert step_words(EXAMPLE, changed(NOTES)) == "other notes"


def test_another_study_is_called_by_its_name() -> None:
    assert step_words(None, EXAMPLE) == EXAMPLE.title
    assert step_words(EXAMPLE, changed(name="kumar-three-jobs")) == changed(name="kumar-three-jobs").title


def test_many_changes_are_counted() -> None:
    puts = [SPEED, ("cluster.groups.1.count", 3), ("study.seed", 7), ("study.replications", 9)]
    assert step_words(EXAMPLE, changed(*puts)).endswith(", and 2 more")


@pytest.fixture
def post() -> Any:
    server = Flask("here")
    steps.register(server)
    client = server.test_client()
    return lambda body: client.post("/_studio/steps", data=body if isinstance(body, bytes) else orjson.dumps(body))


def test_the_address_names_each_sketch_by_the_one_before_it(post: Any) -> None:
    sketches = [EXAMPLE, changed(SPEED), EXAMPLE]
    found = post({"trees": [one.model_dump(mode="json") for one in sketches]}).get_json()
    assert [one["id"] for one in found] == [one.content_hash() for one in sketches]
    words = [one["words"] for one in found]
    assert words == [EXAMPLE.title, "speed factor of “slow” 4 → 1.3", "speed factor of “slow” 1.3 → 4"]


@pytest.mark.parametrize(
    "body",
    [b"", b"[]", {"trees": []}, {"trees": [{}]}, {"trees": [3]}, {"trees": [EXAMPLE.model_dump(mode="json")] * 51}],
)
def test_what_is_no_list_of_sketches_is_refused(post: Any, body: Any) -> None:
    answer = post(body)
    assert answer.status_code == 400
    assert answer.get_json()["errors"]
