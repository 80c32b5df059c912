"""How much later than their fair starts jobs have started: means, of a sample with their standard errors, and whose."""

from math import sqrt
from typing import NamedTuple

import numpy as np

from engine.parallel_jobs.for_whom.served import means


class Estimated(NamedTuple):
    """A mean over N jobs, and its standard error where only some of them are known; 0 where all are."""

    mean: float
    error: float


class ByWhom(NamedTuple):
    """U users or groups, as given; each array is (U,).

    Attributes
    ----------
    number : int64, of the user or group
    jobs, missed : int64, jobs that were asked about, and those that started later than they would have
    mean, largest : float64, misses, s
    share : float64, of the sum of all misses; 0 if nobody missed
    """

    number: np.ndarray
    jobs: np.ndarray
    missed: np.ndarray
    mean: np.ndarray
    largest: np.ndarray
    share: np.ndarray


def misses_of(start: np.ndarray, fair: np.ndarray) -> np.ndarray:
    """max(0, start - fair start), s; float64, as both."""
    found: np.ndarray = np.maximum(0.0, start - fair)
    return found


def estimated(values: np.ndarray, count: int) -> Estimated:
    """The mean over *count* jobs, of which these were drawn without replacement."""
    known = len(values)
    if known == count or known < 2:
        return Estimated(float(values.mean()), 0.0 if known == count else float("nan"))
    return Estimated(float(values.mean()), float(values.std(ddof=1)) * sqrt((1 - known / count) / known))


def by_whom(miss: np.ndarray, whose: np.ndarray) -> ByWhom:
    """The misses of each user, or group; whoever has lost most comes first, equal ones by number."""
    number, place = np.unique(whose, return_inverse=True)
    jobs = np.bincount(place, minlength=len(number))
    lost = np.bincount(place, weights=miss, minlength=len(number))
    largest = np.zeros(len(number))
    np.maximum.at(largest, place, miss)
    order = np.lexsort((number, -lost))
    whole = lost.sum()
    return ByWhom(
        number[order],
        jobs[order],
        np.bincount(place, weights=miss > 0, minlength=len(number)).astype(np.int64)[order],
        means(lost, jobs)[order],
        largest[order],
        (lost / whole if whole else lost)[order],
    )
