"""The address that checks rules: what it says, and what it refuses."""

from typing import Any

import orjson
import pytest
from flask.testing import FlaskClient

from components.server.shell import create_server

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
