"""What had the focus in a sketch is found again in one that is built anew, on a page without the program."""

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.bare_page import page_with

pytestmark = pytest.mark.browser

bare = page_with("studio/kept_focus.js")

FOUND = """([before, wanted, after]) => {
  document.body.innerHTML = before;
  const { told, find } = window.corral.keptFocus;
  const known = told(document.body, document.querySelector(wanted));
  document.body.innerHTML = after;
  const found = known && find(document.body, known);
  return found && found.dataset.said;
}"""


def _sketch(*groups: str) -> str:
    blocks = [
        f'''<g class="block" data-entry="groups.{n}"><rect class="body" data-said="{name}"></rect>
          <g class="edge" data-path="groups.{n}.count" data-said="edge of {name}"></g></g>'''
        for n, name in enumerate(groups)
    ]
    buttons = [f'<button id=\'{{"number":{n}}}\' data-said="button of {name}">' for n, name in enumerate(groups)]
    return f'<svg data-board="1">{"".join(blocks)}<g class="add" data-said="free"></g></svg>{"".join(buttons)}'


@pytest.mark.parametrize(
    ("wanted", "after", "said"),
    [
        (".edge[data-path='groups.1.count']", ("a", "b"), "edge of b"),
        (".edge[data-path='groups.1.count']", ("a",), "a"),
        (".block[data-entry='groups.1'] > .body", ("a", "c"), "c"),
        (".block[data-entry='groups.1'] > .body", ("a",), "a"),
        (".add", ("a",), "free"),
        ("button[id*='1']", ("a", "c"), "button of c"),
        ("button[id*='1']", ("a",), "button of a"),
        ("svg", ("a", "b"), None),
    ],
)
def test_the_same_or_the_one_before(bare: Page, wanted: str, after: tuple[str, ...], said: str | None) -> None:
    """A failure: nothing, and with the next Tab a way from the beginning; or another one than the one before."""
    given: list[Any] = [_sketch("a", "b"), wanted, _sketch(*after)]
    assert bare.evaluate(FOUND, given) == said
