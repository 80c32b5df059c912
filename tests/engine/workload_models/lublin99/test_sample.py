"""Jobs that are drawn of lublin99 are like what is integrated, and keep their streams apart."""

from functools import cache
from math import sqrt

import numpy as np
import pytest

from engine.inputs.draws import Draws
from engine.workload_models.jobs import RigidJobs
from engine.workload_models.lublin99 import (
    ALL,
    BATCH,
    INTERACTIVE,
    KINDS,
    Kind,
    day_clock,
    expected,
    fewest,
    run_up_to,
    sample,
    size_shares,
)

N = 200_000
KINDS_ALONE = {"all": ALL, "batch": BATCH, "interactive": INTERACTIVE}


@cache
def drawn(name: str, processors: int = 128) -> RigidJobs:
    return sample(KINDS[name], processors, Draws(7, 0), N)


def within(found: np.ndarray, mean: float) -> bool:
    """Whether the mean is within four standard errors."""
    return abs(found.mean() - mean) < 4 * found.std() / sqrt(len(found))


@pytest.mark.parametrize(
    ("name", "processors"), [("all", 128), ("all", 256), ("all", 1024), ("batch", 128), ("interactive", 128)]
)
def test_means_are_what_is_expected(name: str, processors: int) -> None:
    jobs, known = drawn(name, processors), expected(KINDS[name], processors)
    assert within(jobs.size.astype(float), known.size)
    assert within(jobs.run, known.run)
    assert within(jobs.run * jobs.size, known.work)
    assert within(np.diff(jobs.arrival), known.gap)


@pytest.mark.parametrize("name", KINDS_ALONE)
def test_sizes_and_run_times_have_the_shares_that_are_expected(name: str) -> None:
    jobs, kind = drawn(name), KINDS_ALONE[name]
    shares = size_shares(kind, 128)
    for size in range(1, 129):
        assert within((jobs.size == size).astype(float), shares[size]) or shares[size] * N < 25
    for seconds in (3, 9, 60, 600, 6000, 60_000):
        assert within((jobs.run <= seconds).astype(float), run_up_to(kind, 128, seconds))


def test_two_types_come_in_their_shares() -> None:
    jobs, known = drawn("two-types"), expected((BATCH, INTERACTIVE), 128)
    assert within((jobs.kind == 0).reshape(40, -1).mean(axis=1), known.shares[0])  # they come in crowds
    assert within(jobs.run * jobs.size, known.work)
    assert (np.diff(jobs.arrival) >= 0).all()


def test_of_two_that_arrive_at_one_instant_interactive_jobs_come_first() -> None:
    jobs = drawn("two-types")
    ties = np.flatnonzero(np.diff(jobs.arrival) == 0)
    assert len(ties) > 40
    assert (np.diff(jobs.kind)[ties] <= 0).all()
    assert (np.diff(jobs.kind)[ties] < 0).any()


def test_arrivals_have_the_day() -> None:
    jobs, weights = drawn("all"), np.array(day_clock(ALL.day).weights) / 48
    counted = np.bincount((jobs.arrival % 86_400 // 1800).astype(int), minlength=48) / N
    assert abs(counted - weights).max() < 0.004  # arrivals come in crowds: not those of independent ones
    assert counted.argmax() in (25, 26, 27, 28)
    assert counted.argmin() in (9, 10, 11)


@pytest.mark.parametrize("name", KINDS)
def test_times_are_whole_seconds_and_sizes_fit(name: str) -> None:
    jobs = drawn(name)
    assert (jobs.arrival == np.floor(jobs.arrival)).all()
    assert (jobs.run == np.floor(jobs.run)).all()
    assert jobs.run.min() >= 1
    assert jobs.run.max() <= 162_754
    assert jobs.size.min() >= 1
    assert jobs.size.max() <= 128


def test_a_size_above_the_cluster_becomes_the_largest_power_of_two_in_it() -> None:
    sizes = sample((ALL,), 200, Draws(1, 0), 20_000).size
    assert sizes.max() <= 200
    assert np.mean(sizes == 128) == pytest.approx(size_shares(ALL, 200)[128], abs=0.004)
    assert size_shares(ALL, 200)[128] > 0.02


def test_a_longer_run_begins_with_the_same_jobs() -> None:
    for name, kinds in KINDS.items():
        shorter = sample(kinds, 128, Draws(7, 0), 1000)
        for short, long in zip(shorter, drawn(name), strict=True):
            assert (short == long[:1000]).all()


def test_another_load_changes_arrivals_alone() -> None:
    usual, twice = sample((ALL,), 128, Draws(7, 0), 5000), sample((ALL,), 128, Draws(7, 0), 5000, factor=0.5)
    assert (usual.size == twice.size).all()
    assert (usual.run == twice.run).all()
    assert twice.arrival[-1] == pytest.approx(usual.arrival[-1] / 2, abs=86_400)


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("load", [0.3, 0.9])
def test_a_replication_can_have_exactly_the_load_asked_for(name: str, load: float) -> None:
    jobs = sample(KINDS[name], 128, Draws(3, 1), 2000, capacity_load=load * 128)
    assert jobs.work / 128 / jobs.arrival[-1] == pytest.approx(load, abs=load / jobs.arrival[-1] * 2)
    assert (np.diff(jobs.arrival) >= 0).all()
    assert len(jobs.arrival) == 2000


@pytest.mark.parametrize(("kind", "least"), [(ALL, 16), (BATCH, 16), (INTERACTIVE, 64)])
def test_too_few_processors_are_refused_with_how_many_are_needed(kind: Kind, least: int) -> None:
    assert fewest(kind) == least
    assert sum(size_shares(kind, least)) == pytest.approx(1.0)
    with pytest.raises(ValueError, match=f"at least {least}"):
        size_shares(kind, least // 2)
