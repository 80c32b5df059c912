"""Windows of a replication of coscheduling in the browser: from the whole run to single messages, and the matrix."""

import pytest
from playwright.sync_api import Page, expect

from components.sketches.link import to_link
from engine.coscheduling.inputs.scenario import CoschedulingScenario
from tests.browser.conftest import until_live, violations
from tests.components.studio.test_coscheduling import TREE

pytestmark = pytest.mark.browser

SCENARIO = CoschedulingScenario.read(TREE)


def open_small(page: Page, address: str) -> None:
    page.goto(f"{address}?s={to_link(SCENARIO)}")
    until_live(page)


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_one_gets_from_the_whole_run_to_a_message(watched: Page, address: str, width: int, scheme: str) -> None:
    page = watched
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    page.set_viewport_size({"width": width, "height": 900})
    open_small(page, address)
    expect(page.get_by_role("tab", name="Schedule", exact=True)).to_have_count(0)
    page.get_by_role("tab", name="Node timeline").click()
    text = page.locator("#studio-timeline-text")
    expect(text).to_contain_text("PB, nodes 1 to 8, 0 s to", timeout=90_000)
    page.locator("#studio-since").fill("0.2")
    page.locator("#studio-until").fill("0.6")
    expect(text).to_contain_text("0.2 s to 0.6 s")
    for span in ("200 ms", "100 ms", "50 ms"):
        page.get_by_role("button", name="Zoom in").locator("visible=true").first.click()
        expect(text).to_contain_text(f"({span} of")
    expect(page.locator("#studio-message-text")).to_contain_text("Message of job")
    group = page.get_by_role("group", name="Node timeline")
    group.focus()
    page.keyboard.press("+")
    expect(text).to_contain_text("(25 ms of")
    page.evaluate(
        """() => { const picture = document.querySelector('#studio-timeline .js-plotly-plot');
        Plotly.relayout(picture, {'xaxis.range[0]': 400, 'xaxis.range[1]': 405,
                                  'yaxis.range[0]': 4.5, 'yaxis.range[1]': 0.5}); }"""
    )
    expect(text).to_contain_text("nodes 1 to 4, 0.4 s to 0.405 s (5 ms of")
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width

    page.get_by_role("tab", name="Queues").click()
    expect(page.locator("#studio-queues-text")).to_contain_text("PB, node 1,")
    assert violations(page) == []


def test_gang_scheduling_has_a_matrix_instead_of_queues(watched: Page, address: str) -> None:
    page = watched
    open_small(page, address)
    page.get_by_role("tab", name="Queues").click()
    page.locator("#studio-replay-policy").click()
    page.get_by_role("option", name="GS", exact=True).locator("visible=true").first.click()
    expect(page.get_by_role("tab", name="Matrix")).to_have_attribute("aria-selected", "true")
    expect(page.get_by_role("tab", name="Queues")).to_have_count(0)
    expect(page.locator("#studio-instant")).to_contain_text("Slot 1 of", timeout=90_000)
    page.get_by_role("button", name="Next step").click()
    expect(page.locator("#studio-instant")).to_contain_text("Slot 2 of")
    expect(page.locator("#studio-matrix-text")).to_contain_text("slot 2 of")
    page.get_by_role("tab", name="Profile").click()
    expect(page.locator("#studio-node-profile-text")).to_contain_text("GS")
    assert violations(page) == []
    page.get_by_role("tab", name="Boosts").click()
    expect(page.locator("#studio-boosts-text")).not_to_be_empty()
