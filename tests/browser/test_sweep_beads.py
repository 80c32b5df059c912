"""The values that are varied, as beads on the axis of the curves: both sides read the same values; a story."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from playwright.sync_api import FloatRect, Locator, Page, expect

from components.controls.values import ValuesError, format_values, parse_values
from components.sketches.link import to_link
from engine.study.registry import EXAMPLES
from tests.browser.conftest import until_live, violations
from tests.browser_code.node_module import NodeModule, module_of

pytestmark = pytest.mark.browser

VALUES = 'textarea[id*="study.vary.values"]'

DECIMALS = st.builds(lambda digits, scale: digits / 10**scale, st.integers(0, 10_000), st.integers(0, 4))
RANGES = st.builds(
    lambda low, count, step: f"{low} to {round(low + count * step, 6)} step {step}",
    st.integers(0, 20),
    st.integers(0, 12),
    st.sampled_from([0.1, 0.2, 0.25, 1, 5]),
)

script = module_of("board/sweep/sweep_text.js")


@settings(max_examples=40, deadline=None)
@given(st.lists(st.one_of(DECIMALS.map(str), RANGES), min_size=1, max_size=5).map(", ".join))
def test_both_read_the_same_values_and_what_one_writes_the_other_reads(script: NodeModule, text: str) -> None:
    known = parse_values(text)
    found = script.evaluate("text => corral.sweepText.read(text)", text)
    assert found == pytest.approx(known)
    assert script.evaluate("text => corral.sweepText.read(text)", format_values(known)) == pytest.approx(known)
    assert parse_values(script.evaluate("values => corral.sweepText.write(values)", known)) == pytest.approx(known)


@pytest.mark.parametrize("text", ["", "soon", "1, two", "0 to 1 step 0", "0 to 100 step 1", "1 to 2", "0.1.2"])
def test_both_refuse_the_same_text(script: NodeModule, text: str) -> None:
    with pytest.raises(ValuesError):
        parse_values(text)
    assert script.evaluate("text => corral.sweepText.read(text)", text) is None


def once_it_stands_still(page: Page, what: Locator) -> FloatRect:
    """The place of *what* in view, once two looks in a row saw it there: curves that come move what is below them."""
    seen: FloatRect | None = None
    for _ in range(100):
        what.scroll_into_view_if_needed()
        place = what.bounding_box()
        if place is not None and place == seen:
            return place
        seen = place
        page.wait_for_timeout(150)
    raise AssertionError("it never stands still")


def test_a_value_is_added_moved_and_dragged_out(watched: Page, address: str) -> None:
    watched.goto(f"{address}?s={to_link(EXAMPLES['evacuation'])}")
    until_live(watched)
    values, beads = watched.locator(VALUES), watched.locator(".bead")
    expect(values).to_have_value("0.5, 1, 1.5, 2, 2.5")
    expect(beads).to_have_count(5)
    band = watched.locator(".sweep-band")
    place = band.bounding_box()
    assert place is not None
    band.click(position={"x": 0.7 * place["width"], "y": 8})
    expect(beads).to_have_count(6)
    expect(values).to_have_value(re.compile(r"^0\.5, 1, 1\.5, 1\.[78]\d*, 2, 2\.5$"))
    added = values.input_value()
    expect(watched.locator("#sweep-value-3")).to_be_focused()
    watched.keyboard.press("ArrowLeft")
    expect(values).to_have_value(re.compile(r"^0\.5, 1, 1\.5, 1\.[78]\d*, 2, 2\.5$"))
    expect(values).not_to_have_value(added)
    moved = values.input_value()
    expect(watched.locator("#studio-snapshots")).to_be_visible()  # above the curves, and moves them
    bead = once_it_stands_still(watched, watched.locator("#sweep-value-3 .touch"))
    watched.mouse.move(bead["x"] + 12, bead["y"] + 12)
    watched.mouse.down()
    watched.mouse.move(bead["x"] + 12, bead["y"] - 80, steps=4)
    expect(values).to_have_value("0.5, 1, 1.5, 2, 2.5")
    watched.mouse.up()
    expect(beads).to_have_count(5)
    watched.get_by_role("button", name="Undo").click()
    expect(values).to_have_value(moved)
    expect(beads).to_have_count(6)
    assert violations(watched) == []
