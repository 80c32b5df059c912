"""The time that a customer of given work spends in M/G/1 processor sharing: its variance.

Var T(w) = 2 / (1 - ρ)² ∫_0^w (w - t) P{W > t} dt, with W the wait in M/G/1, first come, first served (Zwart & Boxma
2000). W is a mix of exponentials if service times are; for the law of Leland and Ott the integral is inverted from its
transform.
"""

from functools import lru_cache
from math import comb, pi, sqrt

import numpy as np

from engine.compiled import elementwise
from engine.compiled.compilation import compiled
from engine.compiled.elementary import cosine, exp, expm1, ln, sine
from engine.synchronous_iterative.formulas.quadrature import gauss_legendre
from engine.synchronous_iterative.inputs.background import Background
from engine.synchronous_iterative.inputs.service import BELOW, LELAND_OTT_MEAN, LONGEST, MASS, C, R, phases

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
        return 2 / ((1 - load) * (1 - load)) * _by_modes(background, load, work)
    points, values = inverted(load)
    unit = background.mean_service
    between = elementwise.between_on_log_scales(work / unit, points, values)
    short = np.minimum(work / unit / points[0], 1.0)
    beyond = short * short * np.maximum(work / unit / points[-1], 1.0)
    found: np.ndarray = 2 / ((1 - load) * (1 - load)) * (unit * unit) * between * beyond
    return found


def waiting_modes(background: Background, load: float) -> list[tuple[float, float]]:
    """P{W > t} of M/H2/1 as [(weight, rate)]: the sum of weight e^(-rate t)."""
    share, short, long = phases(background)
    if background.service == "exponential" or short == long:
        return [(load, (1 - load) / background.mean_service)]
    rate = load / background.mean_service
    crossed = (1 - share) * short + share * long
    half = (short + long - rate) / 2
    root = sqrt(half * half - (short * long - rate * crossed))
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
        total += weight * np.where(x < 1e-4, work * work * (0.5 - x / 6), (x + elementwise.expm1(-x)) / (rate * rate))
    return total


@lru_cache(maxsize=256)
def inverted(load: float) -> tuple[np.ndarray, np.ndarray]:
    """The same integral for the law of Leland and Ott of mean 1, at `POINTS` amounts of work."""
    points, s, service = _at_nodes()
    values = transform(s, service, load).real
    values[:, 0] /= 2
    values[:, 1::2] *= -1
    sums = np.cumsum(values, axis=1)[:, TERMS:]
    weights = np.array([comb(AVERAGED, j) for j in range(AVERAGED + 1)]) / 2**AVERAGED
    return points, exp(DISCRETIZATION / 2) / points * (sums * weights).sum(axis=1)


def transform(s: np.ndarray, service: np.ndarray, load: float) -> np.ndarray:
    """Of ∫_0^w (w - t) P{W > t} dt: (1 - W*(s)) / s³, with W* by Pollaczek and Khinchine.

    *service* is the transform of a service time of mean 1 at *s*; all complex (W, K).
    """
    found = np.empty_like(s)
    _fill_transform(s.ravel(), service.ravel(), load, found.reshape(-1))
    return found


@compiled  # numpy multiplies complex numbers with or without contraction, by what the processor can do
def _fill_transform(s: np.ndarray, service: np.ndarray, load: float, found: np.ndarray) -> None:
    for i in range(s.shape[0]):
        left = (1 - service[i]) / s[i]  # of what is left of a job that is found
        found[i] = load * (1 - left) / (1 - load * left) / (s[i] * s[i] * s[i])


@lru_cache(maxsize=1)
def _at_nodes() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Amounts of work, where the transform is needed for each of them, and E e^(-s X) of equation 27 there."""
    points = elementwise.exp(np.linspace(ln(SHORTEST_WORK), ln(LONGEST_WORK), POINTS))
    s = np.empty((POINTS, TERMS + AVERAGED + 1), dtype=np.complex128)
    s.real = DISCRETIZATION / (2 * points[:, None])
    s.imag = 2 * pi * np.arange(s.shape[1]) / (2 * points[:, None])
    return points, s, leland_ott_transform(s)


def leland_ott_transform(s: np.ndarray) -> np.ndarray:
    """E e^(-s X) of equation 27, scaled to mean 1; complex (W, K). The imaginary part of s is at most a million."""
    x, weight = gauss_legendre(NODES)
    size = elementwise.exp((x + 1) / 2 * ln(LONGEST))
    density = C * R * elementwise.power(size, -C) * weight / 2 * ln(LONGEST)  # times dx = x d(log x)
    real, imaginary = (np.ascontiguousarray(part).ravel() / LELAND_OTT_MEAN for part in (s.real, s.imag))
    found = np.empty(s.shape, dtype=np.complex128)
    _fill_leland_ott(real, imaginary, size, density, found.reshape(-1))
    return found


@compiled
def _fill_leland_ott(
    real: np.ndarray, imaginary: np.ndarray, size: np.ndarray, density: np.ndarray, found: np.ndarray
) -> None:
    for i in range(real.shape[0]):
        x, y = real[i], imaginary[i]
        less, half = expm1(-x), sine(y / 2)
        gone = complex(less * cosine(y) - 2 * half * half, -(less + 1) * sine(y))  # e^-s - 1, without cancellation
        above = 0j
        for k in range(size.shape[0]):
            height = exp(-x * size[k])
            if height == 0.0:
                break  # and all that are larger, whose angle would be too large
            angle = y * size[k]
            above += complex(height * density[k] * cosine(angle), -height * density[k] * sine(angle))
        found[i] = (above - BELOW * gone / complex(x, y)) / MASS
