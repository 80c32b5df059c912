"""Files, short links and page states that no page of ours would send: 10 000 of them, each answered in a sentence."""

import os
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from dash.exceptions import PreventUpdate
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from components.pages.studio.page_state import PageState, read_state
from components.share import callbacks, short_links
from components.share.addresses import AddressError, own_address
from components.share.files import read_file, write_file
from components.visits.answers import empty_result
from engine.inputs.rejection import ScenarioError
from engine.inputs.scenario import Scenario
from engine.study.registry import EXAMPLES
from tests.hostile.inputs import ANYTHING, BODIES, NAMES

pytestmark = pytest.mark.slow

LOTS = settings(
    parent=settings(), max_examples=800, deadline=None, suppress_health_check=list(HealthCheck), database=None
)
SEEN: Counter[str] = Counter()

_ODD_FILES = [
    "", "\ufeff", "\ufeff{}", "\ud800", "{" * 30_000, "[" * 30_000, '{"scenario":' * 5_000,
    "PK\x03\x04" + "\x00" * 60_000,
    '{"scenario":{},"fingerprint":"","cells":[]}', '{"scenario":null,"fingerprint":0,"cells":0}', "[{}]",
    "[null]", '{"scenario":' + "[" * 5_000 + "]" * 5_000 + ',"fingerprint":1,"cells":1}', '{"version":1e400}',
    "NaN", "9" * 60_000, "\x1f\x8b\x08\x00" * 9_000, '"' + "é" * 40_000 + '"',
    "<?xml version='1.0'?><!DOCTYPE a [<!ENTITY b 'c'>]>",
    "policy,metric\n",
]  # fmt: skip
FILES = [
    write_file(EXAMPLES[name]) for name in ("schnor-system-1", "zhang-wl2", "heymann-table-1", "peterson-figure-1")
]
PIECES = (
    "1",
    "-",
    "9" * 400,
    "1e999",
    "NaN",
    "null",
    '"',
    "{",
    "}",
    "[" * 200,
    ",",
    "\u0000",
    "é",
    "\ud800",
    "true",
    '{"a":1}',
)

TEXTS = st.one_of(
    BODIES.map(lambda text: text.decode("utf-8", "surrogateescape")),
    BODIES.map(lambda text: text.decode("utf-16", "replace")),
    BODIES.map(lambda text: text.decode("latin-1")),
    st.text(max_size=300),
    st.sampled_from(_ODD_FILES),
    st.sampled_from([None, 5, [], {"text": "{}"}, True]),
)

ADDRESSES = st.one_of(
    st.text(max_size=60),
    st.text(alphabet="/\\.?#:@%sapershcom ve1\n\t\x00", max_size=40),
    st.sampled_from(["//", "/\\", "\\\\", "/%2f", "/s/", "http:", "javascript:", "/papers/"]).flatmap(
        lambda head: st.text(alphabet="/\\.?#:@aev1 ", max_size=20).map(lambda tail: head + tail)
    ),
    st.text(max_size=30).map(lambda tail: f"/?s={tail}"),
    ANYTHING,
)

STATES = st.dictionaries(
    st.sampled_from(["tab", "metric", "policy", "point", "replication", "job", "iteration", "step", "off", "f", "s"]),
    st.one_of(
        st.text(max_size=20), ANYTHING, st.integers(-10, 10**9).map(str), st.sampled_from(NAMES),
        st.sampled_from(["schedule", "matrix", "SED", "SED,FCFS,SED-NU", "GS", "wait_time", "1", "0"]),
    ),
    max_size=8,
)  # fmt: skip
RESULTS = [
    empty_result(EXAMPLES[name]) for name in ("schnor-system-1", "zhang-wl2", "heymann-table-1", "peterson-figure-1")
]


def damaged(lot: Random) -> str:
    """A file in which up to three pieces are lost, doubled, or replaced by others."""
    text = lot.choice(FILES)
    for _ in range(lot.randint(1, 3)):
        since = lot.randrange(len(text) + 1)
        until = min(len(text), since + lot.choice((1, 1, 2, 8, 300)))
        text = text[:since] + lot.choice(("", text[since:until] * 2, *PIECES)) + text[until:]
    return text


def test_damaged_files() -> None:
    lot = Random(9)  # of which ten thousand take as long as a hundred of Hypothesis
    for _ in range(8_000):
        read(damaged(lot))


@LOTS
@given(TEXTS)
def test_files(text: Any) -> None:
    read(text)


def read(text: Any) -> None:
    """A scenario, or sentences that say why there is none."""
    found: Any
    try:
        found = read_file(text)
    except ScenarioError as error:
        found = error.rejections
    if isinstance(found, Scenario):
        SEEN["file read"] += 1
        return
    assert found
    assert all(" " in str(reason) and len(reason.sentence) < 1000 for reason in found)
    SEEN["file refused"] += 1


@LOTS
@given(st.one_of(ANYTHING, st.fixed_dictionaries({"name": ANYTHING, "text": TEXTS, "on_studio": ANYTHING})))
def test_what_a_browser_says_of_a_file(read: Any) -> None:
    try:
        opened, said = callbacks.open_file(read)
    except PreventUpdate:
        SEEN["nothing read"] += 1
        return
    assert (said == "") == isinstance(opened, dict)
    assert len(said) < 1500
    SEEN["file answered"] += 1


@pytest.fixture(scope="module")
def pages() -> None:
    os.environ.setdefault("REDIS_URL", "redis://127.0.0.1:1/0")  # nothing here gets as far as the broker
    from components.server.shell import create_app

    create_app()


@LOTS
@given(ADDRESSES)
def test_addresses_for_short_links(pages: None, address: Any) -> None:
    try:
        found = own_address(address)
    except AddressError:
        SEEN["address refused"] += 1
    else:
        assert found.startswith("/")
        assert found[1:2] not in ("/", "\\")
        assert found.isascii()
        assert found.isprintable()
        SEEN["address kept"] += 1


@LOTS
@given(st.sampled_from(RESULTS), STATES)
def test_page_states(result: Any, asked: dict[str, Any]) -> None:
    found = read_state(result, asked)
    assert isinstance(found, PageState)
    assert found.policy in result.scenario.policies
    assert set(found.off) < set(result.scenario.policies)
    assert 0 <= int(found.point) < len(result.points)
    assert 1 <= found.replication <= result.scenario.study.replications
    SEEN["page state"] += 1


@settings(parent=LOTS, max_examples=200)
@given(st.fixed_dictionaries({"origin": st.one_of(ANYTHING, st.just("http://a")), "address": ADDRESSES}))
def test_short_links_that_are_asked_for(pages: None, shared: dict[str, Any]) -> None:
    class Kept:
        def shorten(self, _address: str, _visitor: str) -> str:
            return "0" * 16

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(short_links, "links", Kept)
        short, *_, problem = callbacks.shorten(1, shared)
    assert short == "http://a/s/" + "0" * 16 or " " in problem
    SEEN["short link"] += 1


def test_there_were_enough(measured: Callable[[str], None]) -> None:
    told = ", ".join(f"{count} {what}" for what, count in sorted(SEEN.items()))
    measured(f"hostile shares: {sum(SEEN.values())} ({told})")
    assert sum(SEEN.values()) >= 10_000
