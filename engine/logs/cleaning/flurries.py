"""Flurries: weeks in which one user submits more than all others, which says more of him than of the machine.

After D. Tsafrir and D. Feitelson, "Instability in parallel job scheduling simulation: the role of workload flurries",
IPDPS 2006; the bounds are ours.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

LEAST_SHARE = 0.5
MOST = 1000
"""Flurries that are told, the first ones; a log of one user has one in every other week."""


class Flurry(NamedTuple):
    """A user, a week of the log from 1, how many jobs he submitted in it and which share of that week's that is."""

    user: int
    week: int
    jobs: int
    share: float


def flurries(week: NDArray[np.int64], user: NDArray[np.int64]) -> tuple[Flurry, ...]:
    """Find users with half of a week's jobs or more, and at least as many as a median week has in all.

    Weeks without a job between the first and the last count; who is not known is nobody.
    """
    if not len(week):
        return ()
    begins = week.min()
    in_week = np.bincount(week - begins)
    known = user >= 0
    _, who = np.unique(user[known], return_inverse=True)
    key, count = np.unique(who * np.int64(len(in_week)) + (week[known] - begins), return_counts=True)
    place = key % len(in_week)
    found = np.flatnonzero((count >= LEAST_SHARE * in_week[place]) & (count >= np.median(in_week)))
    numbers = np.unique(user[known])
    return tuple(
        Flurry(
            int(numbers[key[one] // len(in_week)]),
            int(place[one] + begins),
            int(count[one]),
            float(count[one] / in_week[place[one]]),
        )
        for one in found[np.argsort(place[found], kind="stable")][:MOST]
    )
