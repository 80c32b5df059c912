"""While a page rests it asks what Fairness will ask first; a tab that is opened is handed that answer or asks anew."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.ahead import SAVES_DATA, questions_of
from tests.browser.conftest import open_studio

pytestmark = pytest.mark.browser

FAIRNESS, WHY = "studio-gini.figure", "studio-why-first.data"


def open_and_rest(page: Page, address: str) -> list[tuple[bool, str]]:
    """The Studio, and what it has asked meanwhile."""
    asked = questions_of(page)
    open_studio(page, address)
    page.wait_for_timeout(4_000)
    return asked


def test_what_is_asked_ahead_is_little_and_not_asked_again(page: Page, address: str) -> None:
    """A failure: a question for which workers would have to compute, or the same once more when a tab is opened."""
    asked = open_and_rest(page, address)
    assert [what for is_ahead, what in asked if is_ahead] == [FAIRNESS]
    for name, picture, question in (("Fairness", "#studio-lorenz", FAIRNESS), ("Why?", "#studio-why-spread", WHY)):
        page.get_by_role("tab", name=name, exact=True).click()
        page.locator(f"{picture} .main-svg").first.wait_for()
        page.wait_for_timeout(500)
        assert [what for _, what in asked].count(question) == 1


def test_an_answer_to_something_else_is_not_shown(page: Page, address: str) -> None:
    """A failure: the curve of a policy that was switched off after it was asked for."""
    open_and_rest(page, address)
    page.locator("#studio-shown-policies-row .mantine-Chip-root").filter(has_text="FCFS").first.click()
    page.wait_for_url(lambda url: "off=FCFS" in url)  # the page has heard of it
    page.get_by_role("tab", name="Fairness").click()
    page.locator("#studio-lorenz .scatterlayer .trace").first.wait_for()
    expect(page.locator("#studio-gini .main-svg").first).to_contain_text("SED-NU")
    expect(page.locator("#studio-gini .main-svg").first).not_to_contain_text("FCFS")


def test_nothing_is_asked_ahead_where_each_byte_is_paid_for(page: Page, address: str) -> None:
    page.add_init_script(SAVES_DATA)
    assert not any(is_ahead for is_ahead, _ in open_and_rest(page, address))
