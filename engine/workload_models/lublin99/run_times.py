"""How long a job of lublin99 runs: two gamma laws of the logarithm, the longer one more often for large jobs."""

from collections.abc import Sequence
from functools import lru_cache
from math import inf

import numpy as np

from engine.compiled import elementwise
from engine.compiled.elementary import exp, ln
from engine.workload_models.gamma_law import GammaLaw
from engine.workload_models.lublin99.constants import LONGEST, Kind

POINTS = 512
"""Of an integral over the logarithm of run times."""

TERMS = 256
"""So many terms of the sum over whole seconds are added one by one; Euler and Maclaurin do the others."""


def short_share(kind: Kind, size: np.ndarray) -> np.ndarray:
    """The share of the short ones among jobs of a *size*; float64 (J,)."""
    return np.clip(kind.by_size * size + kind.at_zero, 0.0, 1.0)


def run_times(kind: Kind, size: np.ndarray, which: np.ndarray, where: np.ndarray) -> np.ndarray:
    """Whole seconds; float64 (J,).

    *which* and *where* are uniform numbers, (J, candidates): the branch and the value are drawn again together while
    the run time is too long. Of as many as there are the first that is short enough is taken, else the longest.
    """
    share = short_share(kind, size)
    found, left = np.full(len(size), LONGEST), np.arange(len(size))
    for number in range(which.shape[1]):
        if not left.size:
            break
        short = which[left, number] <= share[left]
        uniform = where[left, number]
        x = np.where(short, kind.short.quantile(uniform), kind.long.quantile(uniform))
        good = x <= LONGEST
        found[left[good]] = x[good]
        left = left[~good]
    return np.floor(elementwise.exp(found))


def shares_up_to(kind: Kind, sizes: Sequence[int], seconds: float) -> list[float]:
    """Of the jobs of each of these *sizes*, the share that run for at most so many whole seconds."""
    x = min(LONGEST, ln(seconds + 1.0))
    of_short, of_long = kind.short.below(x), kind.long.below(x)
    return [_mixed(kind, size, of_short, of_long) for size in sizes]


def mean_run(kind: Kind, size: int, cut: float = inf) -> float:
    """E[r] of the jobs of a *size*, s, longer ones cut to so many whole seconds: exact, floors included."""
    return _mixed(kind, size, _mean_floor(kind.short, cut), _mean_floor(kind.long, cut))


def mean_square_run(kind: Kind, size: int, cut: float = inf) -> float:
    """E[r^2] of the same, s^2, to within a thousandth."""
    return _mixed(kind, size, _mean_square(kind.short, cut), _mean_square(kind.long, cut))


def _mixed(kind: Kind, size: int, of_short: float, of_long: float) -> float:
    """What becomes of means over both laws, each up to the longest run time, at a *size*."""
    part = min(1.0, max(0.0, kind.by_size * size + kind.at_zero))
    allowed = part * _share_allowed(kind.short) + (1.0 - part) * _share_allowed(kind.long)
    return (part * of_short + (1.0 - part) * of_long) / allowed


@lru_cache(64)
def _share_allowed(law: GammaLaw) -> float:
    return law.below(LONGEST)


@lru_cache(64)
def _mean_floor(law: GammaLaw, cut: float) -> float:
    """E[floor(e^X); X <= longest]: the sum over k from 1 to *cut* of the share of those that are at least k."""
    last = min(cut, float(int(exp(LONGEST))))
    least = law.below(LONGEST)
    found = 0.0
    for k in range(1, TERMS):
        found += least - law.below(ln(float(k)))
    first, at_first, at_last = float(TERMS), least - law.below(ln(float(TERMS))), least - law.below(ln(last))
    within = law.mean_exponential(ln(last)) - law.mean_exponential(ln(first))
    integral = last * at_last - first * at_first + within
    slopes = -law.density(ln(last)) / last + law.density(ln(first)) / first
    return found + integral + (at_first + at_last) / 2 + slopes / 12


@lru_cache(64)
def _mean_square(law: GammaLaw, cut: float) -> float:
    """E[e^2X; X <= longest] by Simpson's rule; floors hardly change it."""
    end = LONGEST if cut == inf else min(LONGEST, ln(cut))
    width, found = end / POINTS, exp(2.0 * end) * (law.below(LONGEST) - law.below(end))
    found *= 3 / width
    for n in range(1, POINTS + 1):
        weight = 1.0 if n == POINTS else (4.0 if n % 2 else 2.0)
        found += weight * law.density(n * width) * exp(2.0 * n * width)
    return found * width / 3
