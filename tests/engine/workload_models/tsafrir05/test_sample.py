"""Estimates for the jobs of lublin99 are like those of the author's program for the same jobs."""

from math import sqrt

import numpy as np
import pytest

from engine.inputs.draws import Draws
from engine.workload_models.lublin99 import ALL
from engine.workload_models.lublin99 import sample as jobs_of
from engine.workload_models.tsafrir05 import HOUR, sample

LARGEST = 18 * HOUR
TIMES = 10


def drawn(number: int, jobs: int = 10_000) -> tuple[np.ndarray, np.ndarray]:
    draws = Draws(1, number)
    run = jobs_of((ALL,), 256, draws, jobs).run
    return np.minimum(run, LARGEST), sample(run, LARGEST, draws)


def test_golden() -> None:
    found = []
    for number in range(TIMES):
        run, estimate = drawn(number)
        values, counted = np.unique(estimate, return_counts=True)
        assert len(values) == 90
        assert np.mean(estimate == LARGEST) == pytest.approx(0.2172, abs=6e-5)
        assert np.sort(counted)[-20:].sum() / len(run) == pytest.approx(0.8899, abs=6e-5)
        used = run / estimate
        found.append((estimate.mean(), used.mean(), np.mean(used < 0.1)))
    mean, used, small = np.mean(found, axis=0)
    several = sqrt(2 / TIMES)  # both are means of ten runs
    assert abs(mean - 25_570) < 4 * 970 * several
    assert abs(used - 0.183) < 4 * 0.006 * several
    assert abs(small - 0.538) < 4 * 0.01 * several


def test_no_job_runs_longer_than_its_estimate() -> None:
    for number in range(3):
        run, estimate = drawn(number, 3000)
        assert (estimate >= run).all()


def test_what_is_drawn_depends_on_seed_and_replication_alone() -> None:
    assert (drawn(4)[1] == drawn(4)[1]).all()
    assert (drawn(4)[1] != drawn(5)[1]).any()


def test_jobs_of_equal_run_times_have_all_estimates() -> None:
    run = np.full(2000, 60.0)
    estimate = sample(run, LARGEST, Draws(1, 0))
    assert len(np.unique(estimate)) > 30
    assert abs(np.corrcoef(np.arange(2000), estimate)[0, 1]) < 4 / sqrt(2000)


@pytest.mark.parametrize(
    ("run", "largest", "sentence"),
    [
        (np.full(199, 60.0), LARGEST, "at least 200"),
        (np.full(300, 60.0), 90 * 60, "at least 100 min"),
        (np.full(300, 70_000.0), LARGEST, "300 of 300 jobs run for longer"),
        (np.full(300, 60_000.0), LARGEST, "more long jobs than long estimates"),
    ],
)
def test_what_cannot_be_is_refused(run: np.ndarray, largest: int, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        sample(run, largest, Draws(1, 0))
