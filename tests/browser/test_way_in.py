"""The way in: a first visit, the questions with their search, and the keys that hold everywhere."""

import json
import re

import pytest
from playwright.sync_api import Browser, Page, expect

from components.sketches.link import to_link
from engine.study.registry import EXAMPLES
from tests.browser.conftest import in_sight, until_live

pytestmark = pytest.mark.browser


def focused(page: Page) -> str:
    """The id of what has the focus."""
    found: str = page.evaluate("document.activeElement.id")
    return found


def test_a_first_visit_by_keyboard(watched: Page, address: str) -> None:
    page, keys = watched, watched.keyboard
    page.goto(address)
    until_live(page)
    expect(page.get_by_role("link", name="Studio", exact=True)).to_have_attribute("aria-current", "page")
    for _ in range(6):
        keys.press("Tab")
        if "Skip to Run" in page.evaluate("document.activeElement.innerText"):
            break
    keys.press("Enter")
    assert focused(page) == "studio-run"
    page.get_by_role("button", name="Do not show this line again").click()
    expect(page.locator("#studio-welcome")).to_be_hidden()

    keys.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_contain_text("Ctrl Enter")
    expect(page.get_by_role("dialog", name="Keys")).to_contain_text("D Delcopy, remove")  # of what the board draws
    keys.press("Escape")
    expect(page.get_by_role("dialog", name="Keys")).to_be_hidden()

    field = in_sight(page.locator("#studio-sketch .group-row input").nth(1))
    before = field.input_value()
    field.fill("7")
    expect(page.locator("#studio-undo")).to_be_enabled()
    keys.press("Tab")  # in the field itself the browser takes back what was typed
    keys.press("Control+z")
    expect(field).to_have_value(before)
    expect(page.locator("#studio-redo")).to_be_enabled()
    keys.press("Control+y")
    expect(field).to_have_value("7")
    expect(page.locator("#studio-name")).to_contain_text("5 → 7")

    page.evaluate("document.activeElement.blur()")
    keys.press("/")
    page.wait_for_url("**/questions*")
    page.wait_for_selector("main #questions-search:focus")
    assert page.evaluate("document.documentElement.dataset.welcomed") == "yes"
    expect(page.locator("#questions-recent")).to_contain_text("machines of “fast” 5 → 7")
    keys.type("gang i/o")
    expect(page.get_by_role("status")).to_have_text(re.compile(r"^\d of \d+ found$"))
    expect(page.locator(".card:visible")).to_have_count(1)
    keys.type(" zzz")
    expect(page.locator("#questions-nothing")).to_be_visible()
    for _ in " zzz":
        keys.press("Backspace")
    page.get_by_role("link", name="Why does gang scheduling waste I/O time?").click()
    expect(page.get_by_role("tab", name="Profile")).to_have_attribute("aria-selected", "true")


def test_what_the_browser_keeps_may_be_anybodys(browser: Browser, address: str) -> None:
    odd = [{"title": 3, "link": "abc"}, {"title": "x", "link": 'a"b'}, None]
    kept = [{"title": "<img src=x onerror=alert(1)>", "link": "abc"}, *odd]
    with browser.new_context() as alone:  # where no page of another test keeps anything
        page = alone.new_page()
        page.goto(address + "healthz/web")
        page.evaluate("text => localStorage.setItem('shell-recent', text)", json.dumps(kept))
        page.goto(address + "questions")
        expect(page.locator("#questions-recent li")).to_have_count(1)
        expect(page.locator("#questions-recent li")).to_contain_text("<img src=x")


@pytest.mark.parametrize("name", ["convoy", "kumar-two-jobs"])
def test_a_study_that_opens_on_another_tab_is_seen_at_once(watched: Page, address: str, name: str) -> None:
    """Its first answer has no curves, and the live page draws none: no clock has to take the first one away."""
    watched.add_init_script(
        "const later = setTimeout; setTimeout = (done, ms, ...more) => later(done, ms < 2e4 ? ms : 1e9, ...more);"
    )
    watched.goto(f"{address}?s={to_link(EXAMPLES[name])}")
    until_live(watched)
    expect(watched.locator("#studio-run")).to_be_visible()
