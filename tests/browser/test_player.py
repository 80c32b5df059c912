"""The player of a replication as time passes, on a page with much else to do as well."""

import re

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

SLOWER = 6
LEAST = 8
"""Pictures per second that a page has to keep up beside other work; a player that goes by way of Dash shows one."""

LINE = "document.querySelector('#studio-schedule .js-plotly-plot').layout.shapes[0].x0"
COUNT = """() => {
  window.drawn = 0;
  const isLine = ({ target }) => target.matches(".shapelayer path[data-index='0']"); // also of a picture drawn anew
  new MutationObserver((found) => (window.drawn += found.some(isLine))).observe(
    document.getElementById("studio-schedule"), { attributes: true, subtree: true });
}"""


def played(page: Page, pace: str) -> None:
    page.get_by_role("tab", name="Schedule", exact=True).click()
    page.wait_for_selector("#studio-schedule .shapelayer path[data-index='0']", state="attached")
    expect(page.locator("#studio-instant")).to_contain_text("Event 1 of")
    page.locator("#studio-pace").get_by_text(pace).click()
    page.evaluate(COUNT)
    page.get_by_role("button", name="▶ Play").click()


def test_time_passes_to_the_last_event(studio: Page) -> None:
    played(studio, "20×")
    expect(studio.locator("#studio-play")).to_contain_text("Pause")
    expect(studio.locator("#studio-play")).to_contain_text("Play")
    expect(studio.locator("#studio-instant")).to_contain_text("Event 120 of 120")
    thumb = studio.get_by_role("slider", name="Event")
    expect(thumb).to_have_attribute("aria-valuenow", "119")
    expect(studio).to_have_url(re.compile("step=120"))  # all else knows where it stands
    at_the_end = studio.evaluate(LINE)
    studio.get_by_role("button", name="Previous step").click()
    expect(studio.locator("#studio-instant")).to_contain_text("Event 119 of 120")
    studio.wait_for_function(f"end => {LINE} < end", arg=at_the_end)


def test_the_line_moves_smoothly_though_the_page_is_slow(studio: Page) -> None:
    session = studio.context.new_cdp_session(studio)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    played(studio, "1×")
    expect(studio.locator("#studio-play")).to_contain_text("Pause")
    before, began = studio.evaluate("[window.drawn, performance.now()]")
    studio.wait_for_timeout(3000)
    after, ended = studio.evaluate("[window.drawn, performance.now()]")
    assert (after - before) * 1000 / (ended - began) >= LEAST
    studio.get_by_role("button", name="❚❚ Pause").click()
    expect(studio.locator("#studio-play")).to_contain_text("Play")
    still = studio.evaluate(LINE)
    studio.wait_for_timeout(500)
    assert studio.evaluate(LINE) == still
