"""Percentiles: numpy's, to the last bit."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.statistics.percentiles import FEW, percentiles

VALUES = st.lists(st.floats(1e-9, 1e12) | st.just(float("nan")) | st.integers(1, 4).map(float), min_size=1, max_size=60)
PERCENTS = st.lists(st.integers(0, 100) | st.floats(0, 100), min_size=1, max_size=6)


@given(values=VALUES, percents=PERCENTS)
def test_they_have_the_bits_of_numpy(values: list[float], percents: list[float]) -> None:
    """Another formula for the same proportion, before + part * (after - before) everywhere, differs in the last bit."""
    found = np.array(percentiles(np.array(values), percents))
    assert found.tobytes() == np.percentile(np.array(values), percents).tobytes()


@pytest.mark.parametrize("count", [1, 2, 400, FEW, FEW + 1])
def test_however_many_there_are(count: int) -> None:
    values = np.random.default_rng(count).exponential(100.0, count)
    assert percentiles(values, (5, 25, 50, 75, 95, 99)) == np.percentile(values, (5, 25, 50, 75, 95, 99)).tolist()
