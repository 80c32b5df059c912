"""Means with their uncertainty over independent replications."""

from typing import NamedTuple

import numpy as np
from scipy.special import stdtrit

CONFIDENCE = 0.95


class Estimate(NamedTuple):
    """A mean with its 95 % interval; `low` and `high` are NaN when fewer than two replications are there."""

    mean: float
    low: float
    high: float
    replications: int

    @property
    def half_width(self) -> float:
        """Half the length of the interval."""
        return (self.high - self.low) / 2


def estimate(samples: np.ndarray) -> Estimate:
    """Student's t interval for the mean of independent replications (Law 2015, section 4.5).

    Parameters
    ----------
    samples : float64 (R,); NaN where a replication is not there yet
    """
    present = samples[~np.isnan(samples)]
    n = len(present)
    if n == 0:
        return Estimate(np.nan, np.nan, np.nan, 0)
    mean = float(present.mean())
    if n == 1:
        return Estimate(mean, np.nan, np.nan, 1)
    half = float(stdtrit(n - 1, (1 + CONFIDENCE) / 2) * present.std(ddof=1) / np.sqrt(n))
    return Estimate(mean, mean - half, mean + half, n)


def paired_ratio(numerator: np.ndarray, denominator: np.ndarray) -> Estimate:
    """Mean over replications of the ratio of two policies that saw the same jobs, with its interval.

    Common random numbers make the ratio of one replication far steadier than either of its parts, and a ratio within
    a replication needs no assumption on how the two vary together (Law 2015, section 11.2).
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = numerator / denominator
    return estimate(np.where(np.isfinite(ratio), ratio, np.nan))


def settles(drift: np.ndarray) -> bool:
    """Whether a queue has settled, from `drift` of its replications (see `engine.metrics`).

    It has not when the mean drift is nearer to steady growth (5/3) than to rest (1). Where the load is critical the
    drift is noisy; a point with so much noise has no mean worth showing either.
    """
    found = estimate(drift)
    return found.replications == 0 or found.mean <= 4 / 3
