"""Every page works under the content security policy that the server sends."""

import pytest
from playwright.sync_api import Browser, expect

from components.sketches.link import to_link
from engine.study.registry import EXAMPLES, FAMILIES
from tests.browser.conftest import until_calm

pytestmark = pytest.mark.browser

FIRST = {family: next(iter(known.examples)) for family, known in FAMILIES.items()}


@pytest.mark.parametrize("family", FIRST)
def test_all_tabs_of_a_family(browser: Browser, address: str, family: str) -> None:
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page, trouble = context.new_page(), list[str]()
    page.on("console", lambda message: trouble.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: trouble.append(str(error)))
    answer = page.goto(f"{address}?s={to_link(EXAMPLES[FIRST[family]])}")
    assert answer is not None
    assert "script-src 'self'" in answer.headers["content-security-policy"]
    expect(page.locator("#studio-curves .scatterlayer .trace").first).to_be_visible()
    for tab in page.get_by_role("tab").all():
        if tab.is_visible():
            tab.click()
            panel = page.locator('[role="tabpanel"]:visible')
            expect(panel).not_to_be_empty()
            page.wait_for_timeout(1000)
    context.close()
    assert trouble == []


@pytest.mark.parametrize("path", ["compare", "status", "papers", "papers/zhang-2001"])
def test_other_pages(browser: Browser, address: str, path: str) -> None:
    context = browser.new_context()
    page, trouble = context.new_page(), list[str]()
    page.on("console", lambda message: trouble.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: trouble.append(str(error)))
    page.goto(f"{address}{path}")
    expect(page.locator("#react-entry-point").get_by_role("heading", level=1)).to_be_visible()  # not of a first picture
    until_calm(page)
    context.close()
    assert trouble == []


def test_the_status_page_says_that_all_is_well(watched, address: str) -> None:
    watched.goto(f"{address}status")
    expect(watched.locator("#status-words")).to_contain_text("All is well: 1 worker")
    expect(watched.locator("#status-workers")).to_contain_text("0.")
    watched.set_viewport_size({"width": 390, "height": 844})
    assert watched.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
