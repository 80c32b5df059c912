"""Small curves that are bent by hand: they are those of the engine, and a hand finds a value for each place."""

import re
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from playwright.sync_api import Page, expect
from pydantic import TypeAdapter

from components.sketches.link import to_link
from engine.parallel_jobs.inputs.speedup import SpeedupCurve
from engine.study.registry import EXAMPLES
from tests.browser.conftest import until_live
from tests.browser.test_shares_drawn import drag
from tests.browser_code.node_module import NodeModule, module_of

pytestmark = pytest.mark.browser

script = module_of("board/speedup_curve.js")

SPEEDUPS = st.one_of(
    st.builds(lambda share: {"model": "amdahl", "serial_share": share}, st.floats(0, 1)),
    st.builds(lambda a, v: {"model": "downey", "parallelism": a, "variance": v}, st.floats(1, 200), st.floats(0, 3)),
    st.builds(
        lambda factors: {
            "model": "table",
            "processors": [2**k for k in range(len(factors) + 1)],
            "speedup": [1.0, *np.cumprod(factors).tolist()],
        },
        st.lists(st.floats(1, 2), min_size=1, max_size=6),
    ),
    st.just({"model": "linear"}),
)


@settings(max_examples=60, deadline=None)
@given(SPEEDUPS)
def test_a_curve_is_that_of_the_engine(script: NodeModule, speedup: dict[str, Any]) -> None:
    curve = TypeAdapter(SpeedupCurve).validate_json(TypeAdapter(dict).dump_json(speedup)).curve(100)
    drawn = script.evaluate(
        """one => Array.from({length: 100}, (none, k) => corral.CURVES[one.model](k + 1,
            {share: one.serial_share, parallelism: one.parallelism, variance: one.variance, processors: one.processors,
             speedup: one.speedup}))""",
        speedup,
    )
    assert drawn == pytest.approx(curve[1:], rel=1e-9)


@settings(max_examples=60, deadline=None)
@given(st.floats(1, 200), st.floats(0, 3), st.integers(2, 100))
def test_a_hand_at_a_place_of_the_curve_finds_its_value(script: NodeModule, a: float, variance: float, n: int) -> None:
    solved = script.evaluate(
        """([a, v, n]) => {
            const of = (one) => corral.CURVES.downey(n, {parallelism: one, variance: v});
            return [of(a), of(corral.solve(of, 1, 2000, of(a)))];
        }""",
        [a, variance, n],
    )
    assert solved[1] == pytest.approx(solved[0], rel=1e-6)


def test_linear_speedup_is_bent_and_a_deadline_is_drawn(watched: Page, address: str) -> None:
    watched.goto(f"{address}?s={to_link(EXAMPLES['kumar-table-4-2'])}")
    until_live(watched)
    watched.locator("summary", has_text="Job class:").click()
    watched.locator("summary", has_text="Speedup:").click()
    edge = watched.get_by_role("slider", name="Edge: Serial share")
    drag(watched, edge, 20)
    share = watched.locator("""input[id*='.speedup.serial_share"']""")
    expect(share).to_have_value(re.compile(r"^0\.0\d+$"))
    expect(edge).to_be_focused()
    drawn = float(share.input_value())
    edge.press("ArrowDown")  # bends it further
    expect(edge).to_have_attribute("aria-valuenow", re.compile(r"^0\.\d+$"))
    assert float(share.input_value()) > drawn
    watched.get_by_role("button", name="Undo").click()
    watched.get_by_role("button", name="Undo").click()
    expect(share).to_have_count(0)
    watched.locator("summary", has_text="Deadline and profit:").click()
    deadline = watched.get_by_role("slider", name="Edge: Mean deadline")
    expect(deadline).to_have_attribute("aria-valuetext", "no deadline")
    deadline.press("ArrowLeft")
    expect(watched.locator("""input[id*='.deadline.mean"']""")).to_have_count(1)
    expect(deadline).to_have_attribute("aria-valuetext", re.compile("^deadline .+ (min|h)$"))
