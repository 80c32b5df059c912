"""Replays of policies that resize, reserve and reject, in the browser."""

import pytest
from playwright.sync_api import Page, expect

from components.sketches.link import to_link
from engine.study.registry import EXAMPLES
from tests.browser.conftest import until_live, violations

pytestmark = pytest.mark.browser

CLICKS = """async ([name, times]) => {
  const button = document.querySelector(`button[aria-label="${name}"]`);
  for (let n = 0; n < times; n++) {
    button.click();
    await new Promise((done) => setTimeout(done));
  }
}"""
"""As fast as a page that was busy hands them over."""


def open_example(page: Page, address: str, name: str) -> None:
    page.goto(f"{address}?s={to_link(EXAMPLES[name])}")
    until_live(page)


def open_seen(page: Page, address: str, name: str, width: int, scheme: str) -> None:
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    page.set_viewport_size({"width": width, "height": 900})
    open_example(page, address, name)


def instant_in(page: Page, picture: str) -> float:
    found: float = page.evaluate(
        "id => document.querySelector('#' + id + ' .js-plotly-plot').layout.shapes[0].x0", picture
    )
    return found


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_allocation_profit_and_decisions_of_lazy(watched: Page, address: str, width: int, scheme: str) -> None:
    page = watched
    open_seen(page, address, "kumar-table-4-6", width, scheme)

    page.get_by_role("tab", name="Allocation").click()
    page.wait_for_selector("#studio-allocation .scatterlayer .trace")
    expect(page.locator("#studio-allocation-text")).to_contain_text("a job shrinks")
    expect(page.locator("#studio-instant")).to_contain_text("idle")
    before = instant_in(page, "studio-allocation")
    page.get_by_role("button", name="Next step").click()
    page.wait_for_function(
        "before => document.querySelector('#studio-allocation .js-plotly-plot').layout.shapes[0].x0 > before",
        arg=before,
    )
    assert violations(page) == []

    page.get_by_role("tab", name="Profit").click()
    page.wait_for_selector("#studio-profit .scatterlayer .trace")
    expect(page.locator("#studio-profit-text")).to_contain_text("Lazy earns")
    expect(page.get_by_role("region", name="What became of the first 2000 submitted jobs.")).to_be_visible()
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width

    page.get_by_role("tab", name="Decisions").click()
    decisions = page.locator("#studio-decisions")
    page.evaluate(CLICKS, ["Next step", 6])  # at once: none of them is lost
    expect(page.locator("#studio-instant")).to_contain_text("Event 8 of")
    expect(decisions).to_contain_text("is accepted and waits: the lookahead is job")
    expect(page.locator("#studio-plan-text")).to_contain_text("The lookahead is the end of job")
    page.wait_for_selector("#studio-plan .shapelayer path", state="attached")
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_profit_tab_goes_with_the_deadlines(watched: Page, address: str) -> None:
    open_example(watched, address, "kumar-table-4-6")
    watched.get_by_role("tab", name="Profit").click()
    watched.wait_for_selector("#studio-profit .scatterlayer .trace")
    open_example(watched, address, "side-by-side")
    expect(watched.get_by_role("tab", name="Profit")).to_have_count(0)
    expect(watched.get_by_role("tab", name="Utilization")).to_be_visible()


def test_many_states_are_shown_as_diagram_and_as_matrix(watched: Page, address: str) -> None:
    open_example(watched, address, "kumar-table-4-6")
    watched.get_by_role("tab", name="Mapping states").click()
    watched.wait_for_selector("#studio-state-diagram .scatterlayer .trace")
    expect(watched.locator("#studio-state-text")).to_contain_text("other states are not shown one by one")
    expect(watched.locator("#studio-available")).to_contain_text("Idle machines: ")
    watched.get_by_text("Matrix", exact=True).click()
    watched.wait_for_selector("#studio-state-diagram .heatmaplayer image, #studio-state-diagram .hm")
    watched.get_by_role("button", name="Next step").click()
    expect(watched.locator("#studio-instant")).to_contain_text("Event 2 of")


@pytest.mark.parametrize(("width", "scheme"), [(1280, "dark"), (390, "light")])
def test_one_job_is_followed_through_pictures_and_tables(watched: Page, address: str, width: int, scheme: str) -> None:
    page = watched
    open_seen(page, address, "kumar-table-4-6", width, scheme)
    page.get_by_role("tab", name="Schedule", exact=True).click()
    page.wait_for_selector("#studio-schedule .scatterlayer .trace")
    expect(page.locator("#studio-schedule-text")).to_contain_text("the deadline")
    lit = page.locator("#studio-schedule .one-job .trace.lit")
    expect(lit).to_have_count(0)
    page.get_by_label("Follow job").select_option("0")
    expect(lit.first).to_be_attached()
    expect(page.locator("#studio-followed")).to_contain_text("job 1, came")
    page.get_by_text("Table of the jobs").locator("visible=true").click()
    table = page.get_by_role("region", name="Jobs that wait or run in this window.")
    expect(table.locator("tr.lit")).to_have_count(1)
    table.locator("tbody tr").nth(2).click()
    expect(page.get_by_label("Follow job")).not_to_have_value("0")
    page.locator("#studio-colored-by").get_by_text("Machines").click()
    expect(page.locator("#studio-schedule .legendtext").filter(has_text="machines").first).to_be_visible()
    expect(lit.first).to_be_attached()  # drawn anew, it is still there
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.get_by_role("tab", name="Utilization").click()
    page.wait_for_selector("#studio-over-time .scatterlayer .trace")
    expect(page.get_by_text("One day", exact=True)).to_be_hidden()  # nothing comes again every day here
    assert violations(page) == []
