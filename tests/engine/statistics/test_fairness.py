"""Indices of fairness: worked by hand, and against their definitions."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.statistics.fairness import SHARES, class_variation, gini, jain_index, lorenz

VALUES = st.lists(st.floats(0.01, 1e4), min_size=1, max_size=30).map(np.array)


# by hand --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([1, 2, 3, 4], 10**2 / (4 * 30)),
        ([1, 1, 4], 6**2 / (3 * 18)),
        ([0, 0, 5, 0, 0], 1 / 5),
        ([7], 1),
    ],
)
def test_jain_index_by_hand(values: list[float], expected: float) -> None:
    """The square of the sum over n times the sum of the squares."""
    assert jain_index(np.array(values, dtype=float)) == pytest.approx(expected, rel=1e-14)


@pytest.mark.parametrize(
    ("values", "expected"),
    [([1, 2, 3, 4], 0.25), ([1, 1, 4], 1 / 3), ([0, 0, 0, 0, 5], 0.8), ([7], 0)],
)
def test_gini_by_hand(values: list[float], expected: float) -> None:
    """1, 2, 3, 4: the pairs differ by 1, 2, 3, 1, 2, 1, twice each, 20 over 16 pairs, and 20/16 / (2 x 2.5) = 1/4.

    1, 1, 4: 0, 3, 3 twice, 12 over 9, and 12/9 / (2 x 2) = 1/3. One of n who has all: 1 - 1/n.
    """
    assert gini(np.array(values, dtype=float)) == pytest.approx(expected, rel=1e-14)


def test_lorenz_by_hand() -> None:
    """1, 2, 3, 4: the lower half has 3 of 10; a tenth of four values is 0.4 of the first one, 0.4 of 10."""
    expected = [0.04, 0.08, 0.14, 0.22, 0.3, 0.42, 0.54, 0.68, 0.84]
    assert lorenz(np.array([1.0, 2.0, 3.0, 4.0])) == pytest.approx(expected, rel=1e-13)


def test_the_lorenz_curve_of_one_who_has_all_lies_on_the_axis_until_his_share() -> None:
    """Of five the last one has all, so nine tenths of them have half of it."""
    assert lorenz(np.array([0.0, 0.0, 0.0, 0.0, 5.0])) == pytest.approx([0] * 8 + [0.5], abs=1e-14)


def test_class_variation_by_hand() -> None:
    """1, 2, 3 have standard deviation 1 and mean 2; 2 and 4 have sqrt(2) and 3."""
    assert class_variation(np.array([1.0, 2.0, 3.0])) == pytest.approx(0.5, rel=1e-14)
    assert class_variation(np.array([2.0, 4.0])) == pytest.approx(np.sqrt(2) / 3, rel=1e-14)


def test_a_class_without_jobs_does_not_count_in_the_variation() -> None:
    assert class_variation(np.array([2.0, np.nan, 4.0])) == class_variation(np.array([2.0, 4.0]))


@pytest.mark.parametrize("means", [[], [3.0], [np.nan, 3.0], [np.nan, np.nan]])
def test_fewer_than_two_classes_have_no_variation(means: list[float]) -> None:
    assert np.isnan(class_variation(np.array(means)))


# by definition --------------------------------------------------------------------------------------------------------


@given(VALUES)
def test_jain_index_is_one_over_one_and_the_squared_coefficient_of_variation(values: np.ndarray) -> None:
    assert jain_index(values) == pytest.approx(1 / (1 + (values.std() / values.mean()) ** 2), rel=1e-9)


@given(VALUES)
def test_gini_is_half_the_mean_difference_of_all_pairs_over_the_mean(values: np.ndarray) -> None:
    pairs = np.abs(values[:, None] - values[None, :])
    assert gini(np.sort(values)) == pytest.approx(pairs.mean() / 2 / values.mean(), abs=1e-12)


@given(st.lists(st.integers(1, 1000), min_size=1, max_size=12))
def test_lorenz_counts_whole_values_and_a_part_of_the_next_one(values: list[int]) -> None:
    ascending = sorted(values)
    for share, found in zip(SHARES, lorenz(np.array(ascending, dtype=float)), strict=True):
        wanted = Fraction(round(share * 10), 10) * len(ascending)
        whole = int(wanted)
        lowest = sum(ascending[:whole]) + (wanted - whole) * ascending[min(whole, len(ascending) - 1)]
        assert found == pytest.approx(float(lowest / sum(ascending)), abs=1e-12)


@given(values=VALUES, scale=st.floats(1e-3, 1e3))
def test_another_unit_changes_no_index(values: np.ndarray, scale: float) -> None:
    ordered = np.sort(values)
    assert jain_index(scale * values) == pytest.approx(jain_index(values), rel=1e-12)
    assert gini(scale * ordered) == pytest.approx(gini(ordered), abs=1e-12)
    assert lorenz(scale * ordered) == pytest.approx(lorenz(ordered), abs=1e-12)


@given(values=st.lists(st.floats(0.01, 1e4), min_size=2, max_size=10).map(np.array), scale=st.floats(1e-3, 1e3))
def test_another_unit_changes_no_variation_of_classes(values: np.ndarray, scale: float) -> None:
    assert class_variation(scale * values) == pytest.approx(class_variation(values), abs=1e-9)


@given(VALUES)
def test_every_index_has_its_bounds(values: np.ndarray) -> None:
    ordered, n, slack = np.sort(values), len(values), 1e-12
    assert 1 / n - slack <= jain_index(values) <= 1 + slack
    assert -slack <= gini(ordered) <= 1 - 1 / n + slack
    curve = np.concatenate(([0.0], lorenz(ordered), [1.0]))
    assert (curve <= np.arange(11) / 10 + slack).all()
    assert (np.diff(curve, 2) >= -slack).all()  # convex: the less slowed down come first


@given(value=st.floats(0.01, 1e4), n=st.integers(2, 30))
def test_equal_values_are_perfectly_fair(value: float, n: int) -> None:
    values = np.full(n, value)
    assert jain_index(values) == pytest.approx(1, rel=1e-12)
    assert gini(values) == pytest.approx(0, abs=1e-12)
    assert lorenz(values) == pytest.approx(SHARES, abs=1e-12)
    assert class_variation(values) == pytest.approx(0, abs=1e-12)


@given(st.lists(st.floats(1e-3, 1e9), min_size=1, max_size=60))
def test_lorenz_is_that_of_the_whole_curve_to_the_bit(values: list[float]) -> None:
    total = np.concatenate(([0.0], np.cumsum(np.sort(values))))
    whole = np.interp(np.array(SHARES) * len(values), np.arange(len(total)), total / total[-1])
    assert lorenz(np.sort(values)).tobytes() == whole.tobytes()
