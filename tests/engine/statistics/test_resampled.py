"""Values of resampled logs give the interval that the paper's bootstrap asks for."""

import numpy as np
import pytest

from engine.statistics.resampled import of_resampled
from engine.statistics.student import t_quantile


@pytest.mark.parametrize("blocks", [2, 3, 7])
@pytest.mark.parametrize("first_is_itself", [False, True])
@pytest.mark.parametrize("count", [3, 20])
def test_the_interval_is_of_so_many_blocks(blocks: int, first_is_itself: bool, count: int) -> None:
    """Half of it is Student's quantile for the blocks times the standard deviation over the resampled logs, although
    the formula of the interval goes by the number of logs.
    """
    values = np.random.default_rng(count).normal(10, 1, count)
    found = of_resampled(values, blocks, False, first_is_itself)
    others = values[1:] if first_is_itself else values
    half = t_quantile(count - 1, 0.975) * found.std(ddof=1) / np.sqrt(count)
    assert half == pytest.approx(t_quantile(blocks - 1, 0.975) * others.std(ddof=1))
    assert found.mean() == pytest.approx(values[0] if first_is_itself else values.mean())


def test_positive_values_scatter_by_their_logarithms_and_a_missing_one_leaves_none() -> None:
    values = np.array([2.0, 1.0, 4.0])
    assert of_resampled(values, 2, True, False) - 7 / 3 == pytest.approx(
        of_resampled(7 / 3 * np.log(values), 2, False, False) - 7 / 3 * np.log(2)
    )
    assert np.isnan(of_resampled(np.array([1.0, np.nan, 2.0]), 2, True, False)).all()
