"""The Studio on a phone: two sheets, and a bar with Run and the curves in small below both."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import in_sight, open_studio, violations

pytestmark = pytest.mark.browser

SMALL = """() => [...document.querySelectorAll("button, input, summary, [role=tab], [role=slider]")].filter((one) => {
  const { width, height } = one.getBoundingClientRect();
  const isSeen = width && height && getComputedStyle(one).visibility !== "hidden" && !one.closest(".visually-hidden");
  return isSeen && (width < 24 || height < 24) && !one.matches("[type=checkbox], .mantine-NumberInput-control");
}).map((one) => one.outerHTML.slice(0, 120))"""


def curve(page: Page) -> str:
    """The small curves of the bar, as they are drawn."""
    return page.locator(".sheet-curve").inner_html()


def held_by_a_finger(page: Page, edge: Locator) -> float:
    """How far the picture of an *edge* has gone, px, while a finger holds it and a line comes above."""
    edge.scroll_into_view_if_needed()
    box = edge.bounding_box()
    assert box is not None
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    session = page.context.new_cdp_session(page)
    top = "document.querySelector('.sketch svg:has([role=slider])').getBoundingClientRect().top"
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    before = page.evaluate(top)
    page.evaluate("document.querySelector('.sketch-head').insertAdjacentHTML('afterend', '<p id=line>A line</p>')")
    page.wait_for_timeout(200)  # frames, in which the page goes along or not
    after = page.evaluate(top)
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.evaluate("document.getElementById('line').remove()")
    return float(after - before)


def test_a_sketch_is_changed_and_run_on_a_phone_and_the_answer_comes_by_itself(watched: Page, address: str) -> None:
    watched.set_viewport_size({"width": 390, "height": 844})
    watched.context.new_cdp_session(watched).send("Emulation.setTouchEmulationEnabled", {"enabled": True})
    open_studio(watched, address)
    sketch, answer = (watched.get_by_role("tab", name=name, exact=True) for name in ("Sketch", "Answer"))
    expect(answer).to_have_attribute("aria-selected", "true")
    box = watched.locator("#studio-curves .nsewdrag").first.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] < 844 - 60  # all of it above the bar
    answer.press("ArrowLeft")
    expect(sketch).to_be_focused()
    speed = watched.locator("input[id*='cluster.groups.1.speed_factor']")
    expect(in_sight(speed)).to_be_visible()
    expect(watched.locator("#studio-verdict")).to_be_hidden()
    assert abs(held_by_a_finger(watched, watched.get_by_role("slider", name="Edge: Machines of “fast”"))) < 1
    before = curve(watched)
    speed.fill("2")
    watched.wait_for_function("before => document.querySelector('.sheet-curve').innerHTML !== before", arg=before)
    assert watched.evaluate(SMALL) == []
    assert violations(watched) == []
    assert watched.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    watched.get_by_role("button", name="Run", exact=True).click()
    expect(answer).to_have_attribute("aria-selected", "true")
    expect(watched.locator("#studio-progress-text")).to_contain_text(" cells in ")
    expect(watched.get_by_role("button", name="Run", exact=True)).to_be_enabled()
    assert violations(watched) == []
    watched.set_viewport_size({"width": 1280, "height": 800})
    expect(speed).to_be_visible()
    expect(sketch).to_be_hidden()
