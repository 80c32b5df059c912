"""Load and performance: how many jobs came when how much had come before them, and how they fared.

After Krakov & Feitelson, JSSPP 2012 (known from its abstract); the hours and the bins are ours.
"""

from typing import NamedTuple

import numpy as np

from engine.logs.week_clock import HOUR
from engine.parallel_jobs.for_whom.served import Served, means

HOURS = 6
"""Before an arrival, whose load counts."""

STEP, MOST = 0.1, 20
"""Width of a bin of load, and how many there are; the last one has all that is above."""

LEVEL, HIGHEST = 0.5, 24
"""The same of ln of the bounded slowdown: from 1 to e^12, which is 160,000."""


class ByLoad(NamedTuple):
    """S bins of slowdown by L bins of load.

    Attributes
    ----------
    load : float64 (L,), where each bin begins, in processors of the cluster; the last one has no end
    level : float64 (S,), where each bin of ln of the bounded slowdown begins; the last one has no end
    jobs : int64 (S, L)
    mean : float64 (L,), mean of ln of the bounded slowdowns of the jobs in each bin of load; NaN without jobs
    """

    load: np.ndarray
    level: np.ndarray
    jobs: np.ndarray
    mean: np.ndarray


def by_load(counted: Served, present: Served, machines: int, threshold: float) -> ByLoad:
    """The jobs that are *counted*, by what all that are *present* brought before them.

    The load before an arrival is the work of those who came in the `HOURS` before it, at other instants, over what the
    cluster can do in them: the same under every policy that has the same arrivals. It may be above 1.
    """
    load = load_before(present, counted.arrival, machines)
    level = np.log(counted.slowdown(threshold))
    column = np.minimum(np.floor(load / STEP + ROUNDED), MOST - 1).astype(np.int64)
    row = np.minimum(np.floor(level / LEVEL), HIGHEST - 1).astype(np.int64)
    columns, rows = int(column.max(initial=0)) + 1, int(row.max(initial=0)) + 1
    jobs = np.bincount(row * columns + column, minlength=rows * columns).reshape(rows, columns)
    return ByLoad(
        load=np.arange(columns) * STEP,
        level=np.arange(rows) * LEVEL,
        jobs=jobs,
        mean=means(np.bincount(column, weights=level, minlength=columns), jobs.sum(axis=0)),
    )


ROUNDED = 1e-9
"""A load that is where a bin begins is in it, though its sum is rounded."""


def load_before(present: Served, time: np.ndarray, machines: int) -> np.ndarray:
    """The work that came in the `HOURS` before each *time*, over what *machines* can do in them; float64 as *time*."""
    order = np.argsort(present.arrival, kind="stable")  # of jobs that follow others, as they came
    arrival = present.arrival[order]
    before = np.concatenate([[0.0], np.cumsum(present.work[order])])
    window = HOURS * HOUR
    low, high = np.searchsorted(arrival, time - window), np.searchsorted(arrival, time)
    found: np.ndarray = (before[high] - before[low]) / (machines * window)
    return found
