"""Hyper-Erlang laws of common order: the form of the model jann97 (Jann et al. 1997).

The table of that paper could not be verified and is not here; nor are the constants of feitelson96 (Feitelson 1996).
"""

from math import sqrt
from typing import NamedTuple

import numpy as np

from engine.inputs.draws import Draws

MOST_ORDER = 40


class HyperErlang(NamedTuple):
    """With probability *first* the sum of *order* exponentials of rate *rates[0]*, else of *rates[1]* (1 / s).

    The first branch has the larger mean.
    """

    order: int
    first: float
    rates: tuple[float, float]

    def moments(self) -> tuple[float, float, float]:
        """E[X], E[X^2], E[X^3]."""
        n = self.order
        shares = (self.first, 1.0 - self.first)
        found, rising = [], 1.0
        parts = list(shares)
        for k in range(3):
            rising *= n + k
            parts = [part / rate for part, rate in zip(parts, self.rates, strict=True)]
            found.append(rising * sum(parts))
        return found[0], found[1], found[2]

    def sample(self, draws: Draws, name: str, count: int) -> np.ndarray:
        """So many values of the streams called *name*; float64 (count,)."""
        is_first = draws.stream(f"{name} branch").random(count) < self.first
        return draws.stream(f"{name} value").erlang(self.order, count) / np.where(is_first, *self.rates)


def of_moments(m1: float, m2: float, m3: float) -> HyperErlang:
    """The law of the smallest order with these moments; `ValueError` says which of them prevents that.

    With r1, r2, r3 the moments over n, n(n + 1), n(n + 1)(n + 2), the means of the branches over n are the roots of a
    quadratic equation: a law of two values has any r1, r2, r3 of positive variance.
    """
    if not (m1 > 0 and m2 > 0 and m3 > 0):
        raise ValueError(f"all moments have to be positive; they are {m1:g}, {m2:g} and {m3:g}")
    for n in range(1, MOST_ORDER + 1):
        r1, r2, r3 = m1 / n, m2 / (n * (n + 1)), m3 / (n * (n + 1) * (n + 2))
        v = r2 - r1 * r1
        if v <= 0:
            continue
        s, d = (r3 - r1 * r2) / v, (r1 * r3 - r2 * r2) / v
        if d <= 0 or s * s < 4 * d:
            continue
        larger = (s + sqrt(s * s - 4 * d)) / 2
        smaller = d / larger
        first = (r1 - smaller) / (larger - smaller) if larger > smaller else -1.0
        if smaller > 0 and 0 <= first <= 1:
            return HyperErlang(n, first, (1 / larger, 1 / smaller))
    n = MOST_ORDER
    if m2 / (n + 1) <= m1 * m1 / n:
        least = m1 * m1 * (n + 1) / n
        raise ValueError(f"the second moment {m2:g} is too small for an order up to {n}; more than {least:g} is needed")
    least = m2 * m2 / m1 * (n + 2) / (n + 1)
    raise ValueError(f"the third moment {m3:g} is too small for an order up to {n}; more than {least:g} is needed")
