"""Positive numbers with a given mean and variation: hyper-Erlang of common order, fitted to two moments.

Source: Jann et al. 1997, "Modeling of workload in MPPs", whose fit is to three moments; the third is not published for
the workload of Zhang et al. 2001. Two branches with the same order and balanced means.
"""

from math import ceil, sqrt
from typing import NamedTuple

import numpy as np

from engine.inputs.draws import Draws


class Fit(NamedTuple):
    """With probability *share* the sum of *order* exponentials of mean *short*, otherwise of mean *long*."""

    order: int
    share: float
    short: float
    long: float


def fit(mean: float, variation: float) -> Fit:
    """The distribution with this mean and coefficient of variation (greater than 0)."""
    order = max(1, ceil(1 / (variation * variation) - 1e-9))
    product = (order + 1) / (4 * order * (1 + variation * variation))
    share = (1 + sqrt(max(0.0, 1 - 4 * product))) / 2
    return Fit(order, share, mean / (2 * order * share), mean / (2 * order * (1 - share)))


def variates(draws: Draws, name: str, count: int, variation: float) -> np.ndarray:
    """Numbers of mean 1 called *name*; float64 (count,), beginning with the same ones however many. All are 1 without
    variation.
    """
    if variation == 0:
        return np.ones(count)
    order, share, short, long = fit(1.0, variation)
    is_short = draws.stream(f"{name}.branch").random(count) < share
    return draws.stream(f"{name}.length").erlang(order, count) * np.where(is_short, short, long)
