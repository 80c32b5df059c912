"""The API does what its document says: asked for by the schemas, and held against them."""

import os
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import orjson
import pytest
import schemathesis
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from components.server import origins
from components.server.rest import (
    addresses,
    broken,
    figures,
    logs,
    of_study,
    openapi,
    requested,
    rules,
    streams,
    studies,
    why,
)
from components.visits import answers
from components.visits.answers import UnavailableError
from engine.inputs.scenario import Scenario
from engine.study.breaking import break_all, break_policy
from engine.study.budget import budget
from engine.study.registry import EXAMPLES
from tests.components.words.test_why import amount, tree
from tests.corral.served import NoBroker
from workers.client import AnswerError, BudgetError, Status

EXAMPLE = EXAMPLES["kumar-two-jobs"]
KNOWN = EXAMPLE.content_hash()


def no_accident(_ctx: Any, answer: Any, _case: Any) -> None:
    """503 is documented, and an answer like others: come again."""
    assert answer.status_code < 500 or answer.status_code == 503, answer.text


CHECKS = (
    no_accident,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
)

REQUESTS = int(os.environ.get("CORRAL_REQUESTS", "200"))
"""How many requests there are about, the same number for each address; 5,000 take some minutes."""

SEEN: Counter[str] = Counter()


class Waiting(NoBroker):
    """Takes studies and computes none but the example; a third of them have failed cells, and some logs are bad."""

    def submit(self, scenario: Scenario, visitor: str = "") -> str:
        if scenario == EXAMPLE:
            return super().submit(scenario, visitor)
        if objection := budget(scenario).objection:
            raise BudgetError(objection)
        return scenario.content_hash()

    def status(self, name: str) -> Status | None:
        if name == KNOWN or len(name) != 32:
            return super().status(name)
        failed = ord(name[0]) % 3 == 0
        return Status("running", int(failed), 10, int(failed), 0, 0.1, None)

    def failures(self, _name: str) -> list[str]:
        return ["it took too long"]

    def read_anew(self, *_: str) -> None:
        pass

    def ask(self, name: str, *asked: Any, **more: float) -> dict[str, Any] | None:
        if name != "read_log":
            return super().ask(name, *asked, **more)
        sent, called, _zone = asked
        if sent[0] in "01":
            raise AnswerError("the file is no log")
        return (
            None
            if sent[0] in "23"
            else {"log": sent, "names": [sent], "scenario": EXAMPLE.model_dump(mode="json"), "called": called}
        )


class Sent:
    """Stands for the logs on their way through the broker."""

    def send(self, data: bytes, _visitor: str) -> str:
        return f"{len(data):x}".rjust(64, "f2"[len(data) % 2])


def reason(*_: Any) -> Any:
    return tree(amount(30.0), {"waiting": amount(30.0)})


def broken_or_matrix(name: str, _scenario: Scenario, *asked: str) -> Any:
    if asked[-1] == "makespan":
        raise UnavailableError("the workers are searching", later=True)
    return found(name)


@cache
def found(name: str) -> Any:
    hurts = EXAMPLES["backfilling-hurts"]
    if name == "broken_all":
        return break_all(hurts, chains=1, steps=20)
    return break_policy(hurts, "EASY", "FCFS", chains=1, steps=20)


def coscheduled(
    _name: str, _replay: Scenario, asked: Scenario, first: int | None, _divided_by: float | None
) -> dict[str, Any]:
    if first == 1:
        raise UnavailableError("no job of this log has from 2 to 32 processors")
    return asked.model_dump(mode="json")


def whole(_scenario: Scenario, policy: str, *_: Any) -> Path:
    if policy == "FCFS":
        return Path(__file__)
    raise UnavailableError("the workers are computing it", later=policy == "UFF")


def unavailable(*_: Any) -> Any:
    raise UnavailableError("the workers are computing it", later=True)


@pytest.fixture(scope="module")
def server() -> Any:
    behind = Waiting()
    behind.submit(EXAMPLE)
    with pytest.MonkeyPatch.context() as patch:
        for module in (studies, requested, answers, logs):
            patch.setattr(module, "client", lambda: behind)
        patch.setattr(logs, "recorded_logs", Sent)
        patch.setattr(logs, "answer_of", coscheduled)
        patch.setattr(
            studies, "preview_of_sketch", lambda scenario: behind.result(EXAMPLE) if scenario == EXAMPLE else None
        )
        patch.setattr(why, "why_of", reason)
        patch.setattr(broken, "answer_of", broken_or_matrix)
        patch.setattr(of_study, "whole_of", whole)
        patch.setattr(figures, "trace_of", unavailable)
        patch.setattr(figures, "ledger_of", unavailable)
        yield application()


@pytest.fixture(scope="module")
def described(server: Flask) -> Any:
    return schemathesis.openapi.from_wsgi("/api/v1/openapi.json", server)


def application() -> Flask:
    found = Flask("test")
    origins.register(found)
    for one in (logs, rules, of_study, figures, openapi, addresses):
        one.register(found)
    return found


PATHS = openapi.document(application())["paths"]
OPERATIONS = [(method, path) for path, methods in PATHS.items() for method in methods]
TAKING = sum("parameters" in told or "requestBody" in told for methods in PATHS.values() for told in methods.values())
"""How many of them take something; the others are asked once."""


@pytest.mark.parametrize(("method", "path"), OPERATIONS)
def test_every_answer_is_as_documented(described: Any, method: str, path: str) -> None:
    operation = described[path][method.upper()]

    @settings(
        max_examples=-(-REQUESTS // TAKING),
        deadline=None,
        suppress_health_check=list(HealthCheck),
        database=None,
    )
    @given(
        case=st.one_of(*(operation.as_strategy(generation_mode=mode) for mode in schemathesis.GenerationMode)),
        known=st.booleans(),
    )
    def ask(case: Any, known: bool) -> None:
        if known and "study" in (case.path_parameters or {}):
            case.path_parameters["study"] = KNOWN
        answer = case.call()
        SEEN[f"{answer.status_code}"] += 1
        case.validate_response(answer, checks=CHECKS)

    ask()


def test_there_were_enough(measured: Callable[[str], None]) -> None:
    """And they were not all refused."""
    told = ", ".join(f"{count} x {status}" for status, count in sorted(SEEN.items()))
    measured(f"requests by the schemas: {sum(SEEN.values())} ({told})")
    assert sum(SEEN.values()) >= 0.9 * REQUESTS
    assert {"200", "400", "404"} <= SEEN.keys()


def test_every_address_is_in_the_document() -> None:
    rules_of = application().url_map.iter_rules()
    bare = [one.rule for one in rules_of if one.rule.startswith("/api/") and "<path:" not in one.rule]
    assert {path for _, path in OPERATIONS} == {one.replace("<", "{").replace(">", "}") for one in bare}


def test_every_example_scenario_is_one_that_the_schema_allows(server: Flask) -> None:
    """The document has the schemas that validate: what is read is what it says, and what it says has its references."""
    from jsonschema_rs import Draft202012Validator

    document = openapi.document(server)
    validator = Draft202012Validator({"$ref": "#/components/schemas/Scenario", "components": document["components"]})
    for name, scenario in EXAMPLES.items():
        assert validator.is_valid(orjson.loads(scenario.canonical())), name
    assert not validator.is_valid({"family": "dice"})


def test_the_page_tells_of_every_address_and_fetches_nothing(server: Flask) -> None:
    page = server.test_client().get("/api/v1/docs").text
    for method, path in OPERATIONS:
        assert f"<b>{method.upper()}</b> {path}" in page
    for fetched in ("<script", "src=", "<link", "@import", "http://", "https://", "url("):
        assert fetched not in page


def test_the_small_picture_is_one(server: Flask) -> None:
    from xml.etree import ElementTree

    answer = server.test_client().get(f"/api/v1/studies/{KNOWN}/figure?format=svg")
    assert answer.mimetype == "image/svg+xml"
    assert ElementTree.fromstring(answer.data).tag == "{http://www.w3.org/2000/svg}svg"


def test_events_end_when_the_study_does(server: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    states = iter([("running", 1), ("running", 1), ("running", 2), ("done", 3)])

    def look(_study: str) -> dict[str, Any]:
        state, done = next(states)
        return {"id": "x", "state": state, "done": done, "total": 3, "failed": 0}

    monkeypatch.setattr(of_study, "tell_study", look)
    monkeypatch.setattr(of_study, "PAUSE", 0)
    answer = server.test_client().get(f"/api/v1/studies/{KNOWN}/events")
    kinds = [line.removeprefix("event: ") for line in answer.text.splitlines() if line.startswith("event")]
    assert kinds == ["progress", "progress", "end"]
    assert answer.mimetype == "text/event-stream"


def _follower(server: Flask, address: str, number: str) -> Any:
    client = server.test_client()
    client.environ_base["REMOTE_ADDR"] = address
    client.set_cookie("corral-visitor", number * 32)
    return client


def test_no_more_streams_than_the_server_can_bear(server: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of four others, none of whom has more than one; who has more makes room, however many numbers he makes up."""
    of_all = streams.Streams()
    monkeypatch.setattr(of_study, "STREAMS", of_all)
    held = [of_all.open(f"{n} at 10.0.0.{n}") for n in range(streams.MOST)]
    answer = _follower(server, "10.0.1.1", "a").get(f"/api/v1/studies/{KNOWN}/events")
    assert answer.status_code == 503
    assert answer.mimetype == "application/problem+json"
    told = orjson.loads(answer.data)
    assert told["detail"] == told["errors"][0]
    for one in held:
        assert one is not None
        of_all.close(one)
    # Whoever has been told gives its place back.
    for _ in range(2 * streams.MOST):
        with server.test_client().get(f"/api/v1/studies/{KNOWN}/events") as again:
            assert again.status_code == 200
    assert not of_all._open


@pytest.mark.parametrize("visitors", [["e"] * 6, list("efghij")], ids=["one visitor", "one address"])
def test_streams_of_one_leave_room_for_others(visitors: list[str]) -> None:
    held = streams.Streams()
    greedy = [held.open(f"{number * 32} at 10.0.0.1") for number in visitors]
    most = streams.OF_ONE if len(set(visitors)) == 1 else streams.MOST
    assert [one is not None and one.ended.is_set() for one in greedy] == [True] * (6 - most) + [False] * most
    other = held.open(f"{'a' * 32} at 10.0.0.2")
    assert other is not None
    assert not other.ended.is_set()
    assert len(held._open) <= streams.MOST


def test_every_documented_example_is_taken(server: Flask) -> None:
    shown = [
        (path, kind, one["example"])
        for path, methods in PATHS.items()
        for told in methods.values()
        for kind, one in told.get("requestBody", {}).get("content", {}).items()
        if "example" in one
    ]
    taking = ("break", "break-all", "budget", "logs/{sent}/coscheduled", "preview", "saturation", "studies")
    assert {path for path, _, _ in shown} == {f"/api/v1/{name}" for name in taking}
    for path, kind, example in shown:
        answer = server.test_client().post(path.format(sent="f" * 64), data=orjson.dumps(example), content_type=kind)
        assert answer.status_code in (200, 202), (path, answer.text)
