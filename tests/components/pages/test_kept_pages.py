"""What stands on the Studio with a stored result is built once: the same bytes, for those alone whom they are for."""

import os
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import orjson
import pytest

from components.server.front.kept_pages import ASKED_OF_DASH, MOST, is_the_same_for_all, question_of_page
from components.sketches.link import to_link
from components.visits.units import COOKIE
from components.words.units import PAPER, PEOPLE
from engine.inputs.scenario import Scenario
from engine.study.registry import EXAMPLES, read_scenario

FIRST = EXAMPLES["schnor-system-1"]


@pytest.fixture(scope="module")
def server() -> Any:
    os.environ.setdefault("REDIS_URL", "redis://127.0.0.1:1/0")  # never spoken to: the examples are computed ahead
    from components.server.shell import create_server

    return create_server()


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch) -> list[Scenario]:
    """What has been built since."""
    from components.pages.studio import layout

    made: list[Scenario] = []
    create = layout.create_studio

    def counted(scenario: Scenario, *rest: Any, **more: Any) -> Any:
        made.append(scenario)
        return create(scenario, *rest, **more)

    monkeypatch.setattr(layout, "create_studio", counted)
    return made


def _page(server: Any, question: bytes, units: str = PEOPLE) -> bytes:
    browser = server.test_client()
    browser.set_cookie(COOKIE, units)
    answer = browser.post(ASKED_OF_DASH, data=question, content_type="application/json")
    assert answer.status_code == 200
    return bytes(answer.data)


def test_the_first_page_has_been_built_before_anybody_comes(server: Any, built: list[Scenario]) -> None:
    assert b"studio-curves" in _page(server, question_of_page("/", ""))
    assert not built


@pytest.mark.parametrize("name", ["schnor-system-2", "evacuation"])
def test_a_page_is_built_once_and_is_the_same_as_if_it_were_built_anew(
    server: Any, built: list[Scenario], name: str
) -> None:
    asked = question_of_page("/", f"?s={to_link(EXAMPLES[name])}")
    first = _page(server, asked)
    assert _page(server, asked) == first
    assert len(built) == 1
    # Dash reads both, but the second is none that a browser asks: it is built.
    assert orjson.loads(_page(server, orjson.dumps(orjson.loads(asked) | {"state": []}))) == orjson.loads(first)
    assert len(built) == 2


def test_a_page_that_several_ask_for_at_once_is_built_for_one(server: Any, built: list[Scenario]) -> None:
    """Before, each had it built, and all of them waited for all."""
    asked = question_of_page("/", f"?s={to_link(EXAMPLES['users-estimates'])}")
    with ThreadPoolExecutor(4) as visitors:
        pages = set(visitors.map(lambda _: _page(server, asked), range(4)))
    assert len(pages) == len(built) == 1


def test_whoever_has_chosen_units_is_told_in_those(server: Any) -> None:
    asked = question_of_page("/", "")
    usual, of_papers = _page(server, asked), _page(server, asked, PAPER)
    assert b"jobs per hour" in usual
    assert b"jobs per hour" not in of_papers
    assert (_page(server, asked), _page(server, asked, PAPER)) == (usual, of_papers)


def _of_tree(**changes: Any) -> str:
    return f"?s={to_link(read_scenario(FIRST.model_dump(mode='json') | changes))}"


@pytest.mark.parametrize(
    ("path", "search"),
    [
        ("/", _of_tree(policies=["SED"])),  # which workers may compute while somebody looks
        ("/", "?s=nonsense"),
        ("/", "?tab=schedule"),
        ("/compare", ""),
        ("/class/none", ""),
    ],
)
def test_what_may_become_another_page_is_not_kept(path: str, search: str) -> None:
    assert not is_the_same_for_all(question_of_page(path, search))


@pytest.mark.parametrize("question", [b"", b"null", b"[]", b'{"inputs":[]}', b'{"inputs":[{"value":"/"},{"value":7}]}'])
def test_what_is_no_question_is_not_kept(question: bytes) -> None:
    assert not is_the_same_for_all(question)


def test_nobody_fills_the_memory(server: Any) -> None:
    """Names that mean nothing make another address of the same page."""
    (again,) = [one for one in server.before_request_funcs[None] if one.__module__.endswith("kept_pages")]
    (keep,) = [one for one in server.after_request_funcs[None] if one.__module__.endswith("kept_pages")]
    (kept,) = [cell.cell_contents for cell in keep.__closure__ if isinstance(cell.cell_contents, dict)]
    for number in range(MOST + 3):
        with server.test_request_context(ASKED_OF_DASH, method="POST", data=question_of_page("/", f"?a={number}")):
            assert again() is None
            keep(server.response_class(b'{"_pages_content"'))
    assert len(kept) == MOST
