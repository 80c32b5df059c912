"""downey97: moldable jobs, their work, and how fast they are on how many processors (Downey 1997)."""

from typing import NamedTuple

import numpy as np

from engine.compiled import elementwise
from engine.compiled.elementary import ln
from engine.inputs.draws import Draws

MOST_SIGMA = 2.0


class MoldableJobs(NamedTuple):
    """J jobs in order of arrival.

    Attributes
    ----------
    arrival : float64 (J,), s
    work : float64 (J,), s on one processor of speed factor 1
    parallelism : float64 (J,), average parallelism, the largest speedup
    sigma : float64 (J,), coefficient of variance of the parallelism
    """

    arrival: np.ndarray
    work: np.ndarray
    parallelism: np.ndarray
    sigma: np.ndarray


def sample(
    processors: int, work: tuple[float, float], most_sigma: float, gap: float, draws: Draws, jobs: int
) -> MoldableJobs:
    """So many *jobs* for so many *processors*.

    Parameters
    ----------
    work : bounds, s; its logarithm is uniform between them, as that of the parallelism is between 1 and *processors*
    most_sigma : sigma is uniform from 0 to this
    gap : mean time between arrivals, which are Poisson, s
    """

    def log_uniform(name: str, low: float, high: float) -> np.ndarray:
        uniform = draws.stream(f"downey97 {name}").random(jobs)
        return low * elementwise.exp(uniform * ln(high / low))

    return MoldableJobs(
        np.cumsum(draws.stream("downey97 gap").exponential(jobs)) * gap,
        log_uniform("work", *work),
        log_uniform("parallelism", 1.0, float(processors)),
        draws.stream("downey97 sigma").random(jobs) * most_sigma,
    )


def mean_log_uniform(low: float, high: float) -> float:
    """The mean of what is log-uniform between *low* and *high*."""
    return (high - low) / ln(high / low)


def most_useful(parallelism: float, sigma: float) -> int:
    """From how many processors on a job is as fast as it can be."""
    bound = 2 * parallelism - 1 if sigma <= 1 else parallelism + parallelism * sigma - sigma
    return int(np.ceil(bound))


def speedup(processors: np.ndarray, parallelism: float, sigma: float) -> np.ndarray:
    """How many times faster than on one of these numbers of *processors*; float64, same shape."""
    n, A = np.asarray(processors, dtype=np.float64), parallelism
    if sigma <= 1:
        low = A * n / (A + sigma * (n - 1) / 2)
        middle = A * n / (sigma * (A - 0.5) + n * (1 - sigma / 2))
        return np.where(n <= A, low, np.where(n < 2 * A - 1, middle, A))
    below = n * A * (sigma + 1) / (sigma * (n + A - 1) + A)
    return np.where(n < A + A * sigma - sigma, below, A)
