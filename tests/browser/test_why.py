"""From the verdict to why: a story of the tab that holds two policies against each other."""

import re
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from components.sketches.link import to_link
from engine.study.registry import EXAMPLES
from tests.browser.conftest import choose, open_studio, until_live, violations

pytestmark = pytest.mark.browser


def test_the_verdict_says_why_by_click_and_by_key(watched: Page, address: str) -> None:
    open_studio(watched, address)
    until_live(watched)
    watched.get_by_role("button", name="Why?").click()
    said = watched.locator("#studio-why-text")
    expect(said).to_contain_text("more under SED-NU than under SED.")
    # at the verdict's own point, where most of the difference is waiting
    expect(said).to_contain_text(re.compile(r"waiting brings \+3\.\d+ ± 0\.\d+ min and computing brings \+2"))
    expect(said).to_contain_text("at 3.96 jobs per hour")
    watched.wait_for_selector("#studio-why-curve .scatterlayer .trace")
    choose(watched, "to policy", "FCFS")
    expect(said).to_contain_text("under FCFS than under SED.")
    watched.get_by_text("Table of what brings the difference").click()
    expect(watched.locator(".data-table").filter(has_text="FCFS less that of SED")).to_be_visible()
    assert violations(watched) == []
    watched.get_by_role("tab", name="Curves", exact=True).click()
    expect(said).to_be_hidden()
    watched.locator("body").press("w")
    expect(said).to_be_visible()
    expect(said).to_contain_text("under SED-NU than under SED.")  # the pair of the verdict again
    watched.wait_for_url(re.compile(r"tab=why&.*pair=SED,SED-NU"))


def test_another_decision_is_a_press_away_and_in_the_link(watched: Page, address: str) -> None:
    watched.goto(f"{address}?{urlencode({'s': to_link(EXAMPLES['schnor-system-1']), **DECISIONS})}")
    until_live(watched)
    otherwise = watched.get_by_role("button", name="What if: Job 998 does not start now")
    otherwise.focus()
    otherwise.press("Enter")
    found = watched.locator(".what-if-found")
    expect(found).to_contain_text("would take 35.4 min longer", timeout=60_000)
    expect(found).to_contain_text("all goes as it did")
    assert violations(watched) == []
    watched.wait_for_url(re.compile(r"whatif=998%3Await"))
    watched.reload()
    expect(found).to_contain_text("would take 35.4 min longer", timeout=60_000)
    watched.get_by_role("button", name="Next step").click()
    expect(found).to_be_empty()  # it was of another instant


DECISIONS = {"tab": "decisions", "policy": "SED", "point": 10, "job": 1000, "step": 3}
