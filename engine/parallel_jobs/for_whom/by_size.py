"""Mean bounded slowdown by size and run time: bins of size that double, decades of run time."""

from typing import NamedTuple

import numpy as np

from engine.parallel_jobs.for_whom.served import Served, means

FEWEST = 20
"""Jobs below which the mean of a cell says nothing."""

LONGEST = 12
"""Decades: a log has no number of seconds above it."""


class BySize(NamedTuple):
    """S bins of size by R decades of run time.

    Attributes
    ----------
    size : int64 (S,), the largest size of each bin: 1, 2, 4, 8, ...
    run : int64 (R,), s, the shortest run time of each decade; the first has all that is below 10 s
    jobs : int64 (S, R)
    slowdown : float64 (S, R), mean bounded slowdown; NaN without jobs
    """

    size: np.ndarray
    run: np.ndarray
    jobs: np.ndarray
    slowdown: np.ndarray


def by_size(served: Served, threshold: float) -> BySize:
    """The jobs by the size that they ask for and by their run time alone, so that every policy has the same cells."""
    sizes = 2 ** np.arange(int(served.size.max(initial=1) - 1).bit_length() + 1)
    decades = 10 ** np.arange(LONGEST + 1)
    row = np.searchsorted(sizes, served.size)
    column = np.maximum(np.searchsorted(decades, served.alone, side="right") - 1, 0)
    width = int(column.max(initial=0)) + 1
    cell = row * width + column
    shape = (len(sizes), width)
    jobs = np.bincount(cell, minlength=shape[0] * width).reshape(shape)
    slowdown = np.bincount(cell, weights=served.slowdown(threshold), minlength=shape[0] * width).reshape(shape)
    return BySize(sizes, np.where(np.arange(width) > 0, decades[:width], 0), jobs, means(slowdown, jobs))
