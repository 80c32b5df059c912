"""From the verdict to why: a story of the tab that holds two policies against each other."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import choose, open_studio, until_live, violations

pytestmark = pytest.mark.browser


def test_the_verdict_says_why_by_click_and_by_key(watched: Page, address: str) -> None:
    open_studio(watched, address)
    until_live(watched)
    watched.get_by_role("button", name="Why?").click()
    said = watched.locator("#studio-why-text")
    expect(said).to_contain_text("more under SED-NU than under SED.")
    expect(said).to_contain_text(re.compile(r"computing brings \+2\.\d+ ± 0\.\d+ min and waiting brings"))
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
