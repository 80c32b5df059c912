"""Blocks of a log as replications: their mean is the log's own value, and their scatter that of a ratio."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.statistics.blocks import around, of_ratio
from engine.statistics.means import STEEPEST, Estimate, estimate, on_log_scale

BLOCKS = st.lists(st.tuples(st.floats(0.1, 1e6), st.integers(1, 10_000)), min_size=2, max_size=8)


@given(BLOCKS)
def test_their_mean_is_the_mean_over_all_jobs(blocks: list[tuple[float, int]]) -> None:
    means, counts = np.array(blocks).T
    values = of_ratio(means, counts)
    assert values.mean() == pytest.approx(np.average(means, weights=counts), rel=1e-9)


def test_the_error_is_that_of_a_ratio_and_not_of_a_mean_of_means() -> None:
    means, counts = np.array([1.0, 2.0, 4.0]), np.array([100.0, 300.0, 100.0])
    theta = (100 + 600 + 400) / 500
    residuals = (means * counts - theta * counts) / counts.mean()
    assert of_ratio(means, counts).std(ddof=1) == pytest.approx(residuals.std(ddof=1))
    assert of_ratio(means, counts).std(ddof=1) != pytest.approx(means.std(ddof=1), rel=0.05)


@given(BLOCKS, st.floats(-10, 10))
def test_a_difference_of_policies_is_that_of_their_sums(blocks: list[tuple[float, int]], by: float) -> None:
    """Both over the same jobs: the value of B less that of A is the value of B - A, block by block."""
    means, counts = np.array(blocks).T
    other = means + by * np.arange(len(means))
    assert of_ratio(other, counts) - of_ratio(means, counts) == pytest.approx(
        of_ratio(other - means, counts), rel=1e-6, abs=1e-6 * np.abs(means).max()
    )


def test_a_block_without_any_job_of_a_class_says_nothing_and_spoils_nothing() -> None:
    values = of_ratio(np.array([3.0, np.nan, 5.0]), np.array([10.0, 0.0, 10.0]))
    assert values.mean() == pytest.approx(4.0)
    assert values[1] == pytest.approx(4.0)
    assert np.isnan(of_ratio(np.array([np.nan, np.nan]), np.array([0.0, 0.0]))).all()


def test_a_percentile_is_that_of_the_whole_log() -> None:
    values = around(90.0, np.array([80.0, 120.0, 100.0]))
    assert values.mean() == pytest.approx(90.0)
    assert values.std(ddof=1) == pytest.approx(20.0)
    assert np.isnan(around(90.0, np.array([np.nan, np.nan]))).all()


@given(st.lists(st.floats(0.01, 1e6), min_size=2, max_size=8))
def test_on_a_log_scale_an_interval_stays_above_0_and_is_longer_upwards(samples: list[float]) -> None:
    plain = estimate(np.array(samples))
    found = on_log_scale(plain)
    assert 0 <= found.low <= found.mean <= found.high
    assert found.high - found.mean >= found.mean - found.low - 1e-9 * found.mean
    assert found.high * found.low == pytest.approx(found.mean**2, rel=1e-6)


@given(st.floats(0, 1e6), st.floats(0, 1e12))
def test_where_blocks_scatter_more_than_the_mean_no_end_is_beyond_all_measure(mean: float, half: float) -> None:
    """A failure is an end that overflows, one below the ordinary interval's, or a jump as the scatter grows."""
    found = on_log_scale(Estimate(mean, mean - half, mean + half, 4))
    assert 0 <= found.low <= mean <= found.high <= np.exp(STEEPEST) * max(mean, half * (1 + 1e-9))
    assert found.high >= (mean + half) * (1 - 1e-9)
    if mean > 0.01:
        below, above = (on_log_scale(Estimate(mean, mean * (1 - x), mean * (1 + x), 4)) for x in (3 - 1e-9, 3 + 1e-9))
        assert below == pytest.approx(above, rel=1e-8)


def test_on_a_log_scale_nothing_is_said_of_one_block_and_0_stays_0() -> None:
    assert np.isnan(on_log_scale(Estimate(5.0, np.nan, np.nan, 1)).high)
    assert on_log_scale(Estimate(0.0, 0.0, 0.0, 4)) == Estimate(0.0, 0.0, 0.0, 4)


def test_a_narrow_interval_is_the_same_on_both_scales() -> None:
    found = on_log_scale(Estimate(100.0, 99.9, 100.1, 6))
    assert found == pytest.approx((100.0, 99.90005, 100.10005, 6))
