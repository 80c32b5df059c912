"""Decisions that a link opens can be read, and asked about, before anything on the page is alive."""

import re
from typing import Any
from urllib.parse import parse_qs, unquote

import pytest

from components.pages.studio import first_answer as front
from components.pages.studio.ids import Id
from components.pages.studio.layout import layout
from components.pages.studio.what_if import first
from components.sketches.link import to_link
from engine.study.registry import EXAMPLES
from tests.components.studio.without_workers import answer_here

NAME = "easy-broken"
ASKED = {"tab": "decisions", "policy": "EASY", "step": "4"}


@pytest.fixture
def workers(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Workers that answer at once; what they were asked for."""
    heard: list[str] = []

    def answer(name: str, *asked: Any) -> Any:
        heard.append(name if name == "trace" else asked[-1])
        return answer_here(name, *asked)

    monkeypatch.setattr(first, "answer_soon", answer)
    return heard


def words(html: str) -> str:
    return re.sub("<[^>]+>", " ", html)


def test_what_was_decided_is_in_the_first_answer_and_each_candidate_is_a_link_that_asks(workers: list[str]) -> None:
    asked = {"s": to_link(EXAMPLES[NAME]), **ASKED}
    html = front.first_answer(asked)
    assert "Job 3 passes: it fits and ends at 20 s" in words(html)
    link, _ = re.findall(r'<a class="what-if" href="\?([^"]+)"', html)
    there = {name: one[0] for name, one in parse_qs(link.replace("&amp;", "&")).items()}
    assert there == {**asked, "whatif": "1:wait"}
    assert workers == ["trace"]
    told = words(front.first_answer(there))
    assert "would take 20 s longer" in told
    assert "all goes as it did" in told


def test_the_page_that_comes_has_them_in_their_place(workers: list[str]) -> None:
    page = layout(to_link(EXAMPLES[NAME]), **ASKED)
    text = str(page["studio-decisions"])
    assert "Job 3 does not start now" in text
    assert "What if?" in text
    assert page[Id.TABS].value == "decisions"
    assert workers == ["trace"]


@pytest.mark.parametrize("name", ["gang-broken", "kumar-three-jobs"])
def test_of_whatever_has_no_decisions_on_the_tab_nobody_is_asked(name: str, workers: list[str]) -> None:
    front.first_answer({"s": to_link(EXAMPLES[name]), "tab": "schedule"})
    front.first_answer({"s": to_link(EXAMPLES[name])})
    assert workers == []


def test_where_the_workers_have_not_answered_it_is_said_and_not_kept(
    monkeypatch: pytest.MonkeyPatch, workers: list[str]
) -> None:
    asked = {"s": to_link(EXAMPLES[NAME]), **ASKED, "step": "3"}
    with monkeypatch.context() as patch:
        patch.setattr(first, "answer_soon", lambda *_: None)
        html = front.first_answer(asked)
        assert first.COMES in html
        assert "first-awaited" in html
    assert first.COMES not in front.first_answer(asked)


def test_a_link_of_somebody_else_asks_for_nothing_and_writes_nothing(workers: list[str]) -> None:
    asked = {"s": to_link(EXAMPLES[NAME]), **ASKED, "whatif": "1:nonsense", "x": '"><script>alert(1)</script>'}
    html = front.first_answer(asked)
    assert workers == ["trace"]
    assert "<script" not in html
    assert "<script" in unquote(html.split('href="?')[1])
    assert "If job 1" not in words(html)
