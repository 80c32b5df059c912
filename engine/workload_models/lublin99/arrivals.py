"""When jobs of lublin99 arrive: points are paid between two of them, and more are paid at noon than at night."""

from functools import lru_cache

import numpy as np

from engine.compiled import elementwise
from engine.compiled.elementary import total
from engine.workload_models.clock import PeriodicClock
from engine.workload_models.gamma_law import GammaLaw
from engine.workload_models.lublin99.constants import FARTHEST, Kind

HALF_HOUR = 1800.0
HALF_HOURS = 48
WORKDAYS, DAYS = 5, 7
SHIFT = 11
"""Half hours after midnight at which the day begins."""


@lru_cache(64)
def day_clock(day: GammaLaw, weekend: float = 1.0) -> PeriodicClock:
    """The clock of a day: points in each half hour from 0:00 on, 1 in the mean.

    It is one of a week from Monday on, where on each day of the *weekend* so many times as many jobs come as on others.
    """
    weights = [0.0] * HALF_HOURS
    for i in range(SHIFT, SHIFT + HALF_HOURS):
        weights[(i - 1) % HALF_HOURS] = day.below(i + 0.5) - day.below(i - 0.5)
    mean = total(weights) / HALF_HOURS
    if weekend == 1.0:
        return PeriodicClock(tuple(weight / mean for weight in weights), HALF_HOUR)
    mean *= (WORKDAYS + (DAYS - WORKDAYS) * weekend) / DAYS
    days = [1.0] * WORKDAYS + [weekend] * (DAYS - WORKDAYS)
    return PeriodicClock(tuple(times * weight / mean for times in days for weight in weights), HALF_HOUR)


def points_between(kind: Kind, where: np.ndarray) -> np.ndarray:
    """What is paid before each job by uniform numbers (J, candidates), in half hours of mean weight; float64 (J,).

    Of the candidates the first that is not too large is taken, else the limit.
    """
    found, left = np.full(len(where), FARTHEST), np.arange(len(where))
    for number in range(where.shape[1]):
        if not left.size:
            break
        g = kind.between.quantile(where[left, number])
        good = g <= FARTHEST
        found[left[good]] = g[good]
        left = left[~good]
    return elementwise.exp(found) / HALF_HOUR


def mean_gap(kind: Kind) -> float:
    """Mean time between two jobs, s: exact, as points are half hours in the mean."""
    return kind.between.mean_exponential(FARTHEST) / kind.between.below(FARTHEST)
