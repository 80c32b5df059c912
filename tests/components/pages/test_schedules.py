"""The schedules of drawn jobs, past Dash: what is sent is bounded, and what cannot be is refused in sentences."""

from typing import Any

import orjson
import pytest
from flask import Flask

from components.pages.studio.answer import drawn_jobs
from components.pages.studio.families.parallel_jobs.sketch.job_list import JOBS
from components.server.past_dash import schedules
from components.visits.answers import UnavailableError
from engine.parallel_jobs.replay.schedules import schedules as computed
from engine.study.registry import EXAMPLES
from tests.engine.parallel_jobs.inputs.test_listed import listed

IDS = [{"type": "studio-field", "path": JOBS}]
DRAFT = listed([{"arrival": 0, "machines": 3, "run": 10}]).model_dump(mode="json")


@pytest.fixture
def post(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(drawn_jobs, "schedules_of", computed)
    server = Flask("here")
    schedules.register(server)
    client = server.test_client()
    return lambda body: client.post("/_studio/schedules", data=body if isinstance(body, bytes) else orjson.dumps(body))


def test_each_policy_has_its_schedule(post: Any) -> None:
    lines = "0, 10, 3\n1, 5, 4\n2, 7, 1"
    found = post({"draft": DRAFT, "values": [lines], "ids": IDS}).get_json()
    assert found["jobs"] == 3
    assert found["groups"] == [{"name": "machine", "count": 4}]
    assert {one["policy"]: one["start"] for one in found["schedules"]} == {"FCFS": [0, 10, 15], "EASY": [0, 10, 2]}


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ("0, 10", "line 1"),
        ("0, 10, 9", "the cluster has 4"),
        ("0, 1, 1\n" * 201, "at most 200"),
        ("", "at least one job"),
    ],
)
def test_wrong_jobs_are_refused_in_a_sentence(post: Any, lines: str, words: str) -> None:
    answer = post({"draft": DRAFT, "values": [lines], "ids": IDS})
    assert answer.status_code == 200
    assert words in " ".join(answer.get_json()["errors"])
    assert not answer.get_json()["later"]


def test_a_law_has_nothing_to_draw(post: Any) -> None:
    answer = post({"draft": EXAMPLES["schnor-system-1"].model_dump(mode="json"), "values": [], "ids": []})
    assert "law" in answer.get_json()["errors"][0]


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b"{",
        {"draft": {}, "values": [], "ids": []},
        {"draft": DRAFT, "values": ["0, 1, 1"], "ids": []},
        {"draft": DRAFT, "values": [1] * 3000, "ids": []},
        {"draft": {"family": "none"}, "values": [], "ids": []},
    ],
)
def test_what_no_form_holds_is_refused(post: Any, body: Any) -> None:
    assert post(body).status_code == 400


def test_workers_that_do_not_answer_are_asked_again(post: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def late(_scenario: Any) -> Any:
        raise UnavailableError("the workers have not answered yet")

    monkeypatch.setattr(drawn_jobs, "schedules_of", late)
    answer = post({"draft": DRAFT, "values": ["0, 10, 3"], "ids": IDS}).get_json()
    assert answer == {"errors": ["the workers have not answered yet"], "later": True}
