"""Means and differences with their uncertainty over independent replications."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from scipy.special import stdtr, stdtrit

CONFIDENCE = 0.95


class Estimate(NamedTuple):
    """A mean with its interval, of 95 % unless said otherwise; `low` and `high` are NaN below two replications."""

    mean: float
    low: float
    high: float
    replications: int

    @property
    def half_width(self) -> float:
        """Half the length of the interval."""
        return (self.high - self.low) / 2

    @property
    def excludes_zero(self) -> bool:
        """Whether the interval lies on one side of 0."""
        return bool(self.low > 0 or self.high < 0)

    def times(self, scale: float) -> "Estimate":
        """The same in another unit."""
        low, high = sorted((self.low * scale, self.high * scale))
        return Estimate(self.mean * scale, low, high, self.replications)


NOTHING = Estimate(np.nan, np.nan, np.nan, 0)


def estimate(samples: np.ndarray, level: float = CONFIDENCE) -> Estimate:
    """Student's t interval for the mean of independent replications (Law 2015, section 4.5).

    Parameters
    ----------
    samples : float64 (R,); NaN where a replication is not there yet
    level : probability with which the interval is to hold the mean
    """
    present = samples[~np.isnan(samples)]
    n = len(present)
    if n == 0:
        return NOTHING
    mean = float(present.mean())
    if n == 1:
        return Estimate(mean, np.nan, np.nan, 1)
    half = float(stdtrit(n - 1, (1 + level) / 2) * present.std(ddof=1) / np.sqrt(n))
    return Estimate(mean, mean - half, mean + half, n)


def paired_ratio(numerator: np.ndarray, denominator: np.ndarray, level: float = CONFIDENCE) -> Estimate:
    """Mean over replications of the ratio of two policies that saw the same jobs, with its interval.

    Common random numbers make the ratio of one replication far steadier than either of its parts, and a ratio within
    a replication needs no assumption on how the two vary together (Law 2015, section 11.2).
    """
    return estimate(relative(numerator, denominator) + 1, level)


def relative(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """*one* over *other* less 1, replication by replication; 0 where both are 0, NaN where only *other* is."""
    with np.errstate(divide="ignore", invalid="ignore"):
        found = np.where((one == 0) & (other == 0), 0.0, one / other - 1)
    return np.where(np.isfinite(found), found, np.nan)


def p_value(samples: np.ndarray) -> float:
    """How likely a mean so far from 0 would be by accident if it were 0 (two-sided t test); NaN below two samples."""
    present = samples[~np.isnan(samples)]
    n = len(present)
    if n < 2:
        return float("nan")
    spread = present.std(ddof=1) / np.sqrt(n)
    if spread == 0:
        return 1.0 if present.mean() == 0 else 0.0
    return float(2 * stdtr(n - 1, -abs(present.mean() / spread)))


class RatioTest(NamedTuple):
    """The ratio of the means of two independent samples: its standard error, and the degrees of freedom of a t test.

    The spread of a ratio by the delta method, the degrees of freedom by Welch 1947; within a few percent of the truth
    where the mean below is known to a fifth of itself or better.
    """

    ratio: float
    error: float
    freedom: float
    replications: int

    @classmethod
    def of(cls, above: np.ndarray, below: np.ndarray) -> "RatioTest":
        """The ratio of the mean of *above* to that of *below*, which is not 0; NaN values do not count."""
        above, below = above[~np.isnan(above)], below[~np.isnan(below)]
        n = min(len(above), len(below))
        ratio = float(above.mean() / below.mean())
        if n < 2:
            return cls(ratio, np.nan, np.nan, n)
        squares = np.array([above.var(ddof=1) / len(above), ratio**2 * below.var(ddof=1) / len(below)])
        total = float(squares.sum())
        if total == 0:
            return cls(ratio, 0.0, np.inf, n)
        freedom = total**2 / float((squares**2 / np.array([len(above) - 1, len(below) - 1])).sum())
        return cls(ratio, float(np.sqrt(total) / abs(below.mean())), freedom, n)

    def p_value(self) -> float:
        """How likely a ratio so far from 1 would be by accident if it were 1; NaN below two samples."""
        if self.error == 0:
            return 1.0 if self.ratio == 1 else 0.0
        return float(2 * stdtr(self.freedom, -abs(self.ratio - 1) / self.error))

    def relative(self, level: float) -> Estimate:
        """The ratio less 1 with its interval at a confidence *level*."""
        mean = self.ratio - 1
        if self.error == 0:
            return Estimate(mean, mean, mean, self.replications)
        half = float(stdtrit(self.freedom, (1 + level) / 2)) * self.error
        return Estimate(mean, mean - half, mean + half, self.replications)


def holm_levels(p_values: Sequence[float]) -> list[float]:
    """The confidence level at which Holm's procedure tests each of several comparisons (Holm 1979).

    The least of m values is tested at 0.05 / m, the next at 0.05 / (m - 1), and so on; from the first that shows
    nothing on, the level stays. So the chance of any wrong difference among the m is at most 5 %, and an interval at
    the level given excludes 0 exactly where the procedure shows a difference. NaN (nothing to test) does not count.
    """
    order = sorted((n for n, p in enumerate(p_values) if not np.isnan(p)), key=lambda n: p_values[n])
    levels = [CONFIDENCE] * len(p_values)
    left, failed = len(order), False
    for n in order:
        error = (1 - CONFIDENCE) / left
        levels[n] = 1 - error
        failed = failed or p_values[n] > error
        left -= not failed
    return levels
