"""Outages and owners painted on machines x hours: bars stand where the engine has its events."""

import re
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from playwright.sync_api import Page, expect

from components.sketches.link import to_link
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.machine_events.draws import draw_machine_events
from engine.study.registry import EXAMPLES
from tests.browser.conftest import until_live, violations
from tests.browser_code.node_module import NodeModule, module_of

pytestmark = pytest.mark.browser

DAY, WEEK, FOREVER = 86_400, 604_800, 2e9

SHUTDOWNS = st.builds(
    lambda at, duration, every: {
        "event": "shutdown", "group": "fast", "count": 3, "at": at, "notice": 0, "every": every,
        "duration": min(duration, every - 1) if every else duration,
    },
    st.integers(0, 2 * DAY), st.integers(1, DAY), st.sampled_from([0, DAY, WEEK]),
)  # fmt: skip
OWNERS = st.builds(
    lambda comes, length, weekend: {
        "event": "owners", "group": "fast", "comes_at": comes / 4, "leaves_at": (comes + length) / 4, "spread": 0,
        "presence": 1, "weekend_off": weekend,
    },
    st.integers(0, 40), st.integers(1, 40), st.booleans(),
)  # fmt: skip

script = module_of("board/hours/hours.js", "board/events/event_kinds.js")


@settings(max_examples=30, deadline=None)
@given(SHUTDOWNS | OWNERS)
def test_bars_stand_where_the_engine_has_its_events(script: NodeModule, event: dict[str, Any]) -> None:
    tree = EXAMPLES["evacuation"].model_dump(mode="json") | {"machine_events": [event]}
    scenario = ParallelJobsScenario.read(tree)
    drawn = draw_machine_events(scenario, 0, WEEK)
    own = drawn.time[drawn.machine == 19]
    bars = script.evaluate("one => corral.eventKinds.KINDS[one.event].spans(one, 604800)", event)
    instants = np.array([instant for bar in bars for instant in (bar["from"], bar["to"])])
    assert np.array_equal(own, instants[instants < WEEK])


@settings(max_examples=30, deadline=None)
@given(
    SHUTDOWNS | OWNERS, st.sampled_from(["move", "start", "end", "top"]), st.floats(0, 1), st.sampled_from([900, 3600])
)
def test_wherever_an_edge_is_dragged_there_is_a_scenario(
    script: NodeModule, event: dict[str, Any], edge: str, share: float, step: int
) -> None:
    told = script.evaluate(
        """([values, name, share, step]) => {
            const edge = corral.eventKinds.KINDS[values.event].edges(values, 20, { step: step, length: 86400 })[name];
            const value = edge.low + share * (Math.min(edge.high, 1e6) - edge.low);
            return edge.told(edge.isCount ? Math.round(value) : value);
        }""",
        [event, edge, share, step],
    )
    changed = event | told
    ParallelJobsScenario.read(EXAMPLES["evacuation"].model_dump(mode="json") | {"machine_events": [changed]})
    if edge == "move" and event["event"] == "owners":
        assert changed["leaves_at"] - changed["comes_at"] == pytest.approx(event["leaves_at"] - event["comes_at"])


def test_outages_are_drawn_moved_and_taken_back(watched: Page, address: str) -> None:
    watched.goto(f"{address}?s={to_link(EXAMPLES['evacuation'])}")
    until_live(watched)
    first, second = watched.locator("#event-bar-0"), watched.locator("#event-bar-1")
    expect(first).to_have_attribute("aria-valuetext", "12:00 for 6 h, 7 machines, every day")
    # by keys: later, longer, fewer, weekly
    first.focus()
    for key in ("ArrowRight", "Alt+Shift+ArrowRight", "ArrowDown", "r"):
        watched.keyboard.press(key)
    expect(first).to_have_attribute("aria-valuetext", "12:15 for 8.5 h, 6 machines, every week")
    # by hand: one is drawn in the other lane, and what is drawn there has the focus
    lane = watched.locator(".events .lane rect").nth(1).bounding_box()
    assert lane is not None
    watched.mouse.move(lane["x"] + 0.25 * lane["width"], lane["y"] + 2)
    watched.mouse.down()
    watched.mouse.move(lane["x"] + 0.5 * lane["width"], lane["y"] + 2, steps=4)
    watched.mouse.up()
    expect(second).to_be_focused()
    expect(second).to_have_attribute("aria-valuetext", re.compile("^6:00 for 6 h, (9|10) machines$"))
    expect(watched.locator('input[id*="machine_events.1.at"]')).to_have_value(re.compile("^21.?600$"))
    # held, and taken back; then gone, and taken back
    bar = second.locator(".span").bounding_box()
    assert bar is not None
    watched.mouse.move(bar["x"] + 20, bar["y"] + 8)
    watched.mouse.down()
    watched.mouse.move(bar["x"] + 60, bar["y"] + 8, steps=4)
    expect(second).not_to_have_attribute("aria-valuetext", re.compile("^6:00"))
    watched.keyboard.press("Escape")
    watched.mouse.up()
    expect(second).to_have_attribute("aria-valuetext", re.compile("^6:00 for 6 h"))
    watched.keyboard.press("Delete")
    expect(second).to_have_count(0)
    watched.get_by_role("button", name="Undo").click()
    expect(second).to_have_attribute("aria-valuetext", re.compile("^6:00 for 6 h"))
    assert violations(watched) == []
