"""A connection that breaks: the page says so, and what was changed meanwhile is what is run."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import open_studio
from tests.browser.test_studio import scenario_in, type_into

pytestmark = pytest.mark.browser


def test_what_is_typed_while_nobody_answers_counts_afterwards(page: Page, address: str) -> None:
    open_studio(page, address)
    page.context.set_offline(True)
    try:
        type_into(page, "Values", "0.2, 0.5, 0.8")
        expect(page.locator("#shell-away")).to_contain_text("The server cannot be reached")
    finally:
        page.context.set_offline(False)
    expect(page.locator("#answer")).to_contain_text("Schnor et al. 1996, system 1, changed")
    expect(page.locator("#shell-away")).to_be_empty()
    vary = scenario_in(page).study.vary
    assert vary is not None
    assert vary.values == (0.2, 0.5, 0.8)
