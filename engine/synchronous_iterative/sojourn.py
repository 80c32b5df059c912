"""The time that a customer of given work spends in M/G/1 processor sharing: its variance.

Var T(w) = 2 / (1 - ρ)² ∫_0^w (w - t) P{W > t} dt, with W the wait in M/G/1, first come, first served (Zwart & Boxma
2000). W is a mix of exponentials if service times are; for the law of Leland and Ott the integral is inverted from its
transform.
"""

from functools import lru_cache
from math import comb

import numpy as np

from engine.synchronous_iterative.background import Background
from engine.synchronous_iterative.service import BELOW, LELAND_OTT_MEAN, LONGEST, MASS, C, R, phases

TERMS, AVERAGED, DISCRETIZATION = 15, 11, 18.4
"""Abate & Whitt 1995, algorithm EULER."""

NODES = 200
"""Of the integral over the power law of equation 27."""

SHORTEST_WORK, LONGEST_WORK, POINTS = 1e-4, 1e7, 80
"""Where the inversion is done, in mean service times; between them it is interpolated, and beyond them it is known to
grow as the square of the work if that is little, and as the work if it is much."""


def sojourn_variance(background: Background, load: float, work: np.ndarray) -> np.ndarray:
    """Variance of the time of parts of *work* (s), dedicated, on a baseline machine of this *load*; float64, s²."""
    if load == 0:
        return np.zeros_like(work)
    if background.service != "leland-ott":
        return 2 / (1 - load) ** 2 * _by_modes(background, load, work)
    points, values = _inverted(load)
    unit = background.mean_service
    logarithm = np.interp(np.log(work / unit), np.log(points), np.log(values))
    beyond = np.minimum(work / unit / points[0], 1.0) ** 2 * np.maximum(work / unit / points[-1], 1.0)
    found: np.ndarray = 2 / (1 - load) ** 2 * unit**2 * np.exp(logarithm) * beyond
    return found


def waiting_modes(background: Background, load: float) -> list[tuple[float, float]]:
    """P{W > t} of M/H2/1 as [(weight, rate)]: the sum of weight e^(-rate t)."""
    share, short, long = phases(background)
    if background.service == "exponential" or short == long:
        return [(load, (1 - load) / background.mean_service)]
    rate = load / background.mean_service
    crossed = (1 - share) * short + share * long
    half = (short + long - rate) / 2
    root = np.sqrt(half**2 - (short * long - rate * crossed))
    fast = half + root
    slow = (short * long - rate * crossed) / fast
    return [
        ((1 - load) * rate * (crossed - one) / (other - one) / one, one) for one, other in ((slow, fast), (fast, slow))
    ]


def _by_modes(background: Background, load: float, work: np.ndarray) -> np.ndarray:
    """∫_0^w (w - t) P{W > t} dt."""
    total = np.zeros_like(work)
    for weight, rate in waiting_modes(background, load):
        x = rate * work
        # w / r - (1 - e^(-r w)) / r² without cancellation where r w is small
        total += weight * np.where(x < 1e-4, work**2 * (0.5 - x / 6), (x + np.expm1(-x)) / rate**2)
    return total


@lru_cache(maxsize=256)
def _inverted(load: float) -> tuple[np.ndarray, np.ndarray]:
    """The same integral for the law of Leland and Ott of mean 1, at `POINTS` amounts of work."""
    points, s, service = _at_nodes()
    values = transform(s, service, load).real
    values[:, 0] /= 2
    sums = np.cumsum(values * (-1.0) ** np.arange(s.shape[1]), axis=1)[:, TERMS:]
    weights = np.array([comb(AVERAGED, j) for j in range(AVERAGED + 1)]) / 2**AVERAGED
    return points, np.exp(DISCRETIZATION / 2) / points * (sums * weights).sum(axis=1)


def transform(s: np.ndarray, service: np.ndarray, load: float) -> np.ndarray:
    """Of ∫_0^w (w - t) P{W > t} dt: (1 - W*(s)) / s³, with W* by Pollaczek and Khinchine.

    *service* is the transform of a service time of mean 1 at *s*.
    """
    left = (1 - service) / s  # of what is left of a job that is found
    found: np.ndarray = load * (1 - left) / (1 - load * left) / s**3
    return found


@lru_cache(maxsize=1)
def _at_nodes() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Amounts of work, where the transform is needed for each of them, and E e^(-s X) of equation 27 there."""
    points = np.geomspace(SHORTEST_WORK, LONGEST_WORK, POINTS)
    k = np.arange(TERMS + AVERAGED + 1)
    s = (DISCRETIZATION + 2j * np.pi * k) / (2 * points[:, None])
    return points, s, leland_ott_transform(s)


def leland_ott_transform(s: np.ndarray) -> np.ndarray:
    """E e^(-s X) of equation 27, scaled to mean 1; complex (W, K)."""
    s = s / LELAND_OTT_MEAN
    x, weight = np.polynomial.legendre.leggauss(NODES)
    size = np.exp((x + 1) / 2 * np.log(LONGEST))
    density = C * R * size**-C * weight / 2 * np.log(LONGEST)  # times dx = x d(log x)
    above = (np.exp(-s[..., None] * size) * density).sum(axis=-1)  # no linear algebra: its threads take a second
    found: np.ndarray = (-BELOW * np.expm1(-s) / s + above) / MASS
    return found
