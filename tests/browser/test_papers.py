"""The pages of the papers: from the overview to a table, and on to the study that is run again."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import violations

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_from_the_overview_to_a_study(watched: Page, address: str, width: int, scheme: str) -> None:
    watched.set_viewport_size({"width": width, "height": 900})
    watched.goto(f"{address}papers")
    if scheme == "dark":
        watched.get_by_role("button", name="Dark").click()
    expect(watched.get_by_role("heading", level=1)).to_have_text("Published against measured")
    expect(watched.get_by_role("region", name="How many values are near")).to_contain_text("Heymann et al. 2000")
    expect(watched.get_by_role("region", name="What a verdict means")).to_contain_text("◇ undecided")
    assert violations(watched) == []
    assert watched.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    watched.get_by_role("link", name="Heymann et al. 2000: Evaluation").click()
    expect(watched.locator("main .verdict")).to_contain_text("tables and statements")
    watched.get_by_role("region", name="table 2").get_by_text("Table", exact=True).click()
    expect(watched.get_by_role("region", name="Heymann et al. 2000, table 2: published").first).to_contain_text("%")
    assert violations(watched) == []
    assert watched.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    watched.get_by_role("link", name="Open: Heymann et al. 2000, table 2").first.click()
    expect(watched.get_by_role("figure", name="Workers by workload factor").locator(".trace").first).to_be_visible()
    expect(watched.locator("#studio-stale")).to_be_empty()  # it is known, and nothing was started
    watched.go_back()
    watched.get_by_role("link", name="Run again with seed").first.click()
    expect(watched.locator("#studio-stale")).to_contain_text("Press Run")


def test_a_paper_that_nobody_knows(watched: Page, address: str) -> None:
    watched.goto(f"{address}papers/nobody-1999")
    expect(watched.get_by_role("heading", level=1)).to_have_text("No such paper")
