"""Means over equal parts: they keep the sum, and are the values themselves where these are few."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.statistics.equal_parts import MOST_PARTS, means_of_parts

VALUES = st.lists(st.floats(0, 1e6), min_size=1, max_size=1000).map(np.array)


@given(VALUES)
def test_their_mean_is_that_of_the_values_and_none_is_out_of_their_range(values: np.ndarray) -> None:
    means = means_of_parts(values)
    assert len(means) == min(len(values), MOST_PARTS)
    slack = 1e-6 * (1 + values.max())  # sums of a thousand values up to 1e6 are as near as that
    assert np.mean(means) == pytest.approx(values.mean(), abs=slack)
    assert values.min() - slack <= min(means) <= max(means) <= values.max() + slack


@given(VALUES.filter(lambda values: len(values) <= MOST_PARTS))
def test_few_values_are_their_own_parts(values: np.ndarray) -> None:
    assert means_of_parts(values) == pytest.approx(values.tolist(), abs=1e-6 * (1 + values.max()))


def test_a_value_on_an_edge_counts_for_both_parts() -> None:
    values = np.zeros(MOST_PARTS * 3 // 2)  # one and a half to a part
    values[1] = 1.0
    assert means_of_parts(values)[:3] == pytest.approx([1 / 3, 1 / 3, 0.0])
