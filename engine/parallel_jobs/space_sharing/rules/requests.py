"""Between how many machines a job may have under a space-sharing policy."""

from typing import NamedTuple

import numpy as np

from engine.parallel_jobs.model import Jobs
from engine.parallel_jobs.policies import SHARING


class Limits(NamedTuple):
    """Sizes of J jobs, machines; nobody asks for more than there are.

    Attributes
    ----------
    least, most : int64 (J,)
    """

    least: np.ndarray
    most: np.ndarray


def limits(jobs: Jobs, machines: int, policy: int) -> Limits:
    """The limits of every job under *policy*."""
    low, high = (jobs.min_size, jobs.max_size) if policy in SHARING else (jobs.requested, jobs.requested)
    return Limits(*(np.minimum(size, machines).astype(np.int64) for size in (low, high)))
