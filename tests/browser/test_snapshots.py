"""The strip of snapshots: what undo leads to, as pictures on one scale, gone to by a click or by keys."""

from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect

from components.sketches.link import from_link, to_link
from engine.study.registry import EXAMPLES
from tests.browser.conftest import in_sight
from tests.browser_code.node_module import NodeModule, module_of

pytestmark = pytest.mark.browser

LOOKS = {"SED": {"light": "#000000", "dark": "#ffffff", "dash": "solid"}}

script = module_of("studio/history.js", "before/snapshot_picture.js")


def figure(ys: list[float | None], top: float, units: list[float] | None = None) -> dict[str, Any]:
    line = {"name": "SED", "mode": "lines+markers", "x": list(range(len(ys))), "y": ys}
    meta = {"of": ["response_time", "rate"], "units": units or [1, 1]}
    return {"data": [line], "layout": {"meta": meta, "yaxis": {"range": [0, top]}}}


def pictures(module: NodeModule, *figures: dict[str, Any]) -> Any:
    return module.evaluate(
        "([figures, looks]) => figures.map((one) => corral.snapshotPicture.of(one, looks))", [figures, LOOKS]
    )


def top(module: NodeModule, *figures: dict[str, Any]) -> float:
    drawn = pictures(module, *figures)
    scales = module.evaluate("drawn => corral.snapshotPicture.scales(drawn)", drawn)
    return float(scales["response_time,rate"]["top"])


def test_pictures_of_a_metric_share_a_scale_whatever_unit_they_are_told_in(script: NodeModule) -> None:
    seconds, minutes = figure([60, 120], 150), figure([1, 2], 2.5, units=[1, 1 / 60])
    assert pictures(script, seconds)[0]["lines"] == pictures(script, minutes)[0]["lines"]
    assert top(script, seconds, minutes) == 150


def test_one_far_above_the_others_does_not_press_them_flat_and_something_is_seen_of_each(script: NodeModule) -> None:
    usual = figure([1, 10], 10)
    assert top(script, usual, usual, figure([2, 1000], 1000)) == 20
    assert top(script, usual, usual, figure([800, 1000], 1000)) == 1000


def test_what_is_kept_is_drawn_only_if_it_is_a_picture(script: NodeModule) -> None:
    good = pictures(script, figure([1, None, 3], 4))[0]
    bad = [
        None,
        {},
        {"axes": "a", "lines": []},
        good | {"lines": [["SED", ["1"], [2]]]},
        good | {"lines": [[3, [1], [2]]]},
    ]
    found = script.evaluate("all => all.map(corral.snapshotPicture.isOne)", [good, *bad])
    assert found == [True, *(len(bad) * [False])]


def test_going_to_a_step_loses_none(script: NodeModule) -> None:
    known = {"past": [1, 2], "present": 3, "future": [4]}
    for to in range(4):
        found = script.evaluate("([known, to]) => corral.history.at(known, to)", [known, to])
        assert [*found["past"], found["present"], *found["future"]] == [1, 2, 3, 4]
        assert found["present"] == to + 1


def speed_in_the_address(page: Page) -> float:
    link = parse_qs(urlsplit(page.url).query).get("s", [to_link(EXAMPLES["schnor-system-1"])])[0]
    return float(from_link(link).model_dump()["cluster"]["groups"][1]["speed_factor"])


def test_a_step_is_gone_to_by_click_and_by_keys_and_stays_when_the_page_is_loaded_again(studio: Page) -> None:
    strip = studio.locator("#studio-snapshots")
    expect(strip).to_be_hidden()
    speed = in_sight(studio.locator("input[id*='cluster.groups.1.speed_factor']"))
    steps = strip.get_by_role("button")
    for count, value in enumerate(("2", "1.3"), start=2):
        speed.fill(value)
        expect(steps).to_have_count(count)
        expect(steps.last.locator("svg")).to_be_visible()
    expect(steps.last).to_have_attribute("aria-current", "step")
    expect(steps.last).to_have_accessible_name("speed factor of “slow” 2 → 1.3")
    steps.nth(1).click()
    expect(speed).to_have_value("2")
    expect(steps).to_have_count(3)
    expect(steps.nth(1)).to_have_attribute("aria-current", "step")
    steps.nth(1).press("ArrowLeft")
    expect(steps.first).to_be_focused()
    steps.first.press("Enter")
    expect(speed).to_have_value("4")
    expect(steps.first).to_have_attribute("aria-current", "step")
    studio.wait_for_timeout(1500)  # the address has followed
    steps.nth(2).click()
    expect(speed).to_have_value("1.3")
    expect(studio.locator("#studio-name")).to_contain_text("4 → 1.3")
    while speed_in_the_address(studio) != 1.3:  # which follows a second after the last step
        studio.wait_for_timeout(100)
    studio.reload()
    expect(steps).to_have_count(3)
    expect(steps.last.locator("svg")).to_be_visible()
