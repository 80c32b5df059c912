"""Does a queue settle, or does it grow with the horizon? A drift test on the number in system."""

import numpy as np

from engine.statistics.student import t_quantile
from engine.statistics.whole_periods import thirds

GROWTH = 1.15
"""Growth between the middle and the last third of the arrivals that is too much. At rest it is 1; of a queue at its
critical load, which grows with the square root of time, 1.30; of an overloaded one 5/3."""

CRITICAL = (3**1.5 - 2**1.5) / (2**1.5 - 1)
"""Growth of a queue at its critical load, 1.295: the mean over the last third of a square root over that in the middle
one. Whatever varies, a queue with less to do grows less and one with more to do grows more, so that a search that asks
on which side of it a load lies has no bias, where one that asks for `GROWTH` stops too early."""

FEW, GROWTH_OF_FEW, CROWD = 5, 4 / 3, 10
"""With fewer replications a t test shows next to nothing; until then half way from rest to steady growth decides, if
each of them grows and so many jobs are in the system in the end: two jobs for one are no sign of anything.

Of 100 times three replications of 400 jobs, as previews have, on the first system of Schnor et al. the sum alone was
beyond half way by luck 21 times at a load of 0.9 (SED); with both conditions it was once. At a load of 1.2 (FCFS) it
was 95 times either way."""

LEVEL = 0.975


def present(arrival: np.ndarray, end: np.ndarray, period: float = 0.0) -> tuple[float, float]:
    """Mean number in system in the middle and in the last third of the time of arrivals.

    Time after the last arrival does not count, since nothing arrives any more. (0, 0) if all arrive at once. Where the
    load comes back after a *period* (s), both parts are whole periods, since a night after a day is no sign of a queue
    that settles; (NaN, NaN) if there are fewer than three of them.

    Parameters
    ----------
    arrival, end : float64 (J,), s
    """
    parts = thirds(float(arrival[-1]), period)
    if parts is None:
        return (np.nan, np.nan) if period else (0.0, 0.0)
    middle, late = (_mean_present(arrival, end, since, until) for since, until in parts)
    return middle, late


def _mean_present(arrival: np.ndarray, end: np.ndarray, since: float, until: float) -> float:
    return float((_within(end, since, until) - _within(arrival, since, until)).sum() / (until - since))


def _within(times: np.ndarray, since: float, until: float) -> np.ndarray:
    """As `numpy.clip`, which takes three times as long to begin."""
    found: np.ndarray = np.minimum(np.maximum(times, since), until)
    return found


def _both(middle: np.ndarray, late: np.ndarray) -> np.ndarray:
    """The replications that have either; one in which no job was taken has no queue, and one may still be missing."""
    found: np.ndarray = ~np.isnan(middle) & ~np.isnan(late)
    return found


def growth(middle: np.ndarray, late: np.ndarray) -> float:
    """How many times more jobs are in the system in the last third than in the middle one, over all replications."""
    there = _both(middle, late)
    before = float(middle[there].sum())
    return float(late[there].sum()) / before if before > 0 else 1.0


def grows_in_some(middle: np.ndarray, late: np.ndarray) -> bool:
    """Whether a crowded queue grows at least half way from rest to steady growth in some replication.

    No test, but a reason not to compare there: a mean that one overloaded run makes says more of its length.
    """
    there = _both(middle, late)
    return bool(((late >= CROWD) & (late > GROWTH_OF_FEW * middle))[there].any())


def settles(middle: np.ndarray, late: np.ndarray) -> bool:
    """Whether the queue settles, given `present` of each replication.

    It does not when it is larger by more than `GROWTH` in the last third and a paired t test says at the 2.5 % level
    that this is no accident. In doubt a queue settles: its interval is wide then, and shows the doubt.
    `dev statistics` measures how often this is right of M/M/1.

    Parameters
    ----------
    middle, late : float64 (R,), NaN where a replication is missing
    """
    there = _both(middle, late)
    n = int(there.sum())
    if n < FEW:
        is_crowded = bool(n) and late[there].mean() >= CROWD and bool((late[there] > middle[there]).all())
        return not (is_crowded and growth(middle, late) >= GROWTH_OF_FEW)
    difference = (late - middle)[there]
    shown = difference.mean() > t_quantile(n - 1, LEVEL) * difference.std(ddof=1) / np.sqrt(n)
    return not (growth(middle, late) > GROWTH and shown)
