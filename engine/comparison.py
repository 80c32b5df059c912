"""What a study says of two policies on the same jobs: relative differences, which of them are shown, and crossings."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from scipy.special import stdtrit

from engine.result import Result
from engine.statistics import CONFIDENCE, Estimate, estimate, holm_levels, p_value, relative


class Difference(NamedTuple):
    """How much *policy* differs from *other* at one point, relative to *other*: -0.19 is 19 % less.

    `level` is the confidence level of the interval, raised by Holm's procedure where several policies are compared.
    """

    point: int
    policy: str
    other: str
    relative: Estimate
    level: float

    @property
    def shown(self) -> bool:
        """Whether the interval excludes 0."""
        return bool(self.relative.low > 0 or self.relative.high < 0)

    @property
    def exactly_same(self) -> bool:
        """Whether both have the same value in every replication."""
        return self.relative.replications > 1 and self.relative.low == self.relative.high == 0


def differences(result: Result, point: int, metric: str, policy: str | None = None) -> list[Difference]:
    """*policy*, the first one unless said otherwise, against each other one at this point, corrected by Holm.

    Left out is what does not settle.
    """
    policy = policy or result.scenario.policies[0]
    if not result.settles(point, policy):
        return []
    others = [name for name in result.scenario.policies if name != policy and result.settles(point, name)]
    own = result.samples(point, policy, metric)
    samples = [relative(own, result.samples(point, other, metric)) for other in others]
    levels = holm_levels([p_value(sample) for sample in samples])
    return [
        Difference(point, policy, other, estimate(sample, level), level)
        for other, sample, level in zip(others, samples, levels, strict=True)
    ]


class Crossing(NamedTuple):
    """Where two curves cross, between straight lines from point to point, with its 95 % interval; on the swept axis."""

    policy: str
    other: str
    low: float
    x: float
    high: float


def crossings(result: Result, policy: str, other: str, metric: str) -> list[Crossing]:
    """Where *policy* becomes better or worse than *other* along a sweep of one field.

    The interval holds every x at which the paired 95 % interval of the difference, drawn straight between the points,
    contains 0 (Fieller 1954). A crossing counts only if a difference is shown on both sides of it.
    """
    vary = result.scenario.study.vary
    if vary is None or result.scenario.study.and_vary is not None:
        return []
    found: list[Crossing] = []
    xs = np.array(vary.values)
    for stretch in _stretches(result, policy, other):
        gap = [result.samples(n, policy, metric) - result.samples(n, other, metric) for n in stretch]
        for n in range(len(stretch) - 1):
            line = _Line(gap, xs[stretch])
            crossing = line.crossing(n)
            if crossing and not (found and found[-1].high >= crossing[0]):
                found.append(Crossing(policy, other, *crossing))
    return found


def _stretches(result: Result, policy: str, other: str) -> Iterator[list[int]]:
    """Runs of neighbouring points where both settle."""
    run: list[int] = []
    for n in range(len(result.points)):
        if result.settles(n, policy) and result.settles(n, other):
            run.append(n)
        else:
            yield run
            run = []
    yield run


class _Line:
    """The differences of every replication, as straight lines from point to point."""

    def __init__(self, gap: list[np.ndarray], xs: np.ndarray) -> None:
        self.gap, self.xs = gap, xs

    def crossing(self, n: int) -> tuple[float, float, float] | None:
        """(low, x, high) where the mean changes its sign between points n and n + 1, both ends closed; else None."""
        left, right = self._pair(n)
        if len(left) < 2 or left.mean() * right.mean() >= 0:
            return None
        share = left.mean() / (left.mean() - right.mean())
        x = self.xs[n] + share * (self.xs[n + 1] - self.xs[n])
        high, low = self._end(n, share, +1), self._end(n, share, -1)
        return None if high is None or low is None else (low, float(x), high)

    def _pair(self, n: int) -> tuple[np.ndarray, np.ndarray]:
        """The differences at points n and n + 1 in the replications that both have."""
        size = min(len(self.gap[n]), len(self.gap[n + 1]))
        left, right = self.gap[n][:size], self.gap[n + 1][:size]
        there = ~np.isnan(left) & ~np.isnan(right)
        return left[there], right[there]

    def _end(self, n: int, share: float, step: int) -> float | None:
        """The first x from the crossing on, in the direction of *step*, where a difference is shown."""
        while 0 <= n < len(self.xs) - 1:
            left, right = self._pair(n)
            if len(left) < 2:
                return None
            ends = [root for root in _edges(left, right) if (root - share) * step > 0 and 0 <= root <= 1]
            if ends:
                root = min(ends, key=lambda end: abs(end - share))
                return float(self.xs[n] + root * (self.xs[n + 1] - self.xs[n]))
            n += step
            share = 0.0 if step > 0 else 1.0
        return None


def _edges(left: np.ndarray, right: np.ndarray) -> list[float]:
    """Shares of the way from left to right at which the interval of the mean just touches 0."""
    n = len(left)
    change = right - left
    factor = stdtrit(n - 1, (1 + CONFIDENCE) / 2) ** 2 / n
    spread = np.cov(left, change)
    square = change.mean() ** 2 - factor * spread[1, 1]
    linear = 2 * (left.mean() * change.mean() - factor * spread[0, 1])
    constant = left.mean() ** 2 - factor * spread[0, 0]
    roots = np.roots([square, linear, constant])
    return [float(root.real) for root in roots if abs(root.imag) < 1e-12]
