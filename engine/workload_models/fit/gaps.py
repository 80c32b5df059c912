"""The times between jobs of lublin99, on the clock of the day: mean logarithm and mean, of which the load depends.

Maximum likelihood alone fits the logarithms and misses the mean, and with it the load, by far.
"""

import numpy as np

from engine.workload_models.clock import PeriodicClock
from engine.workload_models.gamma_law import GammaLaw
from engine.workload_models.lublin99.arrivals import HALF_HOUR
from engine.workload_models.lublin99.constants import FARTHEST

LEAST_SHAPE, MOST_SHAPE = 1.0, 300.0
POINTS = 4001
HALVINGS = 60

G = np.linspace(FARTHEST / (POINTS - 1), FARTHEST, POINTS)[: POINTS - POINTS % 2 + 1]


def fit_gaps(arrival: np.ndarray, clock: PeriodicClock) -> GammaLaw:
    """The law of ln of what is paid between two jobs that arrive at these times (s, ascending); float64 (J,).

    `ValueError` if no law up to the longest gap has both means.
    """
    paid = np.diff(np.array([clock.paid(float(one)) for one in arrival])) * HALF_HOUR
    mean, mean_ln = float(paid.mean()), float(np.log(paid + 1.0).mean())
    low, high = LEAST_SHAPE, MOST_SHAPE
    if not _mean_ln(_of_mean(low, mean)) <= mean_ln <= _mean_ln(_of_mean(high, mean)):
        raise ValueError(f"no law of lublin99 has gaps of mean {mean:.6g} s with a mean logarithm of {mean_ln:.4g}")
    for _ in range(HALVINGS):  # with the same mean, what varies less has the larger logarithms
        middle = (low + high) / 2
        low, high = (middle, high) if _mean_ln(_of_mean(middle, mean)) < mean_ln else (low, middle)
    return _of_mean((low + high) / 2, mean)


def _of_mean(shape: float, mean: float) -> GammaLaw:
    """The law of this *shape* with a mean gap of *mean* s, up to the longest."""
    low, high = 1e-6, FARTHEST
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if _mean_of(GammaLaw(shape, middle), np.exp(G)) < mean else (low, middle)
    return GammaLaw(shape, (low + high) / 2)


def _mean_ln(law: GammaLaw) -> float:
    return _mean_of(law, np.log(np.exp(G) + 1.0))


def _mean_of(law: GammaLaw, values: np.ndarray) -> float:
    """The mean of *values* at `G` under a law that is cut at the longest gap, by the trapezoidal rule."""
    a, b = law
    logarithm = (a - 1.0) * np.log(G / b) - G / b
    weight = np.exp(logarithm - logarithm.max())
    weight[-1] /= 2
    return float((weight * values).sum() / weight.sum())
