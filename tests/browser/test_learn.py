"""Lessons in the browser: each kind of prediction, and a lesson by keyboard alone from the list to the hand-in."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import violations

pytestmark = pytest.mark.browser

MOST_STOPS = 120
"""Presses of Tab within which everything on a lesson has to be reached."""


def open_lesson(page: Page, address: str, kind: str) -> None:
    page.goto(f"{address}learn/test-{kind}")
    expect(page.locator("#learn-progress")).to_have_text("Step 1 of 8: Aim")


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until what *selector* says has the focus."""
    for _ in range(MOST_STOPS):
        page.keyboard.press("Tab")
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
    raise AssertionError(f"no way to {selector} by Tab")


def go_to(page: Page, selector: str) -> None:
    tab_to(page, selector)
    page.keyboard.press("Enter")


def test_a_whole_lesson_by_keyboard_alone(watched: Page, address: str) -> None:
    watched.goto(f"{address}learn")
    go_to(watched, "a[href='/learn/test-ordering']")
    places = watched.locator(".learn-place")
    expect(places).to_have_text(["busy", "idle", "middle"])
    go_to(watched, "#learn-down-0")
    expect(places).to_have_text(["idle", "busy", "middle"])
    expect(watched.locator("#learn-moved")).to_have_text("busy is now at place 2 of 3.")
    expect(watched.locator("#learn-down-1")).to_be_focused()  # it went with the entry
    watched.keyboard.press("Enter")
    expect(places).to_have_text(["idle", "middle", "busy"])
    assert watched.locator("#studio-curves").count() == 0
    go_to(watched, "#learn-fix")
    expect(watched.locator("#learn-head-run")).to_be_focused()
    expect(watched.locator("#studio-run")).to_be_visible()
    go_to(watched, "#studio-run")
    expect(watched.locator("#studio-progress-text")).to_contain_text("18 of 18 cells")
    go_to(watched, "#learn-reveal")
    expect(watched.locator("#learn-outcome-head")).to_be_focused()
    expect(watched.locator(".learn-sentence")).to_contain_text("Measured order: idle, middle, busy.")
    expect(watched.locator(".learn-sentence")).to_contain_text("Your order is right.")
    expect(watched.locator("#learn-explained-0 .scatterlayer .trace").first).to_be_visible()
    tab_to(watched, "#learn-step-questions input")
    watched.keyboard.type("300")
    go_to(watched, "[aria-label='Check answer 1']")
    replies = watched.locator(".learn-reply")
    expect(replies.first).to_have_text("✕ Not right. 300 s is too low. Try again.")
    watched.keyboard.press("Shift+Tab")
    watched.keyboard.press("ControlOrMeta+A")
    watched.keyboard.type("400")
    go_to(watched, "[aria-label='Check answer 1']")
    expect(replies.first).to_have_text("✓ Right, at the second try. Each gets a quarter.")
    tab_to(watched, "#learn-step-questions [type=radio]")
    watched.keyboard.press("Space")
    watched.keyboard.press("ArrowDown")
    go_to(watched, "[aria-label='Check answer 2']")
    expect(replies.last).to_have_text("✓ Right. It is fast.")
    tab_to(watched, "#learn-nickname")
    watched.keyboard.type("Ada")
    link = watched.locator("#learn-link")
    expect(link).to_have_value(re.compile("/handed-in"))
    before = link.input_value()
    go_to(watched, "#learn-copy")
    expect(watched.locator("#learn-copied")).not_to_be_empty()
    expect(link).not_to_have_value(before)  # the name is in it
    watched.goto(link.input_value())
    expect(watched.locator("main")).to_contain_text("Ada: A lesson of ordering")
    expect(watched.get_by_role("region", name="Answers")).to_contain_text("✓ right")
    watched.goto(f"{address}learn")
    expect(watched.locator("li", has_text="A lesson of ordering").locator(".learn-mark")).to_have_text("✓ done")


def test_a_number_on_a_narrow_page(watched: Page, address: str) -> None:
    watched.set_viewport_size({"width": 390, "height": 844})
    watched.emulate_media(color_scheme="dark")
    open_lesson(watched, address, "number")
    field, fix = watched.get_by_role("textbox", name="Your prediction"), watched.locator("#learn-fix")
    field.fill("500")
    fix.click()
    expect(watched.locator("#learn-predict-said")).to_have_text("From 0 to 200 is allowed.")
    slider = watched.get_by_role("slider")
    slider.press("ArrowRight")  # from the middle
    expect(field).to_have_value("102")
    field.fill("40")
    expect(slider).to_have_attribute("aria-valuenow", "40")
    assert violations(watched) == []
    fix.click()
    watched.locator("#learn-reveal").click()  # nobody has to run what is missing
    expect(watched.locator(".learn-sentence")).to_contain_text("You predicted 40 %.")
    expect(watched.locator("#studio-verdict")).to_contain_text("SED has the shortest")  # the tool has heard of it
    expect(watched.locator("#learn-progress")).to_have_text("Step 5 of 8: Reveal")
    watched.get_by_role("link", name="6 Explanation").click()
    expect(watched.locator("#learn-progress")).to_have_text("Step 6 of 8: Explanation")
    expect(watched.locator(".learn-rail [aria-current=step]")).to_have_attribute("data-step", "explanation")
    expect(watched.locator("#learn-explained-0 .scatterlayer .trace").first).to_be_visible()
    assert violations(watched) == []
    assert watched.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    watched.reload()
    expect(watched.locator(".learn-sentence")).to_contain_text("You predicted 40 %.")
    expect(watched.locator("body")).to_be_focused()  # nothing jumps where nobody has pressed anything
    watched.get_by_text("Start over").click()
    watched.get_by_role("button", name="Delete my work in this lesson").click()
    expect(watched.locator("#learn-progress")).to_have_text("Step 1 of 8: Aim")
    expect(field).to_have_value("")


def test_a_curve_is_drawn_typed_and_moved(watched: Page, address: str) -> None:
    open_lesson(watched, address, "curve")
    watched.locator("#learn-fix").click()
    said = watched.locator("#learn-predict-said")
    expect(said).to_have_text("The curve has no height yet at 0.5, 1, 1.5.")
    watched.get_by_text("Type the heights", exact=True).click()
    heights = watched.locator(".learn-heights input")
    box = watched.locator("#learn-drawing svg").bounding_box()
    assert box is not None
    x, y, width, height = box["x"], box["y"], box["width"], box["height"]
    watched.mouse.move(x + 0.15 * width, y + 0.7 * height)
    watched.mouse.down()
    watched.mouse.move(x + 0.98 * width, y + 0.1 * height, steps=4)
    watched.mouse.up()
    expect(heights.first).not_to_have_value("")
    drawn = [int(one.input_value()) for one in heights.all()]
    assert drawn == sorted(drawn)
    assert drawn[0] < drawn[-1]
    heights.first.fill("100")
    first = watched.get_by_role("slider", name="At 0.5")
    expect(first).to_have_attribute("aria-valuetext", "100 s")
    first.press("Shift+ArrowUp")
    expect(heights.first).to_have_value("150")
    watched.keyboard.press("ArrowRight")
    expect(watched.get_by_role("slider", name="At 1", exact=True)).to_be_focused()
    watched.reload()
    expect(heights.first).to_have_value("150")  # nothing is lost
    watched.locator("#learn-fix").click()
    expect(heights.first).to_be_disabled()
    watched.get_by_role("button", name="Change my prediction").click()
    expect(heights.first).to_be_enabled()


def test_a_scenario_of_the_lesson_goes_into_the_sketch_and_comes_back(watched: Page, address: str) -> None:
    open_lesson(watched, address, "number")
    watched.get_by_role("button", name="Skip the prediction").click()
    title = "The same with eight fast machines"
    expect(watched.locator("#studio-cost")).to_contain_text("18 cells")
    values = watched.get_by_label("Values of: Arrival rate (jobs per 1000 s)")
    values.fill("0.5, 1")
    expect(watched.locator("#studio-cost")).to_contain_text("12 cells")
    watched.get_by_role("button", name=title).click()
    expect(watched.locator("#learn-opened-said")).to_have_text(f"“{title}” is in the sketch.")
    expect(values).to_have_value("0.5, 1, 1.5")
    watched.get_by_role("button", name="Undo").click()
    expect(values).to_have_value("0.5, 1")
    expect(watched.locator("#studio-cost")).to_contain_text("12 cells")
    expect(watched).to_have_url(re.compile("/learn/test-number"))
    watched.reload()
    expect(values).to_have_value("0.5, 1")  # the address has it
