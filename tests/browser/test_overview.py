"""A window of a run is brushed in its overview, with a pointer and with keys; on a slow computer, too."""

import pytest
from playwright.sync_api import CDPSession, Page, expect

from components.sketches.link import to_link
from tests.browser.conftest import until_live, violations
from tests.browser.test_coscheduling import SCENARIO
from tests.browser.test_replay_pictures import CLICKS

pytestmark = pytest.mark.browser

SLOWER, LATENCY = 6, 300
"""Times slower, and ms."""

SETTLED = 120_000
"""ms that it may take then."""


def slow_down(page: Page) -> CDPSession:
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    session.send("Network.enable")
    speed = {"offline": False, "latency": LATENCY, "downloadThroughput": -1, "uploadThroughput": -1}
    session.send("Network.emulateNetworkConditions", speed)
    return session


def drag(page: Page, start: float, stop: float) -> None:
    """From one part of the strip to another."""
    box = page.locator("#studio-overview .overview-track").bounding_box()
    assert box is not None
    y = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + start * box["width"], y)
    page.mouse.down()
    page.mouse.move(box["x"] + stop * box["width"], y, steps=3)
    page.mouse.up()


MARKED = """() => [
  document.getElementById("studio-waiting").className,
  getComputedStyle(document.getElementById("studio-timeline").closest(".picture"), "::after").content,
]"""
"""Whether something is waited for, and the words over the picture that stands there meanwhile."""


@pytest.mark.parametrize(("width", "scheme", "is_slow"), [(1280, "light", False), (390, "dark", True)])
def test_a_window_is_brushed_moved_and_made_longer(
    watched: Page, address: str, width: int, scheme: str, is_slow: bool
) -> None:
    page = watched
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(f"{address}?s={to_link(SCENARIO)}&tab=timeline")
    until_live(page)
    words, text = page.locator("#studio-overview-words"), page.locator("#studio-timeline-text")
    window = page.get_by_role("slider", name="Window of the run")
    expect(text).to_contain_text("PB, nodes 1 to 8, 0 s to", timeout=90_000)
    expect(words).to_contain_text("Shown: the whole run.")
    assert violations(page) == []
    slowed = slow_down(page) if is_slow else None
    page.locator("#studio-overview").scroll_into_view_if_needed()

    drag(page, 0.2, 0.6)
    expect(words).to_contain_text("Asked for: 0.54 s to 1.63 s.")
    drag(page, 0.4, 0.5)  # from the window that was asked for, which is not there yet
    expect(words).to_contain_text("Asked for: 0.81 s to 1.9 s.")
    if is_slow:  # what stands there says that it is another one
        expect(page.locator("#studio-waiting")).to_have_class("waiting")
        state, words_over_it = page.evaluate(MARKED)
        assert (state == "waiting") == ("…" in words_over_it)
    expect(text).to_contain_text("0.81 s to 1.9 s", timeout=SETTLED)
    expect(words).to_contain_text("Shown: 0.81 s to 1.9 s.", timeout=SETTLED)
    expect(page.locator("#studio-waiting")).to_have_class("hidden")
    expect(page.locator("#studio-since")).to_have_value("0.81")
    if slowed:  # from here on only the network is: the browser burns the time that it takes from a page
        slowed.send("Emulation.setCPUThrottlingRate", {"rate": 1})

    window.focus()
    page.keyboard.press("Home")
    page.keyboard.press("Shift+ArrowLeft")
    expect(text).to_contain_text("0 s to 0.981 s", timeout=SETTLED)
    expect(window).to_have_attribute("aria-valuetext", "0 s to 0.981 s, of 2.71935 s")
    page.evaluate(CLICKS, ["Later", 3])  # at once: none of them is lost
    expect(page.locator("#studio-since")).to_have_value("1.473")
    expect(text).to_contain_text("1.473 s to 2.454 s", timeout=SETTLED)
    page.get_by_text("Table of the overview").click()
    expect(page.locator("#studio-overview-table tbody tr")).to_have_count(240)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_jobs_are_brushed_with_a_finger(watched: Page, address: str) -> None:
    page = watched
    page.goto(f"{address}?tab=schedule")
    until_live(page)
    first = page.get_by_label("From job")
    expect(page.locator("#studio-overview-words")).to_contain_text("Shown: jobs 1 to 60.", timeout=90_000)
    box = page.locator("#studio-overview .overview-track").bounding_box()
    assert box is not None
    session = page.context.new_cdp_session(page)

    def touch(kind: str, *places: float) -> None:
        points = [{"x": box["x"] + place * box["width"], "y": box["y"] + 20} for place in places]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", 0.5)
    touch("touchEnd")  # a touch: the window comes there
    expect(first).to_have_value("4971")
    touch("touchStart", 0.5)
    touch("touchMove", 0.6)
    touch("touchMove", 0.75)
    touch("touchEnd")
    expect(first).to_have_value("7471")
    expect(page.locator("#studio-schedule-text")).to_contain_text("from job 7471 on", timeout=SETTLED)
    expect(page.locator("#studio-overview-words")).to_contain_text("Shown: jobs 7\u2009471 to 7\u2009530.")
