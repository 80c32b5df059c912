"""A pointer that rests on a tab has its pictures fetched before it presses; what changes until then is not lost."""

import pytest
from playwright.sync_api import Page, Request, expect

from tests.browser.conftest import open_studio

pytestmark = pytest.mark.browser

SLOWER, LATER = 6, 300
"""How many times slower the processor of the page is, and ms that each way to the server takes."""


def asks_for_fairness(request: Request) -> bool:
    """Whether a *request* is that for the Lorenz curves."""
    return "_dash-update-component" in request.url and "studio-lorenz" in (request.post_data or "")


def slow_down(page: Page) -> None:
    """A machine that has other work to do, far away from the server."""
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    session.send("Network.enable")
    away = {"offline": False, "latency": LATER, "downloadThroughput": -1, "uploadThroughput": -1}
    session.send("Network.emulateNetworkConditions", away)


def test_what_a_pointer_rests_on_is_fetched_and_what_changes_until_it_presses_is_shown(
    page: Page, address: str
) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if asks_for_fairness(request) else None)
    open_studio(page, address)
    page.wait_for_timeout(2_000)  # panels are fetched when nothing else is to be done
    slow_down(page)
    tab = page.get_by_role("tab", name="Fairness")
    with page.expect_response(lambda response: asks_for_fairness(response.request), timeout=60_000):
        tab.hover()
    expect(page.locator("#studio-lorenz")).to_be_hidden()  # it is there, and another tab is open
    expect(page.get_by_role("tab", name="Curves")).to_have_attribute("aria-selected", "true")

    page.locator("#studio-curves").hover()
    before = len(asked)
    page.locator("#studio-shown-policies-row .mantine-Chip-root").filter(has_text="FCFS").first.click()
    expect(page.locator("#studio-curves .legendtext").filter(has_text="FCFS")).to_have_count(0, timeout=60_000)
    assert len(asked) == before, "a tab that is not open follows what is switched off"
    tab.click()
    page.locator("#studio-lorenz .scatterlayer .trace").first.wait_for(timeout=60_000)
    expect(page.locator("#studio-lorenz").get_by_text("FCFS")).to_have_count(0, timeout=60_000)


def test_a_tab_that_was_rested_on_is_not_asked_for_again(page: Page, address: str) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if asks_for_fairness(request) else None)
    open_studio(page, address)
    page.wait_for_timeout(2_000)
    tab = page.get_by_role("tab", name="Fairness")
    with page.expect_response(lambda response: asks_for_fairness(response.request), timeout=60_000):
        tab.hover()
    page.wait_for_timeout(500)
    tab.click()
    page.locator("#studio-lorenz .scatterlayer .trace").first.wait_for(timeout=60_000)
    page.wait_for_timeout(500)
    assert len(asked) == 1
