"""Nodes and weights of Gauss and Legendre: an integral from -1 to 1 of a polynomial of degree 2 n - 1, exactly."""

from functools import lru_cache
from math import pi

import numpy as np

from engine.compiled.compilation import compiled
from engine.compiled.elementary import cosine

STEPS = 8
"""Of Newton's method; from these first guesses five are enough for a thousand nodes."""


@lru_cache(maxsize=4)
def gauss_legendre(nodes: int) -> tuple[np.ndarray, np.ndarray]:
    """Nodes, ascending, and weights; both float64 (nodes,). numpy's come of eigenvalues, and so of the processor."""
    x, weight = np.zeros(nodes), np.empty(nodes)
    _fill(x, weight)
    return x, weight


@compiled
def _fill(x: np.ndarray, weight: np.ndarray) -> None:
    """The roots of the Legendre polynomial by Newton's method (Davis & Rabinowitz 1984, section 2.7)."""
    n = x.shape[0]
    for i in range((n + 1) // 2):
        z, slope = cosine(pi * (i + 0.75) / (n + 0.5)), 1.0
        for _ in range(STEPS):
            value, before = 1.0, 0.0
            for k in range(n):
                value, before = ((2 * k + 1) * z * value - k * before) / (k + 1), value
            slope = n * (z * value - before) / (z * z - 1)
            z -= value / slope
        x[n - 1 - i] = z
        x[i] = -z
        weight[i] = weight[n - 1 - i] = 2 / ((1 - z * z) * slope * slope)
    if n % 2:
        x[n // 2] = 0.0
