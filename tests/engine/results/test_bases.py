"""What a difference is told relative to, and where there is nothing to be relative to."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.metrics.catalogue import METRICS
from engine.results.comparison import differences
from engine.results.pairing import PairedTest, are_relative
from engine.statistics.means import estimate
from engine.statistics.ratio import Base, fieller
from engine.study.registry import read_scenario
from engine.study.run import run_study
from tests.engine.results.results_by_hand import at_one_point, one_difference


def test_no_replication_is_dropped_because_the_other_has_nothing_there() -> None:
    """FCFS 10 s in all ten, UFF 0 s in eight and 12 s in two: it was "-18 +- 21 %" of two replications."""
    found = one_difference(np.full(10, 10.0), np.array([0.0] * 8 + [12.0] * 2))
    assert not found.is_relative
    assert found.size == estimate(np.array([10.0] * 8 + [-2.0] * 2))
    assert found.shown
    back = one_difference(np.array([0.0] * 8 + [12.0] * 2), np.full(10, 10.0))  # 10 s is something to be relative to
    assert back.is_relative
    assert back.size == pytest.approx(estimate(np.array([-1.0] * 8 + [0.2] * 2)).within(-1.0, np.inf))


def test_the_small_study_that_dropped_8_of_10_replications_counts_them_all() -> None:
    tree = {
        "family": "parallel-jobs",
        "version": 1,
        "cluster": {"groups": [{"name": "m", "count": 4, "speed_factor": 1}]},
        "workload": {
            "arrivals": {"process": "poisson", "rate_per_1000_s": 1.2},
            "jobs": 50,
            "job_classes": [{"demand": {"distribution": "exponential", "mean": 1000}, "min_size": 1, "max_size": 4}],
        },
        "policies": ["FCFS", "UFF"],
        "study": {"replications": 10, "seed": 3},
    }
    (found,) = differences(run_study(read_scenario(tree)), 0, "wait_time")
    assert found.size.replications == 10
    assert not found.is_relative


def test_what_rounding_alone_makes_is_no_difference() -> None:
    """ "SAF 0.0000000000000061 % below Multifactor": the same numbers, added in another order."""
    own = np.linspace(100, 101, 10)
    found = one_difference(own * (1 + 2e-16 * 2), own)
    assert found.exactly_same
    assert not found.shown
    assert one_difference(own * (1 + 1e-9), own).shown  # of the model, however small


def test_beside_next_to_nothing_there_is_no_percentage() -> None:
    """ "6 800 +- 4 500 % above it": a hundredth of a second that is well known is no base for 70 s either."""
    noise = np.linspace(-1, 1, 10)
    found = one_difference(70 + 10 * noise, 0.01 + 0.0001 * noise)
    assert not found.is_relative
    assert found.size.mean == pytest.approx(69.99)
    assert one_difference(9.9 + noise, 1 + 0.1 * noise).is_relative


def test_what_can_be_negative_is_compared_by_difference() -> None:
    """Relative, -20 beside -10 would be 100 % more."""
    losses = {"efficiency_loss", "time_loss", "loss_median", "loss_q95", "loss_maximum", "loss_minimum"}
    errors = {"formula_error", "length_aware_error", "background_delay"}
    found = {metric.name for metric in METRICS.values() if metric.can_be_negative}
    assert found == {*losses, *errors, "time_loss_q95", "time_loss_maximum"}
    test = PairedTest(np.array([10.0, 11, 12]), np.array([20.0, 22, 24]))
    assert are_relative([test], can_be_negative=False)
    assert not are_relative([test], can_be_negative=True)
    assert not PairedTest(np.array([10.0, -11, 12]), np.array([20.0, 22, 24])).can_be_relative


def test_differences_that_are_told_together_have_one_base() -> None:
    rng = np.random.default_rng(8)
    own, other = rng.normal(100, 1, (2, 10))
    found = differences(at_one_point(own, other, np.zeros(10)), 0, "response_time")
    assert [one.is_relative for one in found] == [False, False]
    found = differences(at_one_point(own, other, own), 0, "response_time")
    assert [one.is_relative for one in found] == [True, True]


@given(
    seed=st.integers(0, 2**32 - 1), ratio=st.sampled_from([0.5, 0.9, 1.0, 1.1, 3.0]), replications=st.integers(12, 80)
)
def test_the_interval_of_a_ratio_of_means_agrees_with_the_paired_test(
    seed: int, ratio: float, replications: int
) -> None:
    rng = np.random.default_rng(seed)
    below = np.append(rng.uniform(0.5, 1.5, replications), 0.0)
    above = ratio * below + rng.normal(0, 0.1, len(below))
    test = PairedTest(below, above)
    assert (test.base, test.can_be_relative) == (Base.MEANS, True)
    for level in (0.95, 0.99, 0.995):
        found = test.estimate(True, level)
        assert found.low < above.mean() / below.mean() - 1 < found.high
        assert found.excludes_zero == (test.p_value(True) < 1 - level)
        assert found.excludes_zero == test.estimate(False, level).excludes_zero


def test_the_interval_of_a_ratio_of_means_holds_the_truth_in_95_of_100_studies() -> None:
    """Waits, of which one replication in ten has none: 40 of them, ratio 2."""
    rng = np.random.default_rng(1940)
    held = []
    for _ in range(2000):
        below = np.where(rng.random(40) < 0.1, 0.0, rng.uniform(0.5, 1.5, 40))
        found = fieller(2 * below + rng.normal(0, 0.3, 40), below)
        held.append(found.low <= 2 <= found.high)
    assert abs(np.mean(held) - 0.95) < 4 * np.sqrt(0.95 * 0.05 / 2000)
