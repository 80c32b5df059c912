"""From a question to a link that somebody else opens, by keys alone and on a narrow screen: the focus is never lost."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import until_live

pytestmark = pytest.mark.browser

SAID = "const one = document.activeElement; return one.ariaLabel || one.textContent"
BELOW = "document.activeElement.getBoundingClientRect().bottom > document.querySelector('.sheet-bar').offsetTop"
MOST = 150


def go_to(page: Page, wanted: str) -> None:
    """Press Tab until something has the focus that is called *wanted*, or more."""
    for _ in range(MOST):
        page.keyboard.press("Tab")
        if page.evaluate(f"(() => {{ {SAID} }})()").startswith(wanted):
            return
    pytest.fail(f"{wanted} is not reached by Tab")


def test_from_a_question_to_a_link_without_a_mouse(watched: Page, address: str, browser: Browser) -> None:
    page, keys = watched, watched.keyboard
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{address}questions")
    page.wait_for_selector("main #questions-search")
    keys.press("/")
    go_to(page, "Does it pay to upgrade")
    keys.press("Enter")
    page.wait_for_url("**/?s=*")
    until_live(page)

    go_to(page, "Skip to the sketch")
    keys.press("Enter")
    go_to(page, "Edge: Machines of “slow”")
    keys.press("ArrowUp")
    expect(page.locator("#studio-name")).to_contain_text("25 → 26")
    for key, name in (("Control+z", "system 1"), ("Control+y", "25 → 26")):
        keys.press(key)
        expect(page.locator("#studio-name")).to_contain_text(name)
        page.wait_for_function("document.activeElement.dataset.path === 'cluster.groups.1.count'")  # in another form
    keys.press("Control+Enter")
    expect(page.locator("#answer")).to_be_focused()  # and not nothing: the sketch is away
    expect(page.locator("#studio-fingerprint")).to_contain_text(re.compile("fingerprint [0-9a-f]{16}"))
    page.wait_for_selector("#studio-curves .scatterlayer .trace")
    expect(page.locator(".answer")).not_to_have_class(re.compile("previewing|awaiting|older"))
    page.wait_for_timeout(500)  # nothing moves any more
    go_to(page, "Pin")
    if page.evaluate(BELOW):  # something came after it had the focus
        keys.press("Shift+Tab")
        keys.press("Tab")
    assert not page.evaluate(BELOW)  # the bar at the bottom covers it
    keys.press("Enter")
    expect(page.get_by_role("button", name="Unpin")).to_be_focused()
    keys.press("p")
    expect(page.get_by_role("button", name="Pin", exact=True)).to_be_focused()
    keys.press("Alt+p")  # as in a field
    expect(page.get_by_role("button", name="Unpin")).to_be_focused()

    go_to(page, "Skip to the sketch")
    keys.press("Enter")
    go_to(page, "Edge: Speed factor of “slow”")
    keys.press("ArrowUp")
    expect(page.locator("#studio-name")).to_contain_text("4 → 3.5")
    go_to(page, "Skip to the answer")
    keys.press("Enter")
    go_to(page, "Compare")
    expect(page.locator(".chip-said:popover-open")).to_have_count(0)  # tooltips are of chips
    keys.press("Enter")
    page.wait_for_url("**/compare?a=*")
    expect(page.locator("#page, main").first).to_contain_text("4 → 3.5")

    go_to(page, "Share")
    keys.press("Enter")
    go_to(page, "Copy link")
    keys.press("Enter")
    expect(page.get_by_text("Copied.")).to_be_visible()
    link = page.evaluate("navigator.clipboard.readText()")
    keys.press("Escape")
    expect(page.get_by_text("Copied.")).to_be_hidden()
    with browser.new_context() as other:
        seen = other.new_page()
        seen.goto(link)
        expect(seen.get_by_text("25 → 26").first).to_be_visible()
