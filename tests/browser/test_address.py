"""The address of the Studio says one sketch, and keeps what other parts of the page wrote there."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.bare_page import script_of

WHERE = "http://localhost"
"""A page of ours, which may have an address."""

Opened = Callable[[str], Page]


@pytest.fixture
def opened(browser: Browser) -> Iterator[Opened]:
    """A page with an address and the script that keeps it."""
    page = browser.new_page()
    page.route("**/*", lambda route: route.fulfill(content_type="text/html", body=""))

    def at(address: str) -> Page:
        page.goto(WHERE + address)
        page.add_script_tag(content=script_of("studio/open.js"))
        return page

    yield at
    page.close()


def after(page: Page, **changes: str) -> str:
    page.evaluate("changes => corral.changeAddress(changes)", changes)
    return page.url.removeprefix(WHERE)


def test_an_address_says_one_sketch_and_not_the_example_beside_it(opened: Opened) -> None:
    page = opened("/?example=first&tab=why&pins=a,b&present=1")
    assert after(page, s="link") == "/?tab=why&pins=a,b&present=1&s=link"


def test_what_other_parts_of_the_page_keep_stays(opened: Opened) -> None:
    assert after(opened("/?s=link&class=ABCDEF&example=first"), tab="why") == "/?s=link&class=ABCDEF&tab=why"
    assert after(opened("/learn/lesson?class=ABCDEF"), s="") == "/learn/lesson?class=ABCDEF"
