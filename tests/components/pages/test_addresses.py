"""Addresses as people and mail programs mangle them: each opens its page all the same."""

import os
from typing import Any

import dash
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from components.sketches.link import to_link
from components.visits import answers
from engine.study.registry import EXAMPLES
from tests.components.nothing_known import NothingKnown

LINKS = [to_link(EXAMPLES[name]) for name in ("convoy", "schnor-system-1")]
SAID = st.sampled_from([*LINKS, "", "1", "why", "FCFS", "A,B", "-1", "9" * 30, "<b>", "\0", "zhang-2001"])
NAMES = ("s", "a", "b", "tab", "metric", "off", "point", "against", "lesson", "w", "code", "paper", "family", "f")
PAGES = ("studio", "compare", "embed", "learn", "lesson", "handed-in", "classes", "class", "paper", "family", "status")


@pytest.fixture(scope="module", autouse=True)
def pages() -> Any:
    os.environ.setdefault("REDIS_URL", "redis://127.0.0.1:1/0")  # never spoken to
    from components.server.shell import create_server

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(answers, "client", NothingKnown)
        yield create_server()


def opened(page: str, asked: dict[str, Any]) -> Any:
    """What Dash shows for an address of *page* that asked so; it makes a list of what is said several times."""
    return dash.page_registry[page]["layout"](**asked)


@settings(max_examples=12, deadline=None)
@given(st.sampled_from(PAGES), st.dictionaries(st.sampled_from(NAMES), st.lists(SAID, min_size=2, max_size=3)))
def test_what_an_address_says_twice_counts_as_it_is_said_first(page: str, asked: dict[str, list[str]]) -> None:
    once = opened(page, {name: said[0] for name, said in asked.items()})
    assert repr(opened(page, asked)) == repr(once)


def test_an_address_of_no_page_has_status_404_and_that_page_all_the_same(pages: Any) -> None:
    client = pages.test_client()
    pages_there = (
        "/",
        "/compare",
        "/compare/race",
        "/questions",
        "/papers/kumar",
        "/learn/any",
        "/methods/coscheduling",
    )
    there = dict.fromkeys((*pages_there, "/class/ABC234", "/status", "/words/", "/?s=damaged"), 200)
    assert {path: client.get(path).status_code for path in there} == there
    lost = ("/nosuch", "/papers/kumar/more", "/questions/x", "/studio", "/missing")
    found = {path: client.get(path) for path in lost}
    assert {path: answer.status_code for path, answer in found.items()} == dict.fromkeys(lost, 404)
    assert all("<title>" in answer.text for answer in found.values())
