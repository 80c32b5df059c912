"""The ratio of two means, for pairs and for independent samples; and where a ratio says anything at all."""

from enum import Enum
from typing import NamedTuple

import numpy as np

from engine.statistics.means import CONFIDENCE, NOTHING, Estimate, estimate, relative
from engine.statistics.student import precise_t_quantile, t_below

LEAST_SHARE = 0.25
"""Of its own mean, that a base has in every replication if ratios within the replications are to be averaged."""

KNOWN_TO, SURELY = 0.5, 0.99
"""A base that is not like that is known well enough for a ratio of means if its interval of 99 % reaches, to either
side, over at most half of it. It is far enough from 0 then for every interval of a ratio to have two ends, at the
levels at which differences are told."""

LARGEST_RATIO = 10.0
"""A base of which the other is more than ten times is next to nothing beside it: then percentages say nothing."""


class Base(Enum):
    """What a sample that others are to be compared with is good for."""

    RATIOS = "positive in every replication and never small: the mean of the ratios within the replications"
    MEANS = "a mean that is well known: the ratio of the means over all replications"
    NONE = "too near to 0, or below it"


def base_of(samples: np.ndarray) -> Base:
    """What *samples*, float64 (R,) without NaN, are good for as the base of a ratio.

    Whatever comes of it, every replication counts: none is left out because of its outcome.
    """
    if len(samples) == 0 or samples.min() < 0 or samples.mean() <= 0:
        return Base.NONE
    if samples.min() >= LEAST_SHARE * samples.mean():
        return Base.RATIOS
    return Base.MEANS if estimate(samples, SURELY).half_width <= KNOWN_TO * samples.mean() else Base.NONE


def paired_ratio(numerator: np.ndarray, denominator: np.ndarray, level: float = CONFIDENCE) -> Estimate:
    """How many times the denominator the numerator is, of two that saw the same jobs, with its interval.

    Over all replications that both have. Common random numbers make the ratio of one replication far steadier than
    either of its parts, and a ratio within a replication needs no assumption on how the two vary together (Law 2015,
    section 11.2): its mean is taken where the denominator is a base for ratios. Where some replications have nearly
    nothing below, it is the ratio of the means with Fieller's interval (Fieller 1954); where the mean below is nearly
    nothing there is none. Two that are equal in every replication have the ratio 1 whatever they are.

    Parameters
    ----------
    numerator, denominator : float64 (R,) each; NaN where a replication is not there
    """
    above, below = both(numerator, denominator)
    if len(below) == 0:
        return NOTHING
    if np.array_equal(above, below):
        return estimate(np.ones(len(below)), level)
    base = base_of(below)
    if base is Base.NONE:
        return NOTHING
    return estimate(relative(above, below) + 1, level) if base is Base.RATIOS else fieller(above, below, level)


def both(one: np.ndarray, other: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The values of the replications that both have."""
    size = min(len(one), len(other))
    there = ~np.isnan(one[:size]) & ~np.isnan(other[:size])
    return one[:size][there], other[:size][there]


def fieller(above: np.ndarray, below: np.ndarray, level: float = CONFIDENCE) -> Estimate:
    """The ratio of the means of pairs, with the interval of all ratios r at which a paired t test of *above* against
    r times *below* shows nothing (Fieller 1954). So it excludes 1 exactly where that test shows a difference.

    Parameters
    ----------
    above, below : float64 (R,), R at least 2, without NaN; the mean of *below* is shown to be positive at the level
    """
    n, scale = len(below), below.mean()
    above, below = above / scale, below / scale
    ratio = float(above.mean())
    factor = precise_t_quantile(n - 1, (1 + level) / 2) ** 2 / n
    spread = np.cov(above, below)
    square = 1 - factor * spread[1, 1]
    half_linear = ratio - factor * spread[0, 1]
    # half_linear ** 2 less square times the constant term, written so that it keeps its digits with little noise.
    turned = factor * np.var(above - ratio * below, ddof=1)
    under_root = turned - factor**2 * (spread[0, 0] * spread[1, 1] - spread[0, 1] ** 2)
    if square <= 0 or under_root < 0:  # the mean below is not shown to be positive: no ratio is excluded
        return Estimate(ratio, np.nan, np.nan, n)
    root = np.sqrt(under_root)
    return Estimate(ratio, float((half_linear - root) / square), float((half_linear + root) / square), n)


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
        n, base = min(len(above), len(below)), below.mean()
        with np.errstate(over="ignore", invalid="ignore"):
            ratio = float(above.mean() / base)
            if n < 2:
                return cls(ratio, np.nan, np.nan, n)
            errors = np.array([_error(above), ratio * _error(below)]) / abs(base)
            error = float(np.hypot(*errors))
        if error == 0:
            return cls(ratio, 0.0, np.inf, n)
        if not np.isfinite(error):  # the mean below is so small that nothing is known of the ratio
            return cls(ratio, np.nan, np.nan, n)
        shares = (errors / error) ** 2
        freedom = 1 / float((shares**2 / np.array([len(above) - 1, len(below) - 1])).sum())
        return cls(ratio, error, freedom, n)

    def p_value(self) -> float:
        """How likely a ratio so far from 1 would be by accident if it were 1; NaN below two samples."""
        if self.error == 0:
            return 1.0 if self.ratio == 1 else 0.0
        return 2 * t_below(self.freedom, -abs(self.ratio - 1) / self.error)

    def relative(self, level: float) -> Estimate:
        """The ratio less 1 with its interval at a confidence *level*."""
        mean = self.ratio - 1
        if self.error == 0:
            return Estimate(mean, mean, mean, self.replications)
        half = precise_t_quantile(self.freedom, (1 + level) / 2) * self.error
        return Estimate(mean, mean - half, mean + half, self.replications)


def _error(samples: np.ndarray) -> float:
    return float(samples.std(ddof=1) / np.sqrt(len(samples)))
