"""At least 10 000 generated inputs: links, scenarios, bodies for the API, calls of callbacks."""

import os
import resource
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import orjson
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from components.pages.studio.answer import progress
from components.sketches.link import from_link, from_pasted
from components.visits import answers
from engine.inputs.rejection import ScenarioError
from engine.inputs.scenario import Scenario
from engine.study.budget import budget
from engine.study.registry import EXAMPLES, parse_scenario
from tests.components.nothing_known import NothingKnown
from tests.hostile.carrying_out import carry_out
from tests.hostile.inputs import ANYTHING, BODIES, LINKS, as_text, hardly_damaged, pack

pytestmark = pytest.mark.slow

SECONDS = 10.0
"""Longest answer; most take milliseconds. A machine that runs other tests may be slow."""

MEGABYTES = 600
"""That the process may grow by; a bomb would take gigabytes."""

LOTS = settings(
    parent=settings(), max_examples=2_600, deadline=None, suppress_health_check=list(HealthCheck), database=None
)
SEEN: Counter[str] = Counter()
CARRIED_OUT = 60
"""Scenarios that are simulated, previewed, checked again, traced and exported."""


@pytest.fixture(scope="module", autouse=True)
def _bounded() -> Iterator[None]:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    yield
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    assert grown < MEGABYTES


@pytest.fixture(scope="module")
def web() -> Any:
    os.environ.setdefault("REDIS_URL", "redis://127.0.0.1:1/0")  # nothing here gets as far as the broker
    from components.server.shell import create_server

    return create_server().test_client()


def in_time(what: str, call: Callable[[], Any]) -> Any:
    began = time.perf_counter()
    found = call()
    assert time.perf_counter() - began < SECONDS, what
    return found


def read(text: bytes) -> None:
    """A scenario that can be read has a cost, too; everything else is refused in sentences."""
    try:
        scenario = parse_scenario(text)
    except ScenarioError as error:
        reasons = error.rejections
    else:
        cost = budget(scenario)
        assert cost.cells > 0
        SEEN["read, too large" if cost.objection else "read"] += 1
        return
    assert reasons
    assert all(len(reason.sentence) < 1000 for reason in reasons)
    SEEN["refused"] += 1


@LOTS
@given(BODIES)
def test_scenarios(text: bytes) -> None:
    in_time("a scenario", lambda: read(text))


def test_what_is_accepted_can_be_carried_out(tmp_path: Path) -> None:
    """It was only read and priced: what hung or crashed was never seen."""
    lot, done = Random(5), 0
    while done < CARRIED_OUT:
        try:
            scenario = parse_scenario(as_text(hardly_damaged(lot)))
        except ScenarioError:
            continue
        if not budget(scenario).objection:
            folder = tmp_path / str(done)
            done += in_time("a study", partial(carry_out, scenario, folder))
    SEEN["carried out"] += done


@LOTS
@given(LINKS)
def test_links(text: str) -> None:
    def open_it() -> None:
        found: Any = None
        for door in (from_pasted, from_link):
            try:
                found = door(text)
            except ScenarioError as error:
                found = str(error.rejections[0])
            assert isinstance(found, Scenario) or " " in found
        SEEN["link refused" if isinstance(found, str) else "link read"] += 1

    in_time("a link", open_it)


@LOTS
@given(BODIES, st.sampled_from(["application/json", "application/json", "text/plain", "application/x-python-pickle"]))
def test_bodies_for_the_api(web: Any, text: bytes, kind: str) -> None:
    answer = in_time("the API", lambda: web.post("/api/v1/budget", data=text, content_type=kind))
    assert answer.status_code in (200, 400, 413, 415), answer.data[:300]
    assert answer.status_code == 200 or answer.json["errors"]
    SEEN[f"API {answer.status_code}"] += 1


@LOTS
@given(
    st.one_of(ANYTHING, st.fixed_dictionaries({"output": st.text(max_size=30), "inputs": ANYTHING, "state": ANYTHING}))
)
def test_calls_of_callbacks(web: Any, call: Any) -> None:
    try:
        body = orjson.dumps(call)
    except TypeError:
        body = repr(call).encode(errors="replace")
    answer = in_time("a call", lambda: web.post("/_dash-update-component", data=body, content_type="application/json"))
    assert answer.status_code == 400, answer.data[:300]
    SEEN[f"call {answer.status_code}"] += 1


def unknown() -> bytes:
    """A study that nobody has had computed."""
    tree = EXAMPLES["schnor-system-1"].model_dump(mode="json")
    tree["study"]["seed"] += 1
    return orjson.dumps(tree)


def guessed() -> bytes:
    """A study whose price no formula tells, so that the client is asked for what was measured."""
    tree = EXAMPLES["policy-for-whom"].model_dump(mode="json")
    tree["study"]["seed"] += 1
    return orjson.dumps(tree)


@settings(parent=LOTS, max_examples=80)
@given(BODIES.map(pack))
@example(pack(unknown()))
@example(pack(guessed()))
def test_pages_with_links(web: Any, link: str) -> None:
    outputs = [{"id": "_pages_content", "property": "children"}, {"id": "_pages_store", "property": "data"}]
    inputs = [
        {"id": "_pages_location", "property": "pathname", "value": "/"},
        {"id": "_pages_location", "property": "search", "value": f"?s={link}"},
    ]
    call = {
        "output": "..".join(["", *("...".join(f"{one['id']}.{one['property']}" for one in outputs)).split("\n"), ""]),
        "outputs": outputs,
        "inputs": inputs,
        "changedPropIds": ["_pages_location.search"],
    }
    with pytest.MonkeyPatch.context() as patch:
        for module in (answers, progress):
            patch.setattr(module, "client", NothingKnown)
        answer = in_time("a page", lambda: web.post("/_dash-update-component", json=call))
    assert answer.status_code == 200
    assert b"Sketch" in answer.data
    SEEN["page"] += 1


def test_there_were_enough(measured: Callable[[str], None]) -> None:
    told = ", ".join(f"{count} {what}" for what, count in sorted(SEEN.items()))
    measured(f"hostile inputs: {sum(SEEN.values())} ({told})")
    assert sum(SEEN.values()) >= 10_000
