"""What users get: their work beside their waiting, and how evenly they are treated."""

from typing import NamedTuple

import numpy as np

from engine.parallel_jobs.for_whom.served import Served, means
from engine.statistics.fairness import gini, jain_index


class ByUser(NamedTuple):
    """U users, those with most work first; equal ones by number. Jobs of nobody known are of user -1.

    Attributes
    ----------
    user, jobs : int64 (U,)
    hours : float64 (U,), processor-hours
    wait, slowdown : float64 (U,), means over the user's jobs: wait in s, bounded slowdown
    work_share, waiting_share : float64 (U,), of all processor-hours, and of the sum of all waits
    jain, gini : of the users' mean bounded slowdowns; NaN if no user is known
    """

    user: np.ndarray
    jobs: np.ndarray
    hours: np.ndarray
    wait: np.ndarray
    slowdown: np.ndarray
    work_share: np.ndarray
    waiting_share: np.ndarray
    jain: float
    gini: float


def by_user(served: Served, threshold: float) -> ByUser:
    """The jobs of each user (family README, logs); slowdowns are bounded by the *threshold*, s."""
    user, place = np.unique(served.user, return_inverse=True)
    jobs = np.bincount(place, minlength=len(user))

    def sums(values: np.ndarray) -> np.ndarray:
        return np.bincount(place, weights=values, minlength=len(user))

    work, waiting = sums(served.work), sums(served.wait)
    slowdown = means(sums(served.slowdown(threshold)), jobs)
    order = np.lexsort((user, -work))
    known = np.sort(slowdown[user >= 0])
    return ByUser(
        user=user[order],
        jobs=jobs[order],
        hours=work[order] / 3600,
        wait=means(waiting, jobs)[order],
        slowdown=slowdown[order],
        work_share=_shares(work)[order],
        waiting_share=_shares(waiting)[order],
        jain=jain_index(known) if len(known) else float("nan"),
        gini=gini(known) if len(known) else float("nan"),
    )


def _shares(values: np.ndarray) -> np.ndarray:
    whole = values.sum()
    return values / whole if whole else np.zeros(len(values))
