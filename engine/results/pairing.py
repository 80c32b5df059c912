"""Whether two studies saw the same random numbers, and how far two samples are apart in either case.

A difference is told relative to the one that others are compared with, the base, where that says something: where the
metric is never negative, the base is a `Base` of ratios in `engine.statistics.ratio` and the other is at most
ten times as large. Else it is absolute, in the unit of the metric. Every replication that both have counts in either
case.
"""

from abc import ABC, abstractmethod
from math import inf
from typing import NamedTuple

import numpy as np

from engine.inputs.scenario import Scenario
from engine.metrics.metric import Metric
from engine.statistics.means import NOTHING, Estimate, estimate, p_value, relative
from engine.statistics.ratio import LARGEST_RATIO, Base, RatioTest, base_of, both, fieller
from engine.statistics.student import precise_t_quantile, t_below


class Pairing(NamedTuple):
    """Whether replication r of both studies saw the same random numbers; `reason` completes "paired: ..."."""

    paired: bool
    reason: str


def pairing(a: Scenario, b: Scenario) -> Pairing:
    """Named streams depend on seed, replication and name alone, so within a family equal seeds give equal draws.

    The replications of a log are its blocks, or logs that are made of it: those of the same log go together.
    """
    if a.family != b.family:
        return Pairing(False, "the families of models differ")
    if a.study.seed != b.study.seed:
        return Pairing(False, f"the seeds differ ({a.study.seed} and {b.study.seed})")
    if bool(a.replayed) != bool(b.replayed):
        return Pairing(False, "the replications of one are parts of a log, and those of the other are drawn")
    if a.replayed != b.replayed:
        return Pairing(False, "they replay different logs")
    if a.blocks != b.blocks:
        return Pairing(False, f"the log is cut into other blocks ({a.blocks} and {b.blocks})")
    return Pairing(True, f"both use seed {a.study.seed}")


ROUNDING = 1e-12
"""Of a value, what sums of the same numbers in another order may differ by: less is no difference of policies."""


class DifferenceTest(ABC):
    """How far the values *b* are from the values *a*, the base; float64 (R,) each, NaN where there is none.

    `can_be_relative` says whether a share of *a* says anything; without it, or where told so, the difference is
    absolute.
    """

    a: np.ndarray
    b: np.ndarray
    base: Base

    @property
    def can_be_relative(self) -> bool:
        """Whether a share of the base says anything."""
        return self.is_same() or (self.base is not Base.NONE and self.b.mean() <= LARGEST_RATIO * self.a.mean())

    @abstractmethod
    def p_value(self, is_relative: bool) -> float:
        """How likely so large a difference would be by accident; of the one that `estimate` gives."""

    @abstractmethod
    def estimate(self, is_relative: bool, level: float) -> Estimate:
        """The mean difference with its interval at a confidence *level*: a share of the base, or in its unit."""

    @abstractmethod
    def is_same(self) -> bool:
        """Whether no replication differs at all."""


class PairedTest(DifferenceTest):
    """Of the differences within each replication that both have."""

    def __init__(self, a: np.ndarray, b: np.ndarray) -> None:
        self.a, self.b = both(a, b)
        self.b = np.where(np.abs(self.b - self.a) <= ROUNDING * np.abs(self.a), self.a, self.b)
        self.base = base_of(self.a)

    def p_value(self, is_relative: bool) -> float:
        """As `DifferenceTest` says. With the test of the difference Fieller's interval of a ratio of means agrees."""
        by_ratios = is_relative and self.base is Base.RATIOS
        return p_value(relative(self.b, self.a) if by_ratios else self.b - self.a)

    def estimate(self, is_relative: bool, level: float) -> Estimate:
        """As `DifferenceTest` says."""
        if len(self.a) == 0:
            return NOTHING
        if not is_relative or self.is_same():
            return estimate(self.b - self.a, level)
        if self.base is Base.RATIOS:
            return estimate(relative(self.b, self.a), level)
        found = fieller(self.b, self.a, level)
        return Estimate(found.mean - 1, found.low - 1, found.high - 1, found.replications)

    def is_same(self) -> bool:
        """As `DifferenceTest` says."""
        return len(self.a) > 1 and np.array_equal(self.a, self.b)


class WelchTest(DifferenceTest):
    """Of the means of two independent samples: their ratio, or their difference (Welch 1947)."""

    def __init__(self, a: np.ndarray, b: np.ndarray) -> None:
        self.a, self.b = a[~np.isnan(a)], b[~np.isnan(b)]
        self.base = base_of(self.a) if len(self.b) else Base.NONE

    def p_value(self, is_relative: bool) -> float:
        """As `DifferenceTest` says."""
        if is_relative and self.base is not Base.NONE:
            return RatioTest.of(self.b, self.a).p_value()
        mean, error, freedom = self._difference()
        if error == 0:
            return 1.0 if mean == 0 else 0.0
        return 2 * t_below(freedom, -abs(mean) / error)

    def estimate(self, is_relative: bool, level: float) -> Estimate:
        """As `DifferenceTest` says."""
        n = min(len(self.a), len(self.b))
        if n == 0:
            return NOTHING
        if is_relative and self.base is not Base.NONE:
            return RatioTest.of(self.b, self.a).relative(level)
        mean, error, freedom = self._difference()
        half = 0.0 if error == 0 else precise_t_quantile(freedom, (1 + level) / 2) * error
        return Estimate(mean, mean - half, mean + half, n)

    def _difference(self) -> tuple[float, float, float]:
        """The difference of the means, its standard error and its degrees of freedom; NaN below two values."""
        mean = float(self.b.mean() - self.a.mean()) if len(self.a) and len(self.b) else np.nan
        if min(len(self.a), len(self.b)) < 2:
            return mean, np.nan, np.nan
        squares = np.array([own.var(ddof=1) / len(own) for own in (self.a, self.b)])
        total = float(squares.sum())
        if total == 0:
            return mean, 0.0, np.inf
        shares = squares / total
        return mean, total**0.5, 1 / float((shares**2 / np.array([len(self.a) - 1, len(self.b) - 1])).sum())

    def is_same(self) -> bool:
        """Only where nothing is random can independent runs be the same."""
        return min(len(self.a), len(self.b)) > 1 and len({*self.a, *self.b}) == 1


def size_of(test: DifferenceTest, metric: Metric, is_relative: bool, level: float) -> Estimate:
    """The difference in a *metric* that a test has found: a share lost is never more than all."""
    farthest = metric.farthest
    return test.estimate(is_relative, level).within(*((-1.0, inf) if is_relative else (-farthest, farthest)))


def are_relative(tests: list[DifferenceTest], can_be_negative: bool) -> bool:
    """Whether all of several differences that are told together are told relative to their bases."""
    return not can_be_negative and all(test.can_be_relative for test in tests)
