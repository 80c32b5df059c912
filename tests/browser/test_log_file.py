"""The file of a log dropped on the page: seconds later it is a study with a picture of the log."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import open_studio, until_live, violations
from tests.engine.parallel_jobs.logs.test_golden_logs import swf

pytestmark = pytest.mark.browser

DROP = """([name, text]) => {
  const files = new DataTransfer();
  files.items.add(new File([text], name));
  for (const kind of ["dragover", "drop"])
    document.body.dispatchEvent(new DragEvent(kind, { dataTransfer: files, bubbles: true, cancelable: true }));
}"""


def test_a_dropped_log_is_replayed_and_shown(watched: Page, address: str) -> None:
    page = watched
    open_studio(page, address)
    page.evaluate(DROP, ["golden.swf", swf("D").decode()])
    page.wait_for_url(re.compile(r"\?s="))
    until_live(page)
    expect(page.locator("#studio-sketch")).to_contain_text("golden.swf: 7 jobs recorded, log ")
    page.locator("#studio-run").click()
    expect(page.locator("#studio-fingerprint")).to_contain_text("Result fingerprint")
    page.get_by_role("tab", name="Log", exact=True).click()
    expect(page.locator("#studio-log-text")).to_contain_text("7 of 7 recorded jobs are replayed")
    page.wait_for_selector("#studio-log-runs .scatterlayer .trace")
    page.get_by_text("Table of the cleaning").click()
    expect(page.locator(".data-table").filter(has_text="run time above the estimate")).to_be_visible()
    assert violations(page) == []
    policies = page.locator("#studio-sketch").get_by_role("checkbox", name=re.compile(" FF$"))
    policies.uncheck()
    page.wait_for_timeout(1000)  # until the link says so
    with page.expect_navigation():
        page.evaluate(DROP, ["golden.swf", swf("D").decode()])
    until_live(page)
    expect(policies).not_to_be_checked()  # it is the log of this study, which stays
