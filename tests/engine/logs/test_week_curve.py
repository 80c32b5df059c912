"""Another load on the clock of the mean week."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.logs.week_clock import WEEK
from engine.logs.week_curve import week_curve

DRAWS = np.random.default_rng(3)
BY_DAY = np.sort(DRAWS.integers(0, 20, 4_000) * WEEK + DRAWS.integers(8 * 3600, 18 * 3600, 4_000)).astype(float)


@given(st.lists(st.floats(0, 30 * WEEK, allow_nan=False), min_size=1, max_size=20), st.floats(0.1, 10))
def test_a_time_comes_back_from_another_load_and_order_stays(seconds: list[float], load: float) -> None:
    curve, given_ = week_curve(BY_DAY), np.array(sorted(seconds))
    there = curve.at_load(given_, load)
    assert (np.diff(there) >= -1e-6).all()
    assert curve.at_load(there, 1 / load) == pytest.approx(given_, abs=1e-3)


@pytest.mark.parametrize("load", [0.5, 2.0])
def test_days_stay_in_place_and_as_many_jobs_come_in_less_time(load: float) -> None:
    there = week_curve(BY_DAY).at_load(BY_DAY, load)
    assert there[-1] / BY_DAY[-1] == pytest.approx(1 / load, rel=0.06)
    by_day = np.mean((there % 86_400 >= 7 * 3600) & (there % 86_400 <= 19 * 3600))
    assert by_day > 0.95
    by_gaps = (BY_DAY / load) % 86_400
    assert np.mean((by_gaps >= 7 * 3600) & (by_gaps <= 19 * 3600)) < 0.9
