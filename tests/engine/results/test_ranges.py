"""No interval leaves the range in which its quantity can be; means stay, and differences are shown as before."""

from math import inf, isinf

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.inputs.scenario import Scenario
from engine.metrics.catalogue import METRICS, metric_of
from engine.results.comparison import differences
from engine.results.contrast import contrasts
from engine.results.export import summaries
from engine.results.result import Result
from engine.statistics.means import Estimate, estimate
from engine.study.registry import EXAMPLES

NAMES = ("jain_index", "gini", "lorenz[0.5]", "utilization", "accepted_jobs", "wait_time", "bounded_slowdown", "profit")
FEW = 3


def made_up(table: np.ndarray, names: tuple[str, ...] = NAMES) -> Result:
    """A result of two policies with values of one's own; their queues settle."""
    tree = EXAMPLES["schnor-system-1"].model_dump(mode="json") | {"policies": ["SED", "FCFS"]}
    tree["study"] |= {"vary": None, "replications": FEW}
    return Result(type(EXAMPLES["schnor-system-1"]).read(tree), names, table, lambda _: [])


def ends_of(name: str) -> tuple[float, float]:
    metric = metric_of(name)
    return metric.least, metric.greatest


some_parts = st.lists(st.floats(0, 1), min_size=2 * FEW * len(NAMES), max_size=2 * FEW * len(NAMES))


@given(some_parts)
def test_intervals_stay_within_the_range(parts: list[float]) -> None:
    low, high = np.transpose([ends_of(name) for name in NAMES])
    share = np.array(parts).reshape(1, 2, FEW, len(NAMES))
    result = made_up(low + share * np.where(np.isinf(high), 50.0, high - low))
    for row in result.rows():
        least, greatest = ends_of(row["metric"])
        assert row["mean"] == estimate(result.samples(0, row["policy"], row["metric"])).mean
        assert least <= row["low"] <= row["mean"] * (1 + 1e-12) + 1e-12
        assert row["mean"] * (1 - 1e-12) - 1e-12 <= row["high"] <= greatest
    table = summaries(result).to_pandas()
    assert (table["low"] >= [ends_of(name)[0] for name in table["metric"]]).all()
    for name in NAMES:
        found = [(one.size, one.is_relative) for one in differences(result, 0, name)]
        both = contrasts(result, result.only(["SED", "FCFS"]), name)
        for size, is_relative in (*found, *((one.size, one.is_relative) for one in both)):
            farthest = 1 if is_relative else metric_of(name).farthest
            assert not size.low < -farthest
            assert is_relative or not size.high > farthest
    speed_up = result.speed_up(0, "SED", "FCFS", "wait_time")
    assert not speed_up.low < 0


def test_what_was_outside() -> None:
    """A Jain index of [-0.10, 1.19], and a wait of [-7e-5, 2e-4] s."""
    jain, wait = np.array([0.1, 0.75, 0.78]), np.array([0.0, 2e-4, 0.0])
    table = np.array([[[[a, b] for a, b in zip(jain, wait, strict=True)]] * 2])
    result = made_up(table, ("jain_index", "wait_time"))
    plain = estimate(jain)
    assert plain.low < 0
    assert plain.high > 1
    assert result.estimate(0, "SED", "jain_index")[:3] == (plain.mean, 0.0, 1.0)
    assert result.estimate(0, "SED", "wait_time").low == 0.0


def test_an_interval_always_holds_its_mean() -> None:
    """Rounding, or what a metric was not thought to be, never turns an interval round."""
    assert Estimate(1.2, 1.1, 1.3, 3).within(0, 1) == Estimate(1.2, 1.1, 1.2, 3)
    assert Estimate(-0.1, -0.2, 0.3, 3).within(0, 1) == Estimate(-0.1, -0.1, 0.3, 3)
    assert np.isnan(Estimate(0.5, np.nan, np.nan, 1).within(0, 1).low)


def test_every_metric_says_between_what_it_can_be() -> None:
    for name, metric in METRICS.items():
        assert metric.least < metric.greatest, name
        assert isinf(metric.least) or metric.least in (-1.0, 0.0, 1.0), name
        if metric.shown_unit == "%" and not metric.can_be_negative and name not in ABOVE_ALL:
            assert metric.greatest == 1.0, name
    assert metric_of("shaking[bounded_slowdown]")[-2:] == (0.0, inf)
    assert metric_of("resampled[bounded_slowdown]").least == 1.0


ABOVE_ALL = ("lost_work", "lost_tasks", "bound_excess", "saturation_throughput")
"""Shares of something that can be less than they are: work is lost, and lost again."""


@pytest.mark.parametrize(("name", "greatest"), [("kumar-two-jobs", 1.0), ("coscheduled-or-easy", inf)])
def test_nodes_that_do_input_beside_computing_do_more_than_all(name: str, greatest: float) -> None:
    scenario: Scenario = EXAMPLES[name]
    assert made_up_of(scenario).range_of("utilization") == (0.0, greatest)


def made_up_of(scenario: Scenario) -> Result:
    return Result(scenario, ("utilization",), np.zeros((len(scenario.points()), 1, 1, 1)), lambda _: [])
