"""The day of Calzarossa & Serrazi 1985: mean and peaks, and what comes of it by the hour."""

import numpy as np
import pytest

from engine.workload_models.day_curves import (
    CLOSES,
    OPENS,
    calzarossa85_between,
    calzarossa85_by_hour,
    calzarossa85_rate,
)


def test_mean_and_peaks_are_those_of_the_table() -> None:
    assert calzarossa85_between(OPENS, CLOSES) / (CLOSES - OPENS) == pytest.approx(3.95896, abs=5e-6)
    minutes = np.arange(round(60 * OPENS), round(60 * CLOSES) + 1)
    rates = np.array([calzarossa85_rate(minute / 60) for minute in minutes])
    peaks = [n for n in range(1, len(rates) - 1) if rates[n] > rates[n - 1] and rates[n] >= rates[n + 1]]
    assert [f"{minutes[n] // 60}:{minutes[n] % 60:02d}" for n in peaks] == ["10:20", "16:31"]
    assert rates[peaks] == pytest.approx([5.5832, 4.6438], abs=5e-5)
    assert rates.min() > 0


def test_hours_are_what_comes_in_them() -> None:
    hours = np.array(calzarossa85_by_hour())
    assert hours.mean() == pytest.approx(1)
    assert np.flatnonzero(hours).tolist() == list(range(8, 18))
    fine = np.linspace(10, 11, 100_001)
    known = np.mean([calzarossa85_rate(hour) for hour in fine])
    assert hours[10] / hours[16] == pytest.approx(known / calzarossa85_between(16, 17), rel=1e-6)
