"""lublin99 is fitted to samples of itself, and its constants come back."""

from functools import cache

import numpy as np
import pytest
from scipy import stats

from engine.inputs.draws import Draws
from engine.workload_models.fit import NO_DAY, Fitted, distance, fit, fit_sizes, in_words
from engine.workload_models.jobs import RigidJobs
from engine.workload_models.lublin99 import ALL, day_clock, expected, mean_gap, sample

JOBS = 20_000


@cache
def drawn(number: int) -> RigidJobs:
    return sample((ALL,), 128, Draws(99, number), JOBS)


@cache
def fitted(number: int) -> Fitted:
    jobs = drawn(number)
    return fit(jobs.arrival, jobs.size, jobs.run, 128)


@pytest.mark.parametrize("number", range(3))
def test_constants_come_back(number: int) -> None:
    """Within the bounds of the specification (workloads, 2.6), of ten times as many jobs as it has.

    Of 20,000 jobs the shape of short run times has a standard deviation of 0.05, and the middle of the day, as arrivals
    come in crowds, one of 0.45 half hours: bounds of 0.1 and 0.3 would be luck there; here they are four and five of
    them. That middle is held against the constant, 32.39, and not against what three samples had, 32.2.
    """
    jobs = sample((ALL,), 128, Draws(99, number), 10 * JOBS)
    kind, notes = fit(jobs.arrival, jobs.size, jobs.run, 128)
    assert notes == ()
    assert kind.serial == pytest.approx(0.244, abs=0.01)
    assert kind.power_of_two == pytest.approx(0.576, abs=0.01)
    assert kind.middle == 4.5
    assert kind.lower in (0.85, 0.875)
    assert kind.short.shape == pytest.approx(4.2, abs=0.1)
    assert kind.short.scale == pytest.approx(0.93, abs=0.02)
    assert kind.long.mean == pytest.approx(9.36, abs=0.02)
    assert kind.by_size == pytest.approx(-0.0054, abs=0.0003)
    assert kind.at_zero == pytest.approx(0.78, abs=0.02)
    assert kind.day.mean == pytest.approx(ALL.day.mean, abs=0.3)
    assert kind.between.shape == pytest.approx(10.5, abs=0.6)


@pytest.mark.parametrize("number", range(3))
def test_the_mean_gap_is_that_of_the_sample(number: int) -> None:
    jobs, kind = drawn(number), fitted(number).kind
    clock = day_clock(kind.day)
    paid = (clock.paid(float(jobs.arrival[-1])) - clock.paid(float(jobs.arrival[0]))) * 1800 / (JOBS - 1)
    assert mean_gap(kind) == pytest.approx(paid, rel=1e-5)
    assert paid == pytest.approx(float(np.diff(jobs.arrival).mean()), rel=1e-3)


def test_what_was_fitted_has_the_load_of_the_sample() -> None:
    jobs, kind = drawn(0), fitted(0).kind
    load = jobs.work / 128 / (jobs.arrival[-1] - jobs.arrival[0])
    assert expected((kind,), 128).load(128) == pytest.approx(load, rel=0.05)


@pytest.mark.parametrize("processors", [64, 200, 1024])
def test_sizes_come_back_on_other_clusters(processors: int) -> None:
    found = fit_sizes(sample((ALL,), processors, Draws(5, 0), JOBS).size, processors)
    assert found.middle == pytest.approx(4.5, abs=0.11)
    assert found.lower == pytest.approx(0.86, abs=0.03)
    assert found.power_of_two == pytest.approx(0.576, abs=0.015)


def test_arrivals_without_a_day_are_told() -> None:
    jobs = drawn(0)
    even = np.floor(np.cumsum(np.random.default_rng(1).gamma(0.15, 6000.0, JOBS)))
    assert fit(even, jobs.size, jobs.run, 128).notes == (NO_DAY,)


def test_what_cannot_be_fitted_is_refused() -> None:
    jobs = drawn(0)
    with pytest.raises(ValueError, match="at least 100"):
        fit(jobs.arrival[:99], jobs.size[:99], jobs.run[:99], 128)
    with pytest.raises(ValueError, match="nothing to fit sizes to"):
        fit(jobs.arrival, np.ones_like(jobs.size), jobs.run, 128)


def test_distances_are_those_of_scipy() -> None:
    one, other = drawn(0), drawn(1)
    for a, b in ((one.run, other.run), (one.size, other.size * 2), (np.diff(one.arrival), np.diff(other.arrival))):
        assert distance(a, b) == pytest.approx(stats.ks_2samp(a, b).statistic, abs=1e-12)
    assert distance(one.run, other.run) < 0.03
    assert [in_words(found) for found in (0.03, 0.07, 0.2)] == ["small", "visible", "large"]
