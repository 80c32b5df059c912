"""What "Compare" in the head begins with: what this tab ran, not what another one did meanwhile."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.bare_page import script_of

WHERE = "http://localhost/"
"""A page of ours, which may keep things."""

TOLD = "window.dash_clientside = { callback_context: { triggered: [{ prop_id: 'studio-study.data' }] } }"
HEAD = '<header class="page-head"><nav><a href="/compare">Compare</a></nav></header>'

Tab = Callable[[], Page]


@pytest.fixture
def tab(browser: Browser) -> Iterator[Tab]:
    """One more tab of the same browser, with the scripts that keep sketches and runs."""
    context = browser.new_context()
    script = script_of("recent.js", "studio/kept_fields.js", "studio/kept_sketch.js")
    context.route("**/*", lambda route: route.fulfill(content_type="text/html", body=HEAD))

    def opened() -> Page:
        page = context.new_page()
        page.goto(WHERE)
        page.evaluate(TOLD)
        page.add_script_tag(content=script)
        return page

    yield opened
    context.close()


def sketch(page: Page, link: str, origin: str | None = None) -> None:
    named = {"origin": origin, "family": "parallel jobs", "title": link}
    page.evaluate("link => corral.keptSketch.callbacks.keep(link, {})", "begun")  # as the page came
    page.evaluate("([link, named]) => corral.keptSketch.callbacks.keep(link, named)", [link, named])


def run(page: Page, link: str) -> None:
    """As Dash remembers a run, in the store that all tabs of the browser have."""
    study = {"id": link, "state": "running", "tree": {"title": link, "family": "parallel jobs"}}
    page.evaluate(
        "([study, link]) => { const known = corral.recent.callbacks.remember(1, study, link, null, []);"
        "localStorage.setItem('shell-recent', JSON.stringify(known)); }",
        [study, link],
    )


def compared(page: Page) -> str | None:
    page.locator("a").hover()
    return page.locator("a").get_attribute("href")


def test_compare_begins_with_the_last_run_of_its_tab(tab: Tab) -> None:
    first, second = tab(), tab()
    sketch(first, "mine")
    for link in ("older", "mine"):
        run(first, link)
    run(second, "elsewhere")
    assert compared(first) == "/compare?a=older&b=mine"


def test_the_first_run_of_a_tab_is_compared_with_what_it_was_made_of(tab: Tab) -> None:
    first, second = tab(), tab()
    sketch(first, "mine", "example")
    run(first, "mine")
    run(second, "elsewhere")
    assert compared(first) == "/compare?a=example&b=mine"


def test_a_tab_that_ran_nothing_begins_with_the_last_run_of_the_browser(tab: Tab) -> None:
    first, second = tab(), tab()
    run(second, "elsewhere")
    sketch(first, "mine", "example")
    assert compared(first) == "/compare?a=elsewhere&b=mine"


def test_what_was_kept_of_a_tab_may_be_anybodys(tab: Tab) -> None:
    page = tab()
    sketch(page, "mine", "example")
    for kept in ("{", "7", "null", '[null, 7, {"link": 5}, {"link": "no link!"}]'):
        page.evaluate("kept => sessionStorage.setItem('corral-runs', kept)", kept)
        assert compared(page) == "/compare?a=example&b=mine"


def test_a_page_that_comes_with_an_answer_has_run_nothing(tab: Tab) -> None:
    """It tells of the button as well: whoever opened a link was said to have run it."""
    page = tab()
    both = "[{ prop_id: 'studio-run.n_clicks' }, { prop_id: 'studio-study.data' }]"
    page.evaluate(f"dash_clientside.callback_context.triggered = {both}; dash_clientside.no_update = 'nothing'")
    study = {"id": "there", "state": "done", "tree": {"title": "there", "family": "parallel jobs"}}
    told = "([clicks, study]) => corral.recent.callbacks.remember(clicks, study, study.id, null, [])"
    for clicks in (None, 0):
        assert page.evaluate(told, [clicks, study]) == "nothing"
    assert page.evaluate(told, [1, study])[0]["link"] == "there"
    assert page.evaluate(told, [1, study | {"id": "other"}]) == "nothing"  # and once is once
    assert page.evaluate(told, [None, study | {"id": "anew"}]) == "nothing"  # the page has come again
    assert page.evaluate(told, [1, study | {"id": "anew"}])[0]["link"] == "anew"
