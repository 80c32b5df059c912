"""Journeys through the Compare page: look, paste, swap, run, and find what the Studio has run."""

import re
import time
from collections.abc import Callable
from itertools import count
from typing import Any

import orjson
import pytest
from playwright.sync_api import Page, expect

from components.sketches.link import from_link, to_link
from engine.study.registry import EXAMPLES, read_scenario
from tests.browser.conftest import choose, in_sight, until_live, violations

pytestmark = pytest.mark.browser

FRESH_SEEDS = count(17_000)
ONE, TWO = (to_link(scenario) for scenario in list(EXAMPLES.values())[:2])


def fresh_link(jobs: int = 500, **changes: Any) -> str:
    """A link to a small study that nobody has computed before; *changes* are of the study."""
    tree = orjson.loads(EXAMPLES["schnor-system-1"].canonical())
    tree["title"], tree["workload"]["jobs"] = "fresh", jobs
    vary = {"field": "workload.arrivals.rate_per_1000_s", "values": [0.5, 1.0]}
    tree["study"] = {"vary": vary, "replications": 5, "seed": next(FRESH_SEEDS), **changes}
    return to_link(read_scenario(tree))


def in_address(page: Page, side: str) -> str:
    found: str = page.evaluate("side => new URLSearchParams(location.search).get(side)", side)
    return found


def open_compare(page: Page, address: str, query: str = "") -> None:
    """Go to the page and wait for its picture."""
    page.goto(f"{address}compare{query}")
    page.wait_for_selector("#compare-overlay .scatterlayer .trace")
    page.wait_for_function("new URLSearchParams(location.search).get('b') != null")


def paste(page: Page, side: str, text: str) -> None:
    page.get_by_label(f"or paste a link for {side}").fill(text)


def findings(page: Page) -> Any:
    return page.locator("#compare-findings")


@pytest.fixture
def compare(watched: Page, address: str) -> Page:
    """The Compare page as it begins."""
    open_compare(watched, address)
    return watched


def test_the_first_page_compares_the_examples_at_once(compare: Page, measured: Callable[[str], None]) -> None:
    expect(findings(compare)).to_contain_text(re.compile(r"With B the mean response time of SED is 6[123]"))
    expect(compare.locator("#compare-notes")).to_contain_text("Paired: both use seed 1996")
    expect(compare.locator("#compare-difference .scatterlayer .trace")).to_have_count(2)
    expect(compare.get_by_role("button", name="Run", exact=True)).to_be_hidden()
    expect(compare.get_by_role("figure")).to_have_count(2)
    expect(compare.get_by_role("region", name="Inputs that differ")).to_contain_text("Machines of “fast”")
    assert (in_address(compare, "a"), in_address(compare, "b")) == (ONE, TWO)
    began = time.perf_counter()
    open_compare(compare, compare.url.partition("compare")[0])
    measured(f"first picture of Compare {time.perf_counter() - began:.2f} s")


def test_on_paper_pictures_are_as_wide_as_the_sheet_and_nothing_is_to_be_pressed(compare: Page) -> None:
    expect(compare.locator("#compare-difference .scatterlayer .trace")).to_have_count(2)
    compare.evaluate("dispatchEvent(new Event('beforeprint'))")
    compare.emulate_media(media="print")
    compare.set_viewport_size({"width": 704, "height": 1000})
    wide = compare.evaluate("[...document.querySelectorAll('.on-paper .main-svg')].map(one => one.clientWidth)")
    seen = "[...document.querySelectorAll('body *')].filter(one => one.offsetParent)"
    right = compare.evaluate(f"Math.max(...{seen}.map(one => one.getBoundingClientRect().right))")
    assert wide == [672] * 6, "two pictures of three layers each; of a screen it is another width"
    assert right <= 704, "something is cut at the right"
    assert not any(one.is_visible() for one in compare.locator("button, summary, .compare .dash-graph").all())
    compare.evaluate("dispatchEvent(new Event('afterprint'))")
    assert compare.locator(".on-paper").count() == 0


def test_both_pages_stay_free_of_errors_when_colors_change(compare: Page, address: str) -> None:
    for _ in range(2):
        compare.get_by_role("button", name=re.compile("Dark|Light")).click()
        compare.wait_for_timeout(800)
    compare.get_by_role("link", name="Studio", exact=True).click()
    compare.wait_for_selector("#studio-curves .scatterlayer .trace")
    compare.get_by_role("button", name=re.compile("Dark|Light")).click()
    compare.wait_for_timeout(800)
    compare.get_by_role("link", name="Compare", exact=True).click()
    compare.wait_for_selector("#compare-overlay .scatterlayer .trace")


def test_swap_turns_everything_around(compare: Page) -> None:
    compare.get_by_role("button", name="Swap A and B").click()
    expect(findings(compare)).to_contain_text("longer")
    assert (in_address(compare, "a"), in_address(compare, "b")) == (TWO, ONE)
    expect(compare.locator("#compare-choice-a")).to_have_value("Schnor et al. 1996, system 2")
    expect(compare.get_by_role("link", name="Open A in the Studio")).to_have_attribute("href", f"/?s={TWO}")


def test_a_damaged_link_is_refused_beside_the_field_and_the_other_side_stays(compare: Page) -> None:
    paste(compare, "A", "eNpLTEpOSQUACCcCBA")
    expect(compare.get_by_text("This cannot be opened")).to_be_visible()
    expect(compare.get_by_label("or paste a link for A")).to_have_value("eNpLTEpOSQUACCcCBA")
    assert (in_address(compare, "a"), in_address(compare, "b")) == (ONE, TWO)
    paste(compare, "A", f"https://elsewhere.example/?s={TWO}")
    expect(findings(compare)).to_contain_text("exactly the same at all")
    expect(compare.locator("#compare-inputs")).to_contain_text("No input differs")
    expect(compare.get_by_text("This cannot be opened")).to_have_count(0)
    expect(compare.get_by_label("or paste a link for A")).to_have_value("")


def test_a_damaged_side_of_the_address_says_so(watched: Page, address: str) -> None:
    open_compare(watched, address, f"?a={TWO}&b={ONE[:60]}")
    expect(watched.get_by_text("The link of B cannot be opened: the end of the link is missing")).to_be_visible()
    assert (in_address(watched, "a"), in_address(watched, "b")) == (TWO, ONE)  # another example of its family


def test_an_unknown_study_is_run_from_the_page_and_stays_known(
    watched: Page, address: str, measured: Callable[[str], None]
) -> None:
    open_compare(watched, address, f"?a={fresh_link()}&b={TWO}")
    expect(findings(watched)).to_have_text("Nothing is known about A yet. Press Run.")
    expect(watched.locator("#compare-missing")).to_contain_text("A is not known yet: 30 cells")
    watched.wait_for_timeout(1000)
    expect(findings(watched)).to_contain_text("Nothing is known")
    began = time.perf_counter()
    watched.get_by_role("button", name="Run", exact=True).click()
    expect(findings(watched)).to_contain_text("With B the mean response time of SED is")
    measured(f"click to first difference {time.perf_counter() - began:.2f} s")
    expect(watched.get_by_role("button", name="Run", exact=True)).to_be_hidden()
    expect(watched.locator("#compare-progress-row")).to_be_hidden()
    expect(findings(watched)).not_to_contain_text("in the one replication")
    watched.wait_for_timeout(1000)
    said = findings(watched).inner_text()
    expect(watched.locator("#compare-notes")).to_contain_text("Not paired: the seeds differ")
    watched.reload()
    expect(findings(watched)).to_have_text(re.compile(re.escape(said.split("\n")[0])))


def test_curves_and_progress_move_though_the_page_is_slow(
    watched: Page, address: str, measured: Callable[[str], None]
) -> None:
    """Six times slower and 300 ms away, where Dash takes longer to answer than there is between two looks."""
    watched.add_init_script(
        """window.moved = { curves: new Set(), words: new Set() };
        document.addEventListener("corral-drawn", ({ target }) =>
            target.closest("#compare-overlay") &&
                window.moved.curves.add(JSON.stringify(target.data.map((one) => one.y))));
        setInterval(() => {
            const place = document.getElementById("compare-progress-text");
            if (place && place.textContent) window.moved.words.add(place.textContent);
        }, 50);"""
    )
    # Long enough for Cancel to find it running on a quick machine, too.
    open_compare(watched, address, f"?a={fresh_link(jobs=2000, replications=900)}&b={TWO}")
    session = watched.context.new_cdp_session(watched)
    session.send("Emulation.setCPUThrottlingRate", {"rate": 6})
    session.send("Network.enable")
    away = {"offline": False, "latency": 300, "downloadThroughput": -1, "uploadThroughput": -1}
    session.send("Network.emulateNetworkConditions", away)
    watched.get_by_role("button", name="Run", exact=True).click()
    watched.wait_for_function("window.moved.curves.size >= 4 && window.moved.words.size >= 8", timeout=100_000)
    is_running = watched.locator("#compare-progress-row.running").count() == 1
    curves, words = watched.evaluate("[window.moved.curves.size, window.moved.words.size]")
    measured(f"A running comparison, 6 times slower: {curves} curves, {words} words of progress, running: {is_running}")
    assert is_running, "they came with the end"
    session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    watched.get_by_role("button", name="Cancel").click()
    expect(watched.locator("#compare-missing")).to_contain_text("A is cancelled after")


def test_cancel_stops_both_and_run_goes_on(watched: Page, address: str) -> None:
    link = fresh_link(replications=900)
    open_compare(watched, address, f"?a={link}")
    watched.get_by_role("button", name="Run", exact=True).click()
    watched.get_by_role("button", name="Cancel").click()
    expect(watched.locator("#compare-missing")).to_contain_text("A is cancelled after", timeout=5_000)
    expect(watched.get_by_role("button", name="Run", exact=True)).to_be_visible()


def test_a_recent_run_of_the_studio_can_be_chosen(watched: Page, address: str) -> None:
    watched.goto(f"{address}?s={fresh_link()}")
    until_live(watched)
    title = f"my own run {next(FRESH_SEEDS)}"
    box = in_sight(watched.get_by_label("Title", exact=True))
    box.fill(title)
    box.press("Tab")
    watched.wait_for_timeout(800)
    link = watched.evaluate("new URLSearchParams(location.search).get('s')")
    watched.get_by_role("button", name="Run", exact=True).click()
    expect(watched.locator("#studio-progress-text")).to_contain_text(re.compile(r"of \d+ cells in "))
    stored = watched.evaluate("JSON.parse(localStorage.getItem('shell-recent'))")
    assert [(one["title"], one["link"]) for one in stored] == [(title, link)]
    open_compare(watched, address)
    choose(watched, "Scenario B", re.compile(title))
    expect(watched.locator("#compare-head")).to_contain_text(title)
    watched.wait_for_function("link => new URLSearchParams(location.search).get('b') === link", arg=link)
    assert from_link(link).title == title
    expect(findings(watched)).to_contain_text("the mean response time of SED is")  # larger, or shown no difference


def test_a_garbled_memory_of_runs_does_no_harm(watched: Page, address: str) -> None:
    watched.goto(f"{address}healthz")
    bad = [None, 7, {"link": 5}, {"title": "old one", "link": "eNpLTEpOSQ", "when": "never"}]
    watched.evaluate("bad => localStorage.setItem('shell-recent', JSON.stringify(bad))", bad)
    open_compare(watched, address)
    choose(watched, "Scenario A", re.compile("old one"))
    expect(watched.get_by_text("This cannot be opened")).to_be_visible()
    expect(watched.locator("#compare-choice-a")).to_have_value("Schnor et al. 1996, system 1")
    assert in_address(watched, "a") == ONE


def test_another_metric_is_drawn_and_told_with_its_unit(compare: Page) -> None:
    choose(compare, "Metric", "Utilization (%)")
    expect(findings(compare)).to_contain_text("the utilization of SED")
    compare.wait_for_function("document.querySelector('#compare-overlay').innerText.includes('Utilization (%)')")


def test_two_varied_fields_are_compared_slice_by_slice(watched: Page, address: str) -> None:
    link = fresh_link(and_vary={"field": "cluster.groups.1.count", "values": [20, 25]}, seed=1996)
    open_compare(watched, address, f"?a={link}&b={ONE}")
    watched.get_by_role("button", name="Run", exact=True).click()
    expect(findings(watched)).to_contain_text("machines of “slow” = 25")
    choose(watched, "At machines of “slow”", "20")
    expect(findings(watched)).to_contain_text("No point of A matches one of B")
    expect(watched.locator("#compare-difference-box")).to_be_hidden()


def test_the_tables_can_be_read_and_downloaded(compare: Page) -> None:
    for name, head in (("overlay", "policy,Arrival rate"), ("differences", "policy,point"), ("inputs", "input,A,B")):
        button = compare.locator(f'button[id*=\'"table":"{name}"\']')
        if name != "inputs":
            button.locator("xpath=../summary").click()
        with compare.expect_download() as download:
            button.click()
        assert download.value.path().read_text().startswith(head)
        assert download.value.suggested_filename == f"corral-compare-{name}.csv"


def test_everything_can_be_done_with_the_keyboard(compare: Page) -> None:
    compare.keyboard.press("Tab")
    seen = []
    for _ in range(28):
        compare.keyboard.press("Tab")
        seen.append(compare.evaluate("document.activeElement.id || document.activeElement.innerText"))
    wanted = ["compare-choice-a", "compare-pasted-a", "compare-open-a", "compare-swap", "compare-metric"]
    assert [one for one in seen if one in wanted] == wanted
    compare.locator("#compare-swap").focus()
    compare.keyboard.press("Enter")
    expect(findings(compare)).to_contain_text("longer")
    expect(compare.locator("#compare-choice-a")).to_have_value("Schnor et al. 1996, system 2")
    compare.locator("#compare-choice-a").focus()
    compare.keyboard.press("ArrowDown")
    expect(compare.get_by_role("option").first).to_be_visible()  # keys before that have nothing to move in
    compare.keyboard.press("ArrowUp")
    compare.keyboard.press("Enter")
    expect(compare.locator("#compare-inputs")).to_contain_text("No input differs")


def test_a_list_is_searched_by_keys_and_stays_while_another_run_is_remembered(compare: Page) -> None:
    box = compare.locator("#compare-choice-b")
    box.focus()
    compare.wait_for_timeout(100)  # as people do: what stands there is marked
    compare.keyboard.type("convoy", delay=30)
    expect(compare.get_by_role("option")).to_have_count(1)
    options = "document.querySelector('[role=option]')"
    before = compare.evaluate_handle(options)
    run = {"title": "convoy of another tab", "family": "parallel-jobs", "link": "eNpLTEpOSQ", "when": "never"}
    compare.evaluate("run => dash_clientside.set_props('shell-recent', { data: [run] })", run)
    compare.wait_for_timeout(300)
    assert compare.evaluate(f"before => before === {options}", before), "the list moved under the hand"
    expect(compare.get_by_role("option")).to_have_count(1)
    compare.keyboard.press("Enter")
    expect(compare.locator("#compare-head")).to_contain_text("B Convoy: short jobs behind a wide one")
    compare.keyboard.press("Tab")
    box.focus()
    compare.keyboard.press("ArrowDown")
    expect(compare.get_by_role("option", name=re.compile("convoy of another tab"))).to_have_count(1)


def test_the_link_to_share_is_the_address_of_the_comparison(compare: Page) -> None:
    compare.context.grant_permissions(["clipboard-read", "clipboard-write"])
    compare.get_by_role("button", name="Share").click()
    compare.get_by_role("button", name="Copy link").click()
    expect(compare.get_by_text("Copied.", exact=True)).to_be_visible()
    assert compare.evaluate("navigator.clipboard.readText()") == compare.url
    assert f"compare?a={ONE}&b={TWO}" in compare.url


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_nothing_for_axe_and_no_horizontal_scrolling(watched: Page, address: str, scheme: str, width: int) -> None:
    watched.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    watched.set_viewport_size({"width": width, "height": 900})
    open_compare(watched, address)
    watched.wait_for_selector(f"[data-mantine-color-scheme={scheme}]")
    if width < 900:  # the choice is put away at first
        expect(watched.get_by_label("or paste a link for A")).to_be_hidden()
        top = watched.locator("#compare-overlay").evaluate("one => one.getBoundingClientRect().top + scrollY")
        assert top < 480, "the curves are not on the first screen"
        expect(watched.locator("#compare-notes")).to_be_hidden()
        watched.get_by_text("More", exact=True).click()
        expect(watched.locator("#compare-more")).to_contain_text("Paired: both use seed 1996")
        watched.locator("#compare-drawer > summary").click()
    paste(watched, "A", "damaged")
    expect(watched.get_by_text("This cannot be opened")).to_be_visible()
    for summary in watched.get_by_text("Table of this picture").all():
        summary.click()
    watched.wait_for_timeout(1200)
    assert violations(watched) == []
    assert watched.evaluate("document.documentElement.scrollWidth") <= width
