"""A clock on which some hours count more than others."""

import numpy as np
import pytest

from engine.workload_models.clock import PeriodicClock

CLOCK = PeriodicClock((0.5, 0.0, 2.5, 1.0), 100.0)


def test_points_and_times_are_inverses() -> None:
    points = np.sort(np.random.default_rng(1).random(200) * 20)
    assert [CLOCK.paid(time) for time in CLOCK.at(points)] == pytest.approx(points.tolist(), rel=1e-12)


def test_nothing_arrives_in_a_slot_without_points() -> None:
    times = CLOCK.at(np.linspace(0, 40, 4001)) % CLOCK.period
    assert not ((times > 100.0 + 1e-9) & (times < 200.0)).any()


def test_times_by_hand() -> None:
    assert CLOCK.at(np.array([0.25, 1.75, 3.5, 4.0, 4.25])) == pytest.approx([50.0, 250.0, 350.0, 400.0, 450.0])
