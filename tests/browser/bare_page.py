"""An empty page that has scripts of the project and nothing else: what they compute, tried without the program."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

SCRIPTS = Path(__file__).parents[2] / "components" / "assets" / "clientside"


def page_with(*names: str) -> Callable[..., Iterator[Page]]:
    """A fixture for the tests of a module: a page with the scripts *names*, paths below the client's scripts."""

    @pytest.fixture(scope="module")
    def bare(browser: Browser) -> Iterator[Page]:
        page = browser.new_page()
        for name in names:
            page.add_script_tag(path=SCRIPTS / name)
        yield page
        page.close()

    return bare
