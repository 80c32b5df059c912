"""Intervals over replications."""

import numpy as np
import pytest
from scipy import stats

from engine.statistics import estimate, paired_ratio


@pytest.mark.parametrize("n", [2, 3, 10, 200])
def test_the_interval_is_students(n: int) -> None:
    samples = np.random.default_rng(n).exponential(5, n)
    found = estimate(samples)
    low, high = stats.t.interval(0.95, n - 1, loc=samples.mean(), scale=stats.sem(samples))
    assert (found.mean, found.low, found.high) == pytest.approx((samples.mean(), low, high), rel=1e-12)
    assert found.replications == n
    assert found.half_width == pytest.approx((high - low) / 2)


def test_by_hand() -> None:
    """1, 2, 3: mean 2, standard deviation 1, t = 4.30265 with two degrees of freedom (any table)."""
    found = estimate(np.array([1.0, 2.0, 3.0]))
    assert found.mean == 2
    assert found.half_width == pytest.approx(4.30265 / np.sqrt(3), rel=1e-6)


def test_the_interval_holds_the_truth_in_95_of_100_cases() -> None:
    samples = np.random.default_rng(95).normal(7, 2, (4000, 5))
    intervals = [estimate(row) for row in samples]
    share = np.mean([found.low <= 7 <= found.high for found in intervals])
    assert abs(share - 0.95) < 4 * np.sqrt(0.95 * 0.05 / 4000)


def test_missing_replications_do_not_count() -> None:
    assert estimate(np.array([np.nan, 1.0, np.nan, 2.0, 3.0])) == estimate(np.array([1.0, 2.0, 3.0]))


def test_one_replication_has_no_interval_and_none_has_no_mean() -> None:
    one, none = estimate(np.array([np.nan, 4.0])), estimate(np.array([np.nan]))
    assert (one.mean, one.replications) == (4.0, 1)
    assert np.isnan([one.low, one.high, none.mean, none.low, none.high]).all()
    assert none.replications == 0


def test_a_paired_ratio_is_the_mean_of_the_ratios() -> None:
    found = paired_ratio(np.array([2.0, 6.0, 4.0]), np.array([1.0, 2.0, 1.0]))
    assert found == estimate(np.array([2.0, 3.0, 4.0]))


def test_pairing_makes_the_interval_narrower() -> None:
    rng = np.random.default_rng(1)
    jobs = rng.exponential(5, 30)
    one, other = 2 * jobs + rng.normal(0, 0.1, 30), jobs + rng.normal(0, 0.1, 30)
    assert paired_ratio(one, other).half_width < paired_ratio(rng.permutation(one), other).half_width / 5


def test_a_ratio_with_a_missing_or_vanishing_part_does_not_count() -> None:
    found = paired_ratio(np.array([2.0, np.nan, 1.0, 1.0, 4.0]), np.array([1.0, 1.0, np.nan, 0.0, 2.0]))
    assert found == estimate(np.array([2.0, 2.0]))
    assert paired_ratio(np.array([1.0]), np.array([0.0])).replications == 0
    assert paired_ratio(np.array([0.0]), np.array([0.0])).mean == 1  # both wait for nothing
