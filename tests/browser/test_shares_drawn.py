"""How much of the time others have the machines, drawn as the fill of a block; by hand and by keys."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from components.sketches.link import to_link
from engine.study.registry import EXAMPLES
from tests.browser.conftest import until_live

pytestmark = pytest.mark.browser


def number_in(field: Locator) -> float:
    """What a field holds, with or without spaces between thousands."""
    return float(re.sub(r"\s", "", field.input_value()))


def drag(page: Page, edge: Locator, down: float, across: float = 0) -> None:
    """Take the middle of what can be touched, and let go *down* px lower and *across* px to the right."""
    edge.evaluate("one => one.scrollIntoView({block: 'center'})")  # not below what stands at the foot of the sketch
    touch = edge.locator(".touch").bounding_box()
    assert touch is not None
    x, y = touch["x"] + touch["width"] / 2, touch["y"] + touch["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + across, y + down, steps=4)
    page.mouse.up()


def test_users_of_a_group_are_drawn_where_there_were_none_and_go_again(studio: Page) -> None:
    edge = studio.get_by_role("slider", name="Edge: Users of “slow”, share of the time")
    expect(edge).to_have_attribute("aria-valuetext", "users 0 %")
    drag(studio, edge, 14)
    expect(edge).to_have_attribute("aria-valuetext", re.compile("^users (3|4|5)[0-9](\\.[0-9])? %$"))
    expect(edge).to_be_focused()
    away = studio.locator("""input[id*='"path":"machine_events.0.mean_away"']""")
    expect(away).not_to_have_value("")
    before, shown = number_in(away), away.input_value()
    edge.press("ArrowUp")
    expect(away).not_to_have_value(shown)
    expect(edge).to_have_attribute("aria-valuetext", re.compile("^users [456][05] %$"))
    assert number_in(away) < before
    edge.press("Home")
    expect(away).to_have_count(0)
    expect(edge).to_have_attribute("aria-valuetext", "users 0 %")
    expect(edge).to_be_focused()


def test_the_load_of_owners_is_dragged(watched: Page, address: str) -> None:
    watched.goto(f"{address}?s={to_link(EXAMPLES['mixed-laboratory'])}")
    until_live(watched)
    load = watched.locator("""input[id*='"path":"cluster.groups.0.load"']""")
    expect(load).not_to_have_value("")
    before = number_in(load)
    drag(watched, watched.get_by_role("slider", name="Edge: Background load").first, 12)
    assert number_in(load) > before


def test_how_long_owners_are_away_is_dragged_and_the_share_follows(watched: Page, address: str) -> None:
    watched.goto(f"{address}?s={to_link(EXAMPLES['opportunistic-pool'])}")
    until_live(watched)
    fill = watched.get_by_role("slider", name="Edge: Owners of all workers, share of the time")
    expect(fill).to_have_attribute("aria-valuetext", "owners 22.6 %")
    watched.get_by_role("slider", name="Edge: Mean time away").press("Shift+ArrowRight")
    away = watched.locator("""input[id*='"path":"workers.availability.away.mean"']""")
    expect(away).to_have_value("130")
    expect(fill).to_have_attribute("aria-valuetext", "owners 52.9 %")
    drag(watched, watched.get_by_role("slider", name="Edge: Mean time up"), 0, -20)
    up = watched.locator("""input[id*='"path":"workers.availability.up.mean"']""")
    assert number_in(up) < 60
