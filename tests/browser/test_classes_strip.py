"""Job classes drawn by hand: the jobs of the picture are those of the engine, and what is dragged is one change."""

import re
from typing import Any

import numpy as np
import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from playwright.sync_api import Page, expect
from pydantic import TypeAdapter

from components.pages.studio.families.parallel_jobs.sketch.classes_strip import DRAWN, create_classes_strip
from engine.parallel_jobs.inputs.demand_quantiles import quantile
from engine.parallel_jobs.inputs.demands import Demand
from engine.parallel_jobs.inputs.workload import draw_jobs
from engine.study.registry import EXAMPLES, read_scenario
from tests.browser_code.node_module import NodeModule, module_of

pytestmark = pytest.mark.browser

script = module_of("board/classes/class_numbers.js")

VARIATION = st.floats(0.2, 5)
MEAN = st.floats(1, 1e6)
LAWS = st.one_of(
    st.builds(lambda mean: {"distribution": "constant", "mean": mean}, MEAN),
    st.builds(lambda mean: {"distribution": "exponential", "mean": mean}, MEAN),
    st.builds(lambda low, more: {"distribution": "uniform", "low": low, "high": low + more}, MEAN, MEAN),
    st.builds(
        lambda mean, cv: {"distribution": "log-normal", "mean": mean, "coefficient_of_variation": cv}, MEAN, VARIATION
    ),
    st.builds(
        lambda mean, cv: {"distribution": "hyperexponential", "mean": mean, "coefficient_of_variation": 1 + cv},
        MEAN,
        VARIATION,
    ),
)
SPREADS = st.builds(lambda kind, up_to: {"spread": kind} | ({} if kind == "same" else {"up_to": up_to}),
                    st.sampled_from(["same", "evenly", "powers-of-two"]), st.integers(20, 30))  # fmt: skip
CLASSES = st.builds(
    lambda **one: one,
    demand=LAWS, min_size=st.integers(1, 5), max_size=st.integers(5, 20), min_size_spread=SPREADS,
    max_size_spread=SPREADS, kind=st.sampled_from(["rigid", "moldable", "malleable"]),
    requested_size=st.sampled_from(["smallest", "largest"]), weight=st.floats(0.1, 9),
)  # fmt: skip


def as_read(one: dict[str, Any]) -> dict[str, Any]:
    """A class as `board/classes/classes.js` reads it from the form."""
    law = {name: value for name, value in one["demand"].items() if name != "distribution"}
    spreads = {
        to: {"kind": one[name]["spread"], "upTo": one[name].get("up_to", 0)}
        for to, name in (("minSpread", "min_size_spread"), ("maxSpread", "max_size_spread"))
    }
    plain = {"min": one["min_size"], "max": one["max_size"], "kind": one["kind"], "requested": one["requested_size"]}
    return {"law": one["demand"]["distribution"], "demand": law, "weight": one["weight"], **spreads, **plain}


@settings(max_examples=40, deadline=None)
@given(st.lists(CLASSES, min_size=1, max_size=3), st.integers(0, 2**31))
def test_the_jobs_of_the_picture_are_those_of_the_engine(
    script: NodeModule, classes: list[dict[str, Any]], seed: int
) -> None:
    tree = EXAMPLES["schnor-system-1"].model_dump(mode="json")
    usual = tree["workload"]["job_classes"][0]
    tree["workload"]["job_classes"] = [usual | one | {"name": f"class {n}"} for n, one in enumerate(classes)]
    tree["study"]["seed"] = seed
    told = orjson.loads(getattr(create_classes_strip(tree)[0], "data-classes"))
    read = [as_read(one) for one in tree["workload"]["job_classes"]]
    machines = sum(group["count"] for group in tree["cluster"]["groups"])
    asked = [read, told["sample"], DRAWN, machines]
    drawn = script.evaluate("asked => corral.classNumbers.jobs(...asked)", asked)
    tree["workload"]["jobs"] = DRAWN
    jobs = draw_jobs(read_scenario(tree), 0)  # type: ignore[arg-type]
    same = np.array([one["number"] for one in drawn]) == jobs.job_class
    assert same.mean() > 0.99  # numbers are sent with five digits
    for name, values in (("demand", jobs.demand), ("low", jobs.min_size), ("high", jobs.max_size)):
        found = np.array([one[name] for one in drawn])[same]
        near = np.isclose(found, values[same], rtol=2e-3)
        assert near.mean() > 0.98, name


@settings(max_examples=40, deadline=None)
@given(LAWS)
def test_an_ellipse_reaches_as_far_as_the_quantiles_and_goes_to_where_it_is_dragged(
    script: NodeModule, law: dict[str, Any]
) -> None:
    demand = TypeAdapter(Demand).validate_python(law)
    fields = {name: value for name, value in law.items() if name != "distribution"}
    reach = script.evaluate("one => corral.classNumbers.reach(one)", {"law": law["distribution"], "demand": fields})
    near = 0.11 if law["distribution"] == "hyperexponential" else 1e-9  # as the engine has it without many steps
    assert reach["mean"] == pytest.approx(demand.mean)
    assert reach["low"] == pytest.approx(quantile(demand, 0.9), rel=near)
    assert reach["high"] == pytest.approx(quantile(demand, 0.1), rel=near)
    if law["distribution"] not in ("uniform", "log-normal"):
        return
    for name, end in (("low", "low"), ("high", "high"), ("coefficient_of_variation", "low")):
        if name in fields:
            told = script.evaluate(
                f"([end, now]) => corral.classNumbers.fromEnd.{name}(end, now)", [reach[end], fields]
            )
            assert told == pytest.approx(fields[name], rel=1e-6)


def test_a_class_is_moved_by_hand_and_by_keys(studio: Page) -> None:
    page, keys = studio, studio.keyboard
    strip = page.locator(".board.classes")
    middle = strip.get_by_role("slider", name="Mean demand")
    middle.focus()
    keys.press("ArrowRight")
    expect(page.locator("#studio-name")).to_contain_text(re.compile("mean demand 6.000 → 6.100"))
    expect(page.get_by_label("Mean demand (s)")).to_be_visible()  # the exact fields came
    before = middle.get_attribute("aria-valuenow")
    box = strip.locator(".body").bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] - 20)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2 + 30, box["y"] + box["height"] - 60, steps=5)
    expect(strip.locator(".bubble")).to_contain_text("mean demand")
    page.mouse.up()
    expect(page.locator("#studio-name")).to_contain_text("smallest size")
    assert float(middle.get_attribute("aria-valuenow") or 0) > 6100
    page.get_by_role("button", name="Undo").click()  # both are one step
    expect(middle).to_have_attribute("aria-valuenow", before or "")
    expect(page.locator("#studio-name")).not_to_contain_text("smallest size")
