"""The whole schedule on its tab: seen, enlarged down to bars, by keys as well, and its jobs a page at a time."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import until_live, violations

pytestmark = pytest.mark.browser


def test_a_schedule_is_enlarged_down_to_its_bars(watched: Page, address: str) -> None:
    page = watched
    page.goto(f"{address}?tab=whole")
    until_live(page)
    status, picture = page.locator(".whole-status"), page.locator(".whole-picture")
    expect(status).to_contain_text("pieces, in cells", timeout=60_000)
    page.evaluate("window.old = document.querySelector('.whole-picture').toDataURL()")
    picture.focus()
    for _ in range(12):
        page.keyboard.press("+")
    expect(status).to_contain_text("each with a bar")
    seen = status.text_content()
    page.keyboard.press("ArrowRight")
    expect(status).not_to_have_text(seen or "")
    assert page.evaluate("window.old !== document.querySelector('.whole-picture').toDataURL()")
    page.get_by_label("Policy").locator("visible=true").last.select_option("FCFS")
    expect(status).to_contain_text("FCFS, replication 1")
    page.get_by_text("Table of the jobs").locator("visible=true").click()
    page.get_by_label("only jobs of what is seen").uncheck()
    page.get_by_role("button", name=re.compile("^Wait")).click()
    rows = page.locator(".whole-jobs tbody tr")
    expect(rows).to_have_count(50)
    page.get_by_role("button", name=re.compile("^Wait")).click()
    waits = [
        float(one.replace("\u2009", "")) for one in page.locator(".whole-jobs tbody td:nth-child(5)").all_inner_texts()
    ]
    assert waits == sorted(waits, reverse=True)
    page.get_by_role("button", name="Job", exact=True).click()  # so narrow that its word would lie on it
    expect(rows.first.locator("td").first).to_have_text("1")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download all jobs as CSV").click()
    assert download.value.suggested_filename == "FCFS-1.csv"
    assert violations(page) == []
