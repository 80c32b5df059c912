"""Presenter mode: the answer in large type, by keys alone."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import open_studio

pytestmark = pytest.mark.browser

DRAWN = """id => {
  const picture = document.querySelector("#" + id + " .js-plotly-plot");
  const scale = (one) => Math.hypot(one.getScreenCTM().a, one.getScreenCTM().b);
  const font = (one) => parseFloat(getComputedStyle(one).fontSize) * scale(one);
  const width = (one) => parseFloat(one.style.strokeWidth) * scale(one);
  const rounded = (one) => Math.round(10 * one) / 10;
  return {
    ticks: rounded(font(picture.querySelector(".xtick text"))),
    title: rounded(font(picture.querySelector(".xtitle"))),
    lines: Array.from(picture.querySelectorAll(".js-line"), width).filter((one) => one > 0).map(rounded),
  };
}"""
"""Sizes of the type and of the lines of a picture, in pixels of the screen."""

TOKEN = """() => {
  const picture = document.querySelector("#studio-state-diagram .js-plotly-plot");
  const token = picture.data[picture.layout.meta.token];
  return [token.x[0], token.y[0]];
}"""
"""Where the mark of the player is in the diagram of mapping states."""


def drawn(page: Page, picture: str = "studio-curves") -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate(DRAWN, picture)
    return found


def fits(page: Page) -> bool:
    """Whether nothing has to be scrolled sideways."""
    found: bool = page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    return found


@pytest.fixture
def projector(watched: Page, address: str) -> Page:
    """The Studio on a projector."""
    watched.set_viewport_size({"width": 1280, "height": 720})
    open_studio(watched, address)
    return watched


@pytest.fixture
def presented(watched: Page, address: str) -> Page:
    """The same, presented by its address, for somebody who wants no motion."""
    watched.set_viewport_size({"width": 1280, "height": 720})
    watched.emulate_media(reduced_motion="reduce")
    watched.goto(f"{address}?present=1")
    watched.wait_for_selector("#studio-curves .scatterlayer .trace", state="attached")
    return watched


def test_it_is_entered_and_left_by_keyboard_and_then_all_is_as_it_was(projector: Page) -> None:
    page, before = projector, drawn(projector)
    page.get_by_role("button", name="Present").focus()
    page.keyboard.press("Enter")
    for away in ("#studio-sketch", ".page-head", ".page-foot", "[role=tablist]", "#studio-metric"):
        expect(page.locator(away)).to_be_hidden()
    expect(page.locator(".presenter-head")).to_contain_text("system 1")
    expect(page.locator(".presenter-keys")).to_contain_text("R reveal")
    page.wait_for_function(f"width => ({DRAWN})('studio-curves').lines[0] > width", arg=before["lines"][0])
    now = drawn(page)
    assert now["ticks"] == pytest.approx(1.6 * before["ticks"], abs=0.1)
    assert now["title"] == pytest.approx(1.6 * before["title"], abs=0.1)
    assert now["lines"] == pytest.approx([2 * width for width in before["lines"]], abs=0.1)
    assert fits(page)
    page.keyboard.press("Escape")
    expect(page.locator("#studio-sketch")).to_be_visible()
    expect(page.get_by_role("button", name="Present")).to_be_focused()
    page.wait_for_function(f"width => ({DRAWN})('studio-curves').lines[0] <= width", arg=before["lines"][0])
    assert drawn(page) == before
    assert "present" not in page.url


def test_curves_and_words_are_hidden_until_asked(presented: Page) -> None:
    page = presented
    curve, words = page.locator("#studio-curves .scatterlayer .js-line").last, page.locator("#studio-verdict")
    expect(curve).to_be_hidden()
    expect(words).to_be_hidden()
    assert "SED-NU, FCFS?" in page.locator("[data-question]").get_attribute("data-question")  # type: ignore[operator]
    page.keyboard.press("r")
    expect(curve).to_be_visible()
    expect(page.locator(".board.sweep")).to_be_hidden()  # it is not enlarged with the picture
    expect(words).to_be_hidden()
    page.keyboard.press("r")
    expect(words).to_be_visible()
    expect(page.locator("#studio-curves-text")).to_be_visible()
    expect(page.locator("#studio-notes")).to_be_hidden()
    page.keyboard.press("r")
    expect(curve).to_be_hidden()
    expect(words).to_be_hidden()


def test_a_bar_does_what_keys_do_for_whoever_has_none(presented: Page) -> None:
    page, bar = presented, presented.get_by_role("toolbar", name="Presenter mode")
    page.mouse.move(300, 300)
    bar.get_by_role("button", name="Reveal").click()
    expect(page.locator("#studio-curves .scatterlayer .js-line").last).to_be_visible()
    page.mouse.move(300, 310)
    bar.get_by_role("button", name="Next tab").focus()  # it hides where nothing moves for long, as on a busy machine
    bar.get_by_role("button", name="Next tab").click()
    expect(page.locator(".presenter-head")).to_contain_text("Why? · ")
    page.mouse.move(300, 320)
    bar.get_by_role("button", name="Leave").focus()
    bar.get_by_role("button", name="Leave").click()
    expect(page.locator(".page-head")).to_be_visible()
    expect(bar).to_have_count(0)


def test_keys_turn_to_the_next_tab_step_and_play(presented: Page) -> None:
    page = presented
    page.keyboard.press("t")
    expect(page.locator(".presenter-head")).to_contain_text("Why? · ")
    page.keyboard.press("t")
    expect(page.locator(".presenter-head")).to_contain_text("Mapping states · SED")
    expect(page.locator("#studio-instant")).to_contain_text("Event 1 of")
    page.wait_for_function(f"() => {{ try {{ return ({TOKEN})(); }} catch {{ return null; }} }}")
    before = page.evaluate(TOKEN)
    page.keyboard.press("ArrowRight")
    expect(page.locator("#studio-instant")).to_contain_text("Event 2 of")
    page.wait_for_function(f"before => ({TOKEN})().join() !== before.join()", arg=before)
    meta = page.evaluate("document.querySelector('#studio-state-diagram .js-plotly-plot').layout.meta")
    assert page.evaluate(TOKEN) in [list(place) for place in zip(meta["x"], meta["y"], strict=True)]  # it jumps
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#studio-instant")).to_contain_text("Event 1 of")
    page.keyboard.press("Space")
    expect(page.locator("#studio-instant")).to_contain_text(re.compile(r"Event ([3-9]|\d\d+) of"))  # it plays
    page.keyboard.press("Space")
    page.keyboard.press("t")
    page.wait_for_selector("#studio-schedule .shapelayer path, #studio-schedule .barlayer path", state="attached")
    assert drawn(page, "studio-schedule")["ticks"] == pytest.approx(1.6 * 14, abs=0.1)  # drawn while presenting
    assert fits(page)
    for _ in range(3):
        page.keyboard.press("Shift+T")
    expect(page.locator(".presenter-head")).to_contain_text("Curves · Mean response time")
    page.keyboard.press("m")
    expect(page.locator(".presenter-head")).not_to_contain_text("Mean response time")


def test_keys_of_the_browser_are_left_to_it(presented: Page) -> None:
    presented.keyboard.press("Control+ArrowRight")
    presented.keyboard.press("Alt+t")
    expect(presented.locator(".presenter-head")).to_contain_text("Curves")
    presented.evaluate("window.addEventListener('keydown', (event) => (window.taken = event.defaultPrevented))")
    presented.keyboard.press("PageDown")
    assert presented.evaluate("window.taken") is False
    presented.keyboard.press("r")
    assert presented.evaluate("window.taken") is True


def test_a_comparison_and_a_page_of_papers_can_be_presented(watched: Page, address: str) -> None:
    watched.set_viewport_size({"width": 1280, "height": 720})
    watched.goto(f"{address}compare?present=1")
    watched.wait_for_selector("#compare-overlay .scatterlayer .trace", state="attached")
    expect(watched.locator(".compare-sides")).to_be_hidden()
    expect(watched.locator("#compare-findings")).to_be_hidden()
    watched.keyboard.press("r")
    watched.keyboard.press("r")
    expect(watched.locator("#compare-findings")).to_be_visible()
    assert fits(watched)
    watched.goto(f"{address}papers?present=1")
    expect(watched.locator(".presenter-head")).not_to_be_empty()
    expect(watched.locator(".page-head")).to_be_hidden()
    assert fits(watched)


def test_fields_that_are_chosen_for_the_lecture_are_drawn_large_and_the_curves_follow(projector: Page) -> None:
    page = projector
    page.get_by_role("button", name="Present").click()
    strip = page.locator(".lecture")
    expect(strip).to_be_hidden()
    page.keyboard.press("c")
    choice = page.get_by_role("dialog", name="Controls for the lecture")
    speed = "Speed factor of “slow”"
    for name in (speed, "Machines of “slow”", "Machines of “fast”"):
        choice.get_by_label(name, exact=True).check()
    expect(choice.get_by_label("Jobs", exact=True)).to_be_disabled()  # three are enough
    choice.get_by_role("button", name="Done").click()
    slider = strip.get_by_role("slider", name=speed)
    slider.press("Home")
    expect(strip.get_by_role("textbox", name=speed)).to_have_value("1")  # what the model allows
    expect(page.locator(".answer.previewing")).to_be_attached()
    expect(page.locator("input[id*='cluster.groups.1.speed_factor']")).to_have_value("1")
    strip.get_by_role("button", name="More: Machines of “slow”").click()
    expect(page.locator("input[id*='cluster.groups.1.count']")).to_have_value("26")
    assert fits(page)
    assert "pins=cluster.groups.1.speed_factor" in page.url
    expect(page.locator("#studio-name")).to_contain_text("25 → 26")  # so does the address
    page.reload()
    expect(strip.get_by_role("slider")).to_have_count(3)
    page.keyboard.press("Escape")
    expect(strip).to_be_hidden()
    assert "pins" not in page.url
