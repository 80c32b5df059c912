"""Whether two studies saw the same random numbers, and the relative difference of a metric in either case."""

from typing import NamedTuple

import numpy as np

from engine.scenario import Scenario
from engine.statistics import NOTHING, Estimate, RatioTest, estimate, p_value, relative


class Pairing(NamedTuple):
    """Whether replication r of both studies saw the same random numbers; `reason` completes "paired: ..."."""

    paired: bool
    reason: str


def pairing(a: Scenario, b: Scenario) -> Pairing:
    """Named streams depend on seed, replication and name alone, so within a family equal seeds give equal draws."""
    if a.family != b.family:
        return Pairing(False, "the families of models differ")
    if a.study.seed != b.study.seed:
        return Pairing(False, f"the seeds differ ({a.study.seed} and {b.study.seed})")
    return Pairing(True, f"both use seed {a.study.seed}")


class PairedTest:
    """Of the relative differences within each replication that both have; of none if something is relative to 0."""

    def __init__(self, a: np.ndarray, b: np.ndarray) -> None:
        size = min(len(a), len(b))
        there = ~np.isnan(a[:size]) & ~np.isnan(b[:size])
        self._a, self._b = a[:size][there], b[:size][there]
        found = relative(self._b, self._a)
        self._sample = found if not np.isnan(found).any() else found[:0]

    def p_value(self) -> float:
        """How likely so large a difference would be by accident."""
        return p_value(self._sample)

    def estimate(self, level: float) -> Estimate:
        """The mean relative difference with its interval at a confidence *level*."""
        return estimate(self._sample, level)

    def is_same(self) -> bool:
        """Whether no replication differs at all."""
        return len(self._a) > 1 and np.array_equal(self._a, self._b)


class WelchTest:
    """Of the ratio of two independent means."""

    def __init__(self, a: np.ndarray, b: np.ndarray) -> None:
        self._a, self._b = a[~np.isnan(a)], b[~np.isnan(b)]
        self._test = RatioTest.of(self._b, self._a) if self._a.any() and len(self._b) else None

    def p_value(self) -> float:
        """How likely so large a difference would be by accident."""
        return self._test.p_value() if self._test else float("nan")

    def estimate(self, level: float) -> Estimate:
        """The relative difference of the means with its interval at a confidence *level*."""
        if self._test:
            return self._test.relative(level)
        # Relative to 0 there is nothing to say, unless both are 0.
        n = min(len(self._a), len(self._b))
        return NOTHING if n == 0 or self._b.any() else estimate(np.zeros(n), level)

    def is_same(self) -> bool:
        """Only where nothing is random can independent runs be the same."""
        return min(len(self._a), len(self._b)) > 1 and len({*self._a, *self._b}) == 1
