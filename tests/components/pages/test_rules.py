"""The address that checks rules: what it says, and what it refuses."""

from typing import Any

import orjson
import pytest
from flask.testing import FlaskClient

from components.pages.studio.families.parallel_jobs.sketch import rule_tried
from components.server.shell import create_server
from engine.parallel_jobs.analyses.waiting_moment import ENOUGH, Moment, waiting_moment
from engine.rules.language import checked
from engine.rules.value import value
from engine.study.registry import EXAMPLES

ADDRESS = "/api/v1/rules"


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    return create_server().test_client()


def ask(client: FlaskClient, part: str, text: Any) -> Any:
    return client.post(ADDRESS, data=orjson.dumps({"part": part, "text": text}), content_type="application/json")


def test_a_rule_is_told_in_words(client: FlaskClient) -> None:
    told = ask(client, "order", "wait + size").json
    assert told["error"] is None
    assert told["kind"] == "together"
    assert told["words"] == "First: the job with the largest wait + size."
    assert told["hints"] == ["Adds seconds to processors, in wait + size."]


def test_what_is_wrong_has_its_column(client: FlaskClient) -> None:
    told = ask(client, "order", "(wait / esimate)^3")
    assert told.status_code == 200
    assert told.json == {"error": 'column 9: "esimate" is no name; did you mean "estimate"?', "column": 9}


def test_a_long_rule_is_told_how_long_it_may_be(client: FlaskClient) -> None:
    assert ask(client, "order", "wait" + " " * 500).json["error"] == (
        "this rule has 504 characters; at most 400 are allowed."
    )


@pytest.mark.parametrize(
    "body",
    [
        *(b"", b"[]", b"{", b"\xff\xfe", b'{"part": "order"}', b'{"part": "machine", "text": "1"}'),
        *(b'{"part": "order", "text": 3}', b'{"part": "order", "text": "1", "more": 1}', b"[" * 10_000),
        orjson.dumps({"part": "order", "text": "(" * 10_001}),
    ],
    ids=["nothing", "a list", "half", "bytes", "no text", "no part", "a number", "more", "deep", "long"],
)
def test_what_is_no_question_is_refused(client: FlaskClient, body: bytes) -> None:
    answer = client.post(ADDRESS, data=body, content_type="application/json")
    assert answer.status_code == 400
    assert orjson.loads(answer.data)["errors"]


def test_what_is_very_long_is_not_read(client: FlaskClient) -> None:
    assert client.post(ADDRESS, data=b" " * 20_000, content_type="application/json").status_code == 413


# Tried on jobs that wait.

ON_PAGE = "/_studio/rules"


def tried(client: FlaskClient, asked: Any) -> Any:
    return client.post(ON_PAGE, json=asked).json


@pytest.fixture(scope="module")
def moment() -> Moment:
    return waiting_moment(EXAMPLES["who-is-first"])  # type: ignore[arg-type]


@pytest.fixture
def asked(moment: Moment, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What the page sends beside the rule, and the moment in the place of the workers."""
    monkeypatch.setattr(rule_tried, "answer_of", lambda *_, **__: moment)
    return {"draft": EXAMPLES["who-is-first"].model_dump(mode="json"), "values": [], "ids": []}


def test_a_moment_is_one_at_which_enough_wait_in_order_of_arrival(moment: Moment) -> None:
    assert len({(names["size"], names["estimate"]) for names in moment["names"]}) >= ENOUGH
    assert len(moment["jobs"]) < 2 * ENOUGH
    assert moment["jobs"] == sorted(moment["jobs"])
    waits = [names["wait"] for names in moment["names"]]
    assert waits == sorted(waits, reverse=True)
    assert {names["now"] for names in moment["names"]} == {moment["time"]}
    assert {names["waiting"] for names in moment["names"]} == {float(len(moment["jobs"]))}
    assert moment == waiting_moment(EXAMPLES["who-is-first"])  # type: ignore[arg-type]


@pytest.mark.parametrize("rule", ["-area", "(wait / estimate)^3 * size", "size + hour", "-submit", "0"])
def test_waiting_jobs_stand_in_the_order_of_the_rule(
    client: FlaskClient, asked: dict[str, Any], moment: Moment, rule: str
) -> None:
    told = tried(client, {"part": "order", "text": rule} | asked)
    assert told["state"] == "there"
    of = dict(zip(moment["jobs"], moment["names"], strict=True))
    expected = sorted(of, key=lambda job: (-value(checked(rule, "order"), of[job]), job))
    assert [int(row[1]) - 1 for row in told["rows"]] == expected[:10]
    by_arrival = sorted(of)
    for place, row in enumerate(told["rows"]):
        gained = by_arrival.index(int(row[1]) - 1) - place
        assert row[2] == (f"{abs(gained)} {'earlier' if gained > 0 else 'later'}" if gained else "same")
    assert all(len(row) == len(told["head"]) for row in told["rows"])
    assert ("hour" in told["caption"]) == ("hour" in rule)


def test_what_is_replaced_is_counted(client: FlaskClient, asked: dict[str, Any], moment: Moment) -> None:
    told = tried(client, {"part": "order", "text": "size / (size - 1)"} | asked)
    without = sum(names["size"] == 1.0 for names in moment["looks"])
    assert 0 < without < len(moment["looks"])
    where = f"Among the first {moment['followed']} jobs, under EASY"
    of = f"{without:,} of {len(moment['looks']):,} evaluations"
    assert told["notes"] == [f"{where}: in {of} a division by zero was taken as 0."]
    assert tried(client, {"part": "order", "text": "-area"} | asked)["notes"] == []


def test_who_would_be_taken_is_told_of_each(client: FlaskClient, asked: dict[str, Any], moment: Moment) -> None:
    told = tried(client, {"part": "admit", "text": "size <= 4"} | asked)
    assert [row[1] for row in told["rows"]] == ["yes" if one["size"] <= 4 else "no" for one in moment["names"][:10]]
    assert told["head"] == ["job", "taken", "size (processors)"]


def test_rules_that_are_wrong_themselves_do_not_stand_in_the_way(client: FlaskClient, asked: dict[str, Any]) -> None:
    asked["draft"]["own_policies"] = [
        {"name": "mine", "order": "-esimate", "reservation": 1, "backfill": "", "admit": "(", "half_life_s": 60.0}
    ]
    asked["draft"]["policies"] = ["own:mine"]
    assert tried(client, {"part": "order", "text": "-area"} | asked)["state"] == "there"
    assert tried(client, {"part": "order", "text": "-esimate"} | asked)["state"] == "none"


@pytest.mark.parametrize(
    "draft", [{}, {"family": 3}, {"family": "parallel-jobs"}, {"own_policies": [3], "policies": 1}]
)
def test_a_sketch_that_is_none_is_refused(client: FlaskClient, asked: dict[str, Any], draft: Any) -> None:
    answer = client.post(ON_PAGE, json={"part": "order", "text": "-area"} | asked | {"draft": draft})
    assert answer.status_code == 400 or answer.get_json()["state"] == "none"
