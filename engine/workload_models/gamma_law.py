"""A gamma law that is drawn by its quantile: one uniform number for each value, whatever its shape."""

import math
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from engine.compiled import elementwise
from engine.compiled.compilation import compiled
from engine.compiled.elementary import exp, ln
from engine.compiled.incomplete_gamma import gamma_above, gamma_below, gamma_density, ln_gamma
from engine.inputs.draws import LEAST

FARTHEST, STEPS = 8.5, 32
"""The table goes so far to both sides, in standard deviations of the normal law, and has so many places in each."""

NEARLY_ONE, TERMS = 0.99, 100
"""Of scales from which on the integral of e^x is a series, and of its terms: k x limit stays below 13."""


class GammaLaw(NamedTuple):
    """Of shape *shape* (at least 1) and scale *scale*; mean shape x scale."""

    shape: float
    scale: float

    @property
    def mean(self) -> float:
        """Shape times scale."""
        return self.shape * self.scale

    def below(self, x: float) -> float:
        """The share of values up to *x*."""
        return float(gamma_below(self.shape, x / self.scale))

    def density(self, x: float) -> float:
        """The density at x > 0."""
        return float(gamma_density(self.shape, x / self.scale)) / self.scale

    def mean_exponential(self, limit: float) -> float:
        """E[e^X; X <= limit]: of a scale below 1 the gamma law of another scale, by its moment generating function.

        From there on the series of the integral of x^(a - 1) e^(k x), k = 1 - 1 / scale.
        """
        if self.scale > NEARLY_ONE:
            k, term, found = (1.0 - 1.0 / self.scale) * limit, 1.0, 0.0
            for n in range(TERMS):
                found += term / (self.shape + n)
                term *= k / (n + 1)
            return float(exp(self.shape * ln(limit / self.scale) - ln_gamma(self.shape))) * found
        left = 1.0 - self.scale
        return float(exp(-self.shape * ln(left)) * gamma_below(self.shape, limit * left / self.scale))

    def quantile(self, uniform: np.ndarray) -> np.ndarray:
        """Values with so much below them; float64 of the same shape.

        The relative error is below 1e-5, from shape 3.8 on below 2e-8.

        A cubic between places of a table over the normal quantile: there it is nearly the cube of a straight line
        (Wilson & Hilferty 1931).
        """
        values, slopes = _table(self.shape)
        place = (elementwise.normal_quantile(np.maximum(uniform, LEAST)) + FARTHEST) * STEPS
        before = np.floor(place)
        t = place - before
        n = before.astype(np.int64)
        square, rest = t * t, 1.0 - t
        found = (1.0 + 2.0 * t) * (rest * rest) * values[n] + square * (3.0 - 2.0 * t) * values[n + 1]
        found = found + t * (rest * rest) * slopes[n] - square * rest * slopes[n + 1]
        return found * self.scale


@lru_cache(256)
def _table(shape: float) -> tuple[np.ndarray, np.ndarray]:
    """Quantiles of the law of scale 1 at the places of the normal law, and by how much they grow in one step."""
    count = round(2 * FARTHEST * STEPS) + 1
    values, slopes = np.empty(count), np.empty(count)
    _fill_table(shape, values, slopes)
    values.setflags(write=False)
    slopes.setflags(write=False)
    return values, slopes


@compiled
def _fill_table(shape: float, values: np.ndarray, slopes: np.ndarray) -> None:
    """Newton's steps on the logarithm of the nearer tail, each from where the place before was."""
    x = 0.0
    for i in range(values.shape[0]):
        z = i / STEPS - FARTHEST
        tail = 0.5 * gamma_above(0.5, 0.5 * z * z)  # of the normal law
        if i == 0:
            x = exp((ln(tail) + ln_gamma(shape + 1.0)) / shape)  # not above what is sought
            if not gamma_density(shape, x) > 0.0:  # but of a large shape so far below that nothing can be told there
                cube_root = 1.0 - 1.0 / (9.0 * shape) + z / (3.0 * math.sqrt(shape))  # Wilson & Hilferty 1931
                x = shape * cube_root * cube_root * cube_root
        upper = z > 0.0
        for _ in range(60):
            share = gamma_above(shape, x) if upper else gamma_below(shape, x)
            step = (ln(share) - ln(tail)) * share / gamma_density(shape, x)
            following = x + step if upper else x - step
            if not following > 0.0:
                following = 0.5 * x
            done = abs(following - x) < 1e-13 * x
            x = following
            if done:
                break
        values[i] = x
        slopes[i] = 0.3989422804014327 * exp(-0.5 * z * z) / gamma_density(shape, x) / STEPS
