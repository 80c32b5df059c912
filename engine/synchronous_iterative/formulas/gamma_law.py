"""The gamma law of scale 1: how much of it is below a number, with the same bits on every processor.

Press et al. 2007, "Numerical recipes", section 6.2: the series below the mean, the continued fraction above it.
"""

import math

import numpy as np

from engine.compiled.compilation import compiled
from engine.compiled.elementary import exp, ln, log1p

NOTHING = 1e-17
"""A term that no longer counts."""

FAR = 45.0
"""e^-45 times anything here vanishes beside 1."""

LARGE = 10.0
"""Shapes from which on Stirling's series has all digits."""

HALVINGS = 30


@compiled
def _stirling(shape: float) -> float:
    """ln(gamma(shape + 1)) - ln(sqrt(2 pi shape) shape^shape e^-shape), for a large shape."""
    s = 1 / (shape * shape)
    return (1 / 12 - s * (1 / 360 - s * (1 / 1260 - s * (1 / 1680 - s * (1 / 1188 - s * 691 / 360360))))) / shape


@compiled
def _log_term(shape: float, x: float) -> float:
    """ln(x^shape e^-x / gamma(shape + 1)), for x > 0."""
    if shape >= LARGE:
        away = (x - shape) / shape
        return -shape * (away - log1p(away)) - ln(2 * math.pi * shape) / 2 - _stirling(shape)
    product, large = 1.0, shape
    while large < LARGE:
        large += 1
        product *= large
    log_gamma = (ln(2 * math.pi * large) / 2 + large * (ln(large) - 1) + _stirling(large)) - ln(product)
    return shape * ln(x) - x - log_gamma


@compiled
def below(shape: float, x: float) -> float:
    """How much of the law is below *x*."""
    if not x > 0.0:
        return 0.0
    logarithm = _log_term(shape, x)
    if logarithm < -FAR:
        return 0.0 if x < shape else 1.0
    if x < shape + 1:
        term, total, n = 1.0, 1.0, shape
        while term > total * NOTHING:
            n += 1
            term *= x / n
            total += term
        return min(1.0, exp(logarithm) * total)
    # Lentz's method
    b = x + 1 - shape
    c, d = 1e300, 1 / b
    fraction, n, change = d, 0.0, 2.0
    while change != 1.0 and n < 1e6:
        n += 1
        a = n * (shape - n)
        b += 2
        d = 1 / (a * d + b)
        c = b + a / c
        change = c * d
        fraction *= change
        if abs(change - 1) < 1e-15:
            break
    return max(0.0, 1 - exp(logarithm) * shape * fraction)


@compiled
def reach(shape: float, tail: float) -> float:
    """About where no more than *tail* (at least 1e-12) is left above, to a few digits; not below that place."""
    low, high = 0.0, shape + 8 * (math.sqrt(shape) + 3)
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if 1 - below(shape, middle) > tail:
            low = middle
        else:
            high = middle
    return high


@compiled
def fill_below(shape: np.ndarray, x: np.ndarray, found: np.ndarray) -> None:
    """`below` of each shape (A,) at each x (A, T) into *found* (A, T)."""
    for a in range(x.shape[0]):
        for t in range(x.shape[1]):
            found[a, t] = below(shape[a], x[a, t])
