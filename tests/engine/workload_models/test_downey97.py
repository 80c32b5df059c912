"""downey97: golden values of its means and speedups, and that what is drawn has them."""

from math import log, sqrt

import numpy as np
import pytest

from engine.inputs.draws import Draws
from engine.parallel_jobs.inputs.speedup import Downey
from engine.workload_models.downey97 import mean_log_uniform, most_useful, sample, speedup


def test_means_are_those_of_the_table() -> None:
    assert mean_log_uniform(1, 128) == pytest.approx(26.17461, abs=5e-6)
    assert mean_log_uniform(1, 1e6) == pytest.approx(72_382.34, abs=5e-3)


@pytest.mark.parametrize(("sigma", "known"), [(0, 10), (0.5, 8.163265), (1, 6.896552), (2, 6.25)])
def test_speedups_are_those_of_the_table(sigma: float, known: float) -> None:
    assert speedup(np.array([10]), 10.0, sigma)[0] == pytest.approx(known, abs=5e-7)


def test_speedups_of_a_large_job_are_those_of_the_table() -> None:
    assert speedup(np.array([32, 127]), 64.0, 0.25) == pytest.approx([30.173112, 64], abs=5e-7)


@pytest.mark.parametrize("parallelism", [1.0, 7.3, 64.0])
@pytest.mark.parametrize("sigma", [0.0, 0.4, 1.0, 1.6, 2.0])
def test_speedups_are_those_of_the_curve_that_job_classes_have(parallelism: float, sigma: float) -> None:
    n = np.arange(1, 300)
    curve = Downey(model="downey", parallelism=parallelism, variance=sigma).curve(299)[1:]
    assert speedup(n, parallelism, sigma) == pytest.approx(curve, rel=1e-12)
    useful = most_useful(parallelism, sigma)
    assert curve[useful - 1] == pytest.approx(parallelism)
    assert sigma == 0 or useful < 3 or curve[useful - 3] < parallelism


def test_what_is_drawn_has_the_means() -> None:
    jobs = sample(128, (1.0, 1e6), 2.0, 100.0, Draws(1, 0), 200_000)
    for values, mean in (
        (jobs.parallelism, 26.17461),
        (jobs.work, 72_382.34),
        (np.log(jobs.work), log(1e6) / 2),
        (jobs.sigma, 1.0),
        (np.diff(jobs.arrival), 100.0),
    ):
        assert abs(values.mean() - mean) < 4 * values.std() / sqrt(len(values))
    assert 1 <= jobs.parallelism.min() < jobs.parallelism.max() <= 128
    shorter = sample(128, (1.0, 1e6), 2.0, 100.0, Draws(1, 0), 100)
    assert all((a == b[:100]).all() for a, b in zip(shorter, jobs, strict=True))
