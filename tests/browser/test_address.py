"""The address of the Studio says what is sketched and looked at, and nothing that somebody wrote beside it."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.bare_page import SCRIPTS

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
        page.add_script_tag(path=SCRIPTS / "studio" / "open.js")
        return page

    yield at
    page.close()


def after(page: Page, **changes: str) -> str:
    page.evaluate("changes => window.corralAddress(changes)", changes)
    return page.url.removeprefix(WHERE)


def test_what_the_studio_does_not_read_leaves_its_address(opened: Opened) -> None:
    page = opened("/?example=first&tab=why&pins=a,b&present=1")
    assert after(page, s="link") == "/?tab=why&pins=a,b&present=1&s=link"


def test_other_pages_keep_what_is_theirs(opened: Opened) -> None:
    assert after(opened("/learn/lesson?class=ABCDEF&example=first"), s="") == "/learn/lesson?class=ABCDEF&example=first"
