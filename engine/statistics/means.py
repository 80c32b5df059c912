"""Means and differences with their uncertainty over independent replications."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from engine.statistics.student import t_below, t_quantile

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

    def within(self, least: float, greatest: float) -> "Estimate":
        """The same of a quantity that cannot be below *least* or above *greatest*: an interval that ends there holds it
        as surely as one that goes on. It always holds the mean itself."""
        low, high = max(self.low, min(least, self.mean)), min(self.high, max(greatest, self.mean))
        return self._replace(low=low, high=high)


def mean(values: np.ndarray) -> float:
    """What `numpy.mean` says of numbers, to the last bit, in a quarter of the time of a few hundred.

    Parameters
    ----------
    values : float64 or whole numbers (n,), at least one
    """
    return float(np.add.reduce(values) / len(values))


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
    half = float(t_quantile(n - 1, (1 + level) / 2) * present.std(ddof=1) / np.sqrt(n))
    return Estimate(mean, mean - half, mean + half, n)


STEEPEST = 3.0
"""Half an interval, in means, from which on it grows no more than along the tangent."""


def on_log_scale(found: Estimate) -> Estimate:
    """The same interval of a mean that is not negative on a logarithmic scale, mean exp(+- half / mean): never below 0,
    and longer upwards, as what is told of long runs of few blocks scatters (parallel-jobs README, logs).

    That is a first-order formula, and nonsense where the scatter is many times the mean itself: 1 of +- 100 would be
    1e-43 to 1e43. From half = 3 mean on its tangent is taken for the exponential, exp(3) (half - 2 mean), and a mean of
    0 has an interval from 0.
    """
    mean, half = found.mean, found.half_width
    if half > STEEPEST * mean:
        high = float(np.exp(STEEPEST) * (half - (STEEPEST - 1) * mean))
        return found._replace(low=mean * (mean / high) if mean > 0 else mean, high=high)
    factor = float(np.exp(half / mean)) if half > 0 else 1.0 + half  # missing if that is
    return found._replace(low=mean / factor, high=mean * factor)


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
    return 2 * t_below(n - 1, -abs(present.mean() / spread))


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
