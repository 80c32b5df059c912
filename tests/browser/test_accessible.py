"""Every page for everybody: what axe finds in light and dark, at a desk and on a phone, and what a keyboard reaches."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from components.lessons.reading import lessons
from components.server.shell import PAGES
from engine.papers.catalogue import PAPERS
from tests.browser.conftest import ONLY_WHAT_IS_WRONG, until_live

pytestmark = pytest.mark.browser

CONCRETE = {
    "/papers/none": f"/papers/{next(iter(PAPERS))}",
    "/methods/none": "/methods/parallel-jobs",
    "/learn/none": f"/learn/{next(iter(lessons()[0]))}",
    "/class/none": "/class/ABC234",
}
"""Pages whose address says of what they are, with something that they are of."""

NOWHERE = "/missing"
"""Where no page is: answered with status 404, which is trouble anywhere else."""

ADDRESSES = [CONCRETE.get(path, path) for _name, path, *_rest in PAGES if path not in ("/words", NOWHERE)]
"""The glossary has hundreds of entries of one kind; `test_words` looks at some of them."""

OF_WCAG_2_2 = {"rules": {"target-size": {"enabled": True}}} | ONLY_WHAT_IS_WRONG
"""What axe leaves out unless it is asked: targets of 24 pixels."""

SETTLED = """() => {
  const main = document.querySelector("main");
  const pictures = Array.from(document.querySelectorAll(".js-plotly-plot")).filter((one) => one.offsetParent);
  return main && main.innerText.trim() && pictures.every((one) => one.querySelector(".main-svg"));
}"""
"""Whether a page is there with all pictures that can be seen."""


def violations(page: Page) -> list[tuple[str, list[str]]]:
    """What axe finds, everything of WCAG 2.2 AA and what is merely good practice: the rule, and the first places."""
    found = Axe().run(page, options=OF_WCAG_2_2).response["violations"]
    return [(one["id"], [node["html"][:160] for node in one["nodes"]][:4]) for one in found]


def overflow(page: Page) -> int:
    """Pixels by which the page is wider than the window."""
    found: int = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
    return found


def go_dark(page: Page) -> None:
    """By the switch in the header, or where there is none by what the system asks for."""
    switch = page.get_by_role("button", name="Dark")
    if switch.count():
        switch.click()
    else:
        page.emulate_media(color_scheme="dark")
        page.reload()
        page.wait_for_function(SETTLED)
    page.wait_for_selector("[data-mantine-color-scheme=dark]")


@pytest.mark.parametrize("path", ADDRESSES)
def test_nothing_for_axe_on_any_page(watched: Page, address: str, path: str) -> None:
    look_at(watched, address + path[1:], 200)


def test_nothing_for_axe_where_no_page_is(page: Page, address: str) -> None:
    look_at(page, address + NOWHERE[1:], 404)


def look_at(page: Page, where: str, status: int) -> None:
    """At a desk in light, on a phone in dark."""
    page.set_viewport_size({"width": 1280, "height": 900})
    answer = page.goto(where)
    assert answer
    assert answer.status == status
    page.wait_for_function(SETTLED)
    assert violations(page) == []
    expect(page.get_by_role("heading", level=1)).to_have_count(1)
    page.set_viewport_size({"width": 390, "height": 844})
    go_dark(page)
    assert overflow(page) <= 0
    assert violations(page) == []


def test_every_page_has_a_title_of_its_own() -> None:
    titles = [title for _name, _path, title, *_rest in PAGES]
    assert all(titles)
    assert len(set(titles)) == len(titles)


def focused(page: Page) -> str:
    """What has the focus: its id, or else its name."""
    found: str = page.evaluate(
        "(at => at === document.body ? '' : at.id || at.innerText || at.ariaLabel || at.value)(document.activeElement)"
    )
    return found


def tab_to(page: Page, wanted: str, key: str = "Tab", most: int = 100) -> None:
    """Press *key* until what has *wanted* in its id or name has the focus."""
    for _ in range(most):
        page.keyboard.press(key)
        if wanted in focused(page):
            return
    pytest.fail(f"Tab does not lead to {wanted}")


def test_the_studio_by_keyboard_alone(watched: Page, address: str) -> None:
    page, keys = watched, watched.keyboard
    page.goto(address)
    until_live(page)
    tab_to(page, "Skip to the answer")
    keys.press("Enter")
    assert focused(page) == "answer"
    tab_to(page, "workload.jobs")
    keys.press("Control+a")
    keys.type("500")
    tab_to(page, "Precision: ")
    keys.press("Enter")  # its fields come
    expect(page.get_by_label("Seed", exact=True)).to_be_visible()
    tab_to(page, "study.seed")
    keys.press("Control+a")
    keys.type("4711")
    tab_to(page, "studio-run")
    keys.press("Enter")
    expect(page.locator("#studio-progress-text")).to_contain_text("360 of 360 cells in ")
    expect(page.locator("#studio-verdict")).to_have_attribute("aria-live", "polite")
    tab_to(page, "curves")
    keys.press("ArrowRight")
    expect(page.get_by_role("tab", name="Why?")).to_be_focused()
    expect(page.locator("#studio-why-text")).to_contain_text("more under")
    keys.press("ArrowRight")
    expect(page.get_by_role("tab", name="Mapping states")).to_be_focused()
    tab_to(page, "studio-play")
    keys.press("Space")
    expect(page.locator("#studio-instant")).to_contain_text("Event 3 of")
    keys.press("Space")
    expect(page.locator("#studio-play")).to_contain_text("Play")
    tab_to(page, "Table of states")
    keys.press("Enter")
    expect(page.get_by_role("region", name="Mapping states")).to_be_visible()
    tab_to(page, "Compare", "Shift+Tab")
    keys.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text("system 1")


def test_a_study_that_runs_is_not_read_out_all_the_time(watched: Page, address: str) -> None:
    watched.goto(address)
    watched.wait_for_selector("#studio-verdict")
    row, verdict = watched.locator("#studio-progress-row"), watched.locator("#studio-verdict")
    row.evaluate("row => row.className = 'progress-row running'")
    expect(verdict).to_have_attribute("aria-live", "off")
    row.evaluate("row => row.className = 'progress-row idle'")
    expect(verdict).to_have_attribute("aria-live", "polite")
