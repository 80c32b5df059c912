"""A master-worker application in the browser: numbers of workers that follow a control, one iteration, losses."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from components.sketches.link import to_link
from engine.master_worker.inputs.scenario import MasterWorkerScenario
from tests.browser.conftest import violations

pytestmark = pytest.mark.browser

TREE: dict[str, Any] = {
    "family": "master-worker",
    "policies": ["Random & Average", "Random"],
    "application": {"tasks": 20, "iterations": 8, "variation": 60.0},
    "study": {"replications": 2},
}
POOL = {"presence": "opportunistic", "up": {"mean": 30.0}, "suspended": {"mean": 5.0}, "away": {"mean": 15.0}}
RULED = TREE | {"workers": {"number": {"rule": "predict"}, "availability": POOL}}
POPULATION = TREE | {"population": {"tasks": [12], "iterations": [4, 8]}}


def open_study(page: Page, address: str, tree: dict[str, Any]) -> None:
    page.goto(f"{address}?s={to_link(MasterWorkerScenario.read(tree))}")
    expect(page.locator("#studio-cost")).to_contain_text("cells")


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_every_tab_of_a_replication_can_be_seen_by_everybody(
    watched: Page, address: str, width: int, scheme: str
) -> None:
    page = watched
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    page.set_viewport_size({"width": width, "height": 900})
    open_study(page, address, RULED)
    expect(page.get_by_role("tab", name="Fairness")).to_have_count(0)
    for tab, place, words in (
        ("Number of workers", "numbers", "Under Random & Average the most workers"),
        ("One iteration", "gantt", "Iteration 1 of 8 under Random & Average"),
        ("Learned averages", "learning", "Averages of 12 of 20 tasks"),
        ("Workers over time", "pool", "Random & Average uses"),
    ):
        page.get_by_role("tab", name=tab).click()
        expect(page.locator(f"#studio-{place}-text")).to_contain_text(words, timeout=90_000)
        expect(page.locator(f"#studio-{place} .main-svg").first).to_be_visible()
        assert violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.get_by_role("tab", name="One iteration").click()
    page.locator("#studio-iteration").fill("5")
    expect(page.locator("#studio-gantt-text")).to_contain_text("Iteration 5 of 8")


def test_the_numbers_of_workers_follow_a_control_without_run(watched: Page, address: str) -> None:
    page = watched
    open_study(page, address, TREE)
    page.get_by_role("tab", name="Number of workers").click()
    text = page.locator("#studio-numbers-text")
    expect(text).to_contain_text("target efficiency of 80 %", timeout=90_000)
    target = page.get_by_label("Target efficiency (%)").first
    target.fill("60")
    expect(text).to_contain_text("target efficiency of 60 %")
    target.press("ArrowUp")
    expect(text).to_contain_text("target efficiency of 65 %")
    target.fill("101")
    expect(page.get_by_text("101 is too large").first).to_be_visible()
    expect(text).to_contain_text("target efficiency of 65 %")


def test_a_population_comes_by_a_button_and_its_losses_stand_beside_the_published_ones(
    watched: Page, address: str
) -> None:
    page = watched
    open_study(page, address, TREE)
    page.get_by_text("Population of cases:").click()
    page.get_by_role("button", name="+ population of cases").click()
    expect(page.get_by_role("button", name="✕ just the application")).to_be_visible()
    open_study(page, address, POPULATION)
    page.get_by_role("button", name="Run", exact=True).click()
    page.get_by_role("tab", name="Losses against LPTF").click()
    text = page.locator("#studio-losses-text")
    expect(text).to_contain_text("published 25.4 % and 26.96 %", timeout=90_000)
    expect(text).to_contain_text("T = 12; W = 50 %; D = 60 %")
    assert violations(page) == []
