"""Arrivals by the hour in the form: the strip, ready curves, and what is typed."""

from typing import Any

import orjson
import pytest
from scipy import stats

from components.controls.values import ValuesError
from components.pages.studio.families.parallel_jobs.sketch.hours_form import HOURS, RATE, STRENGTH, read_hours
from components.pages.studio.families.parallel_jobs.sketch.hours_presets import LUBLIN_FEITELSON, TAKE
from components.pages.studio.sketch.folded import paths_in
from components.pages.studio.sketch.reshape import press
from components.pages.studio.sketch.sketch import create_sketch
from engine.inputs.by_hour import WEEK
from engine.study.registry import EXAMPLES, read_scenario
from tests.components.trees import every


def strip_in(tree: dict[str, Any]) -> dict[str, Any]:
    (found,) = [one for section in create_sketch(tree) for one in every(section) if hasattr(one, "data-hours")]
    told: dict[str, Any] = orjson.loads(getattr(found, "data-hours"))
    return told


@pytest.mark.parametrize("action", TAKE)
def test_a_ready_curve_keeps_the_mean_rate_and_can_be_drawn(action: str) -> None:
    tree = EXAMPLES["schnor-system-1"].model_dump(mode="json")
    taken = press(tree, action)
    read_scenario(taken)
    assert taken["workload"]["arrivals"]["rate_per_1000_s"] == tree["workload"]["arrivals"]["rate_per_1000_s"]
    told = strip_in(taken)
    assert {told[name]["path"] for name in ("hours", "rate", "strength")} == {HOURS, RATE, STRENGTH}
    assert {HOURS, RATE, STRENGTH} <= set(paths_in(create_sketch(taken)))


def test_the_measured_day_is_that_of_the_model() -> None:
    law = stats.gamma(8.1737, scale=3.9631)
    weights = [0.0] * 48
    for i in range(11, 59):
        weights[(i - 1) % 48] = law.cdf(i + 0.5) - law.cdf(i - 0.5)
    mean = sum(weights) / 48
    hours = [(weights[2 * hour] + weights[2 * hour + 1]) / 2 / mean for hour in range(24)]
    assert list(LUBLIN_FEITELSON) == pytest.approx(hours, abs=6e-4)


def test_what_is_typed_is_a_day_or_a_week() -> None:
    assert len(read_hours(", ".join(["1.5"] * WEEK))) == WEEK
    with pytest.raises(ValuesError, match="25 numbers; 24"):
        read_hours(", ".join(["1"] * 25))
    with pytest.raises(ValuesError, match="more than 168"):
        read_hours(", ".join(["1"] * 169))
