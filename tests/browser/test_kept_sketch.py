"""A changed example says what was changed, and the way to another page and back loses nothing."""

import time

import pytest
from playwright.sync_api import Page, Route, expect

from components.sketches.link import from_link
from tests.browser.conftest import open_studio, violations
from tests.browser.test_studio import machines_of, type_into

pytestmark = pytest.mark.browser


def test_a_sketch_is_kept_on_the_way_to_compare_and_back(studio: Page, address: str) -> None:
    type_into(studio, "Machines of “slow”", "12")
    changed = studio.get_by_role("list", name="What was changed")
    expect(changed).to_contain_text("25 → 12")
    assert violations(studio) == []
    edge = studio.get_by_role("separator", name="Width of the sketch")
    edge.press("End")
    wide = edge.get_attribute("aria-valuenow")
    assert wide == edge.get_attribute("aria-valuemax") == studio.evaluate("String(Math.round(0.65 * innerWidth))")

    studio.get_by_role("banner").get_by_role("link", name="Compare").click()
    studio.wait_for_selector("#compare-overlay .scatterlayer .trace", state="attached")
    sketched = from_link(studio.evaluate("new URLSearchParams(location.search).get('b')"))
    assert sketched.model_dump()["cluster"]["groups"][1]["count"] == 12

    studio.get_by_role("banner").get_by_role("link", name="Studio").click()
    expect(machines_of(studio, "slow")).to_have_value("12")
    expect(edge).to_have_attribute("aria-valuenow", wide)
    studio.get_by_role("button", name="Undo").click()
    expect(machines_of(studio, "slow")).to_have_value("25")
    expect(changed).to_have_count(0)
    studio.get_by_role("button", name="Redo").click()
    expect(changed).to_contain_text("25 → 12")
    changed.get_by_role("button", name="Take back").click()
    expect(machines_of(studio, "slow")).to_have_value("25")

    type_into(studio, "Machines of “fast”", "3")
    expect(changed).to_contain_text("5 → 3")
    open_studio(studio, address)  # as from a bookmark: the example, and the way to the sketch
    expect(machines_of(studio, "fast")).to_have_value("5")
    studio.get_by_role("link", name="System 1").click()
    expect(machines_of(studio, "fast")).to_have_value("3")


@pytest.mark.parametrize("awaited", ["studio-named", "studio-link"])
def test_what_was_typed_is_kept_before_the_server_has_answered(studio: Page, address: str, awaited: str) -> None:
    """Whoever leaves while an answer is under way finds the sketch; it was lost while the server looked for a name."""

    def hold(route: Route) -> None:
        if f"{awaited}.data" in (route.request.post_data_json or {}).get("output", ""):
            held.append(route)
        else:
            route.continue_()

    held: list[Route] = []
    studio.route("**/_dash-update-component*", hold)
    type_into(studio, "Machines of “fast”", "3")
    deadline = time.monotonic() + 30
    while not held:
        studio.wait_for_timeout(50)
        assert time.monotonic() < deadline
    studio.wait_for_timeout(200)
    studio.goto("about:blank")  # before what is held can be answered
    studio.unroute("**/_dash-update-component*")
    open_studio(studio, address)
    studio.get_by_role("link", name="System 1" + (", with what you typed" if awaited == "studio-link" else "")).click()
    expect(machines_of(studio, "fast")).to_have_value("3")
