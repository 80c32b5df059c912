"""What reference and kernel are given: all work, all background jobs, in integer nanoseconds."""

from typing import NamedTuple

import numpy as np

SECOND = 1_000_000_000


class Run(NamedTuple):
    """One run of the application on P machines; N background jobs come to them in all.

    Attributes
    ----------
    work : int64 (P, I), time that the application's part of each iteration takes on that machine if it is dedicated, ns
    before, after : ns of an iteration before its parallel part (serial work) and after its barrier (overhead)
    first : int64 (P + 1,), the jobs of machine j are those from first[j] to first[j + 1]
    arrival : int64 (N,), ns; ascending on each machine; those found at the start come at 0
    demand : int64 (N,), time that a job takes on its machine if it is dedicated, ns; at least 1
    """

    work: np.ndarray
    before: int
    after: int
    first: np.ndarray
    arrival: np.ndarray
    demand: np.ndarray

    def without_application(self, until: int) -> "Run":
        """The same machines and jobs until *until* (ns), with nobody to disturb them."""
        return self._replace(work=self.work[:, :0], before=until, after=0)
