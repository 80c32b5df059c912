"""Intervals over replications."""

import numpy as np
import pytest
from scipy import stats

from engine.statistics.means import estimate
from engine.statistics.ratio import paired_ratio
from engine.statistics.student import t_quantile


@pytest.mark.parametrize("n", [2, 3, 10, 200])
def test_the_interval_is_students(n: int) -> None:
    samples = np.random.default_rng(n).exponential(5, n)
    found = estimate(samples)
    low, high = stats.t.interval(0.95, n - 1, loc=samples.mean(), scale=stats.sem(samples))
    assert (found.mean, found.low, found.high) == pytest.approx((samples.mean(), low, high), rel=1e-10)
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
    jobs = rng.uniform(2, 8, 30)
    one, other = 2 * jobs + rng.normal(0, 0.1, 30), jobs + rng.normal(0, 0.1, 30)
    assert paired_ratio(one, other).half_width < paired_ratio(rng.permutation(one), other).half_width / 5


def test_a_ratio_counts_every_replication_that_both_have() -> None:
    """Of five, the one with 0 below was dropped, so that the ratio was that of the others."""
    found = paired_ratio(np.array([2.0, np.nan, 1.0, 4.0]), np.array([1.0, 1.0, np.nan, 2.0]))
    assert found == estimate(np.array([2.0, 2.0]))
    assert paired_ratio(np.array([2.0, 1.0, 4.0]), np.array([1.0, 0.0, 2.0])).replications == 0
    often = np.tile([1.0, 0.0, 2.0, 2.0, 1.0], 20)
    found = paired_ratio(np.tile([2.0, 1.0, 4.0, 4.0, 2.0], 20), often)
    assert found.mean == pytest.approx(13 / 6)
    assert found.replications == 100
    assert found.low < 13 / 6 < found.high
    assert paired_ratio(np.array([1.0]), np.array([0.0])).replications == 0
    assert paired_ratio(np.array([0.0]), np.array([0.0])).mean == 1  # both wait for nothing


def test_the_quantile_of_students_t_has_12_digits() -> None:
    """The last ones of a library depend on the processor, and the number of replications follows from them."""
    for freedom in (1, 2, 9, 200, 7.3):
        found = t_quantile(freedom, 0.975)
        assert found == pytest.approx(stats.t.ppf(0.975, freedom), rel=1e-11)
        assert found == float(f"{found:.12g}")
