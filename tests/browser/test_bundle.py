"""The script of every page, alone on an empty page: what it leaves on `window`, and what becomes of one fault in it."""

import pytest
from playwright.sync_api import Browser, Page

from components.server.front.files import own_script

pytestmark = pytest.mark.browser

OF_DASH = {"dash_clientside", "dash_stores", "regeneratorRuntime"}
OF_PLOTLY = {"Plotly", "_dashPlotlyJSURL"}
NAMES = "Object.getOwnPropertyNames(window)"


def loaded(browser: Browser, before: str = "") -> tuple[Page, set[str], list[str]]:
    """A page with the script, the names that came to `window` with it, and what was thrown."""
    page = browser.new_page()
    thrown: list[str] = []
    page.on("pageerror", lambda error: thrown.append(error.message))
    page.route("**/*", lambda route: route.fulfill(content_type="text/html", body=""))
    page.goto("http://localhost/")
    if before:
        page.evaluate(before)
    there = set(page.evaluate(NAMES))
    page.add_script_tag(content=own_script().content.decode())
    page.wait_for_timeout(50)  # what fails is thrown again after all else
    return page, set(page.evaluate(NAMES)) - there, thrown


def test_one_name_of_ours_is_on_window(browser: Browser) -> None:
    page, names, thrown = loaded(browser)
    assert names - OF_DASH - OF_PLOTLY == {"corral"}
    assert thrown == []
    page.close()


def test_a_module_that_fails_at_the_start_leaves_the_others_alone(browser: Browser) -> None:
    """Here all fail that watch the page, in a browser without what they watch it with."""
    page, names, thrown = loaded(browser, "window.MutationObserver = undefined")
    assert len(thrown) > 5
    assert "corral" in names
    page.set_content('<button id="studio-run">Run</button>')
    page.locator("button").click()  # heard by one of the last modules
    called = page.evaluate("[dash_clientside.player.showBar('a', {family: 'b'}, {a: ['c']}), Object.keys(corral)]")
    assert called == ["replay-bar with-c", ["Chip", "Chips", "Field", "Frame", "Table"]]
    page.close()
