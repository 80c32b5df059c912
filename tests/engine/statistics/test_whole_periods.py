"""Whole days: which jobs they are, and which days are held against each other."""

import numpy as np
import pytest

from engine.statistics.steadiness import GROWTH_OF_FEW, present, settles
from engine.statistics.whole_periods import from_whole, thirds, within


def test_jobs_of_whole_periods() -> None:
    at = np.array([1.0, 9.0, 10.0, 19.0, 20.0, 27.0])
    assert [within(at, period) for period in (0.0, 10.0, 20.0, 100.0)] == [6, 4, 4, 6]


def test_a_warm_up_ends_with_a_period() -> None:
    at = np.array([1.0, 9.0, 10.0, 19.0, 20.0, 29.0, 33.0])
    assert [from_whole(cut, at, 10.0) for cut in (0, 1, 2, 3, 5, 7)] == [0, 2, 2, 4, 5, 7]  # 5: nothing whole is left
    assert from_whole(3, at, 0.0) == 3


def test_thirds_are_whole_periods() -> None:
    assert thirds(9.0, 0.0) == ((3, 6), (6, 9))
    assert thirds(0.0, 0.0) is None
    assert thirds(29.0, 10.0) is None
    assert thirds(30.0, 10.0) == thirds(39.0, 10.0) == ((10, 20), (20, 30))
    assert thirds(89.0, 10.0) == ((30, 50), (60, 80))


@pytest.mark.parametrize("days", np.arange(3.6, 12.0, 0.2))
def test_a_queue_that_grows_every_day_does_not_settle_and_one_that_is_gone_at_night_does(days: float) -> None:
    """Jobs come by day only; in the one case nobody ever leaves, in the other everybody after two hours."""
    at = np.arange(0.0, 24 * days, 0.01)
    at = at[at % 24 < 12]
    stays = np.array([present(at, np.full(len(at), 1e6), 24.0)] * 3).T
    leaves = np.array([present(at, at + 2.0, 24.0)] * 3).T
    assert not settles(*stays)
    assert settles(*leaves)
    assert stays[1, 0] > GROWTH_OF_FEW * stays[0, 0]
    assert leaves[1, 0] == pytest.approx(leaves[0, 0], rel=1e-3)


def test_without_whole_days_the_same_queue_would_seem_to_grow() -> None:
    at = np.arange(0.0, 36.0, 0.01)
    at = at[at % 24 < 12]
    middle, late = np.array([present(at, at + 2.0)] * 3).T
    assert not settles(middle, late)
    assert np.isnan(present(at, at + 2.0, 24.0)).all()
