"""What a study says of two policies on the same jobs: differences, which of them are shown, and crossings."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from engine.metrics.catalogue import metric_of
from engine.results.pairing import DifferenceTest, PairedTest, are_relative, size_of
from engine.results.result import Result
from engine.statistics.means import CONFIDENCE, Estimate, estimate, holm_levels
from engine.statistics.student import precise_t_quantile


class Difference(NamedTuple):
    """How much *policy* differs from *other* at one point: -0.19 is 19 % less than *other* if `is_relative`, else it is
    0.19 units of the metric less; `engine.results.pairing` says which.

    `level` is the confidence level of the interval, raised by Holm's procedure where several policies are compared.
    `exactly_same` says whether both have the same value in every replication.
    """

    point: int
    policy: str
    other: str
    size: Estimate
    is_relative: bool
    level: float
    exactly_same: bool

    @property
    def shown(self) -> bool:
        """Whether the interval excludes 0."""
        return self.size.excludes_zero


def differences(result: Result, point: int, metric: str, policy: str | None = None) -> list[Difference]:
    """*policy*, the first one unless said otherwise, against each other one at this point, corrected by Holm.

    Paired, over all replications that both have. All are relative or none is, so that they can be told side by side.
    Left out is what does not settle.
    """
    policy = policy or result.scenario.policies[0]
    if not result.settles(point, policy):
        return []
    others = [name for name in result.scenario.policies if name != policy and result.settles(point, name)]
    own = result.samples(point, policy, metric)
    tests: list[DifferenceTest] = [PairedTest(result.samples(point, other, metric), own) for other in others]
    told = are_relative([test for test in tests if len(test.a)], metric_of(metric).can_be_negative)
    levels = holm_levels([test.p_value(told) for test in tests])
    return [
        Difference(point, policy, other, size_of(test, metric_of(metric), told, level), told, level, test.is_same())
        for other, test, level in zip(others, tests, levels, strict=True)
    ]


def turned(result: Result, found: Difference, metric: str) -> Difference:
    """The same pair from the other side, at the same level: how much `other` differs from `policy`, the base now."""
    test = PairedTest(*(result.samples(found.point, name, metric) for name in (found.policy, found.other)))
    told = are_relative([test] if len(test.a) else [], metric_of(metric).can_be_negative)
    size = size_of(test, metric_of(metric), told, found.level)
    return Difference(found.point, found.other, found.policy, size, told, found.level, test.is_same())


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
    contains 0 (Fieller 1954). A crossing counts only if opposite differences are shown on its two sides.
    """
    vary = result.scenario.study.vary
    if vary is None or result.scenario.study.and_vary is not None:
        return []
    found: list[Crossing] = []
    xs = np.array(vary.values)
    for stretch in _stretches(result, policy, other):
        gap = [result.samples(n, policy, metric) - result.samples(n, other, metric) for n in stretch]
        line = _Line(gap, xs[stretch])
        for n in range(len(stretch) - 1):
            for crossing in (line.jump(n), line.crossing(n)):
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
        """(low, x, high) where the mean changes its sign between points n and n + 1 or becomes 0 at the latter, if the
        one sign is shown below low and the other one above high; else None.
        """
        left, right = self._pair(n)
        if len(left) < 2 or left.mean() == 0 or left.mean() * right.mean() > 0:
            return None
        share = left.mean() / (left.mean() - right.mean())
        low, high = self._end(n, share, -1, left.mean()), self._end(n, share, +1, -left.mean())
        x = self.xs[n] + share * (self.xs[n + 1] - self.xs[n])
        return None if low is None or high is None else (low, float(x), high)

    def jump(self, n: int) -> tuple[float, float, float] | None:
        """The same at point n, where the replications in common with the next point may say another sign than those in
        common with the one before.
        """
        if n == 0:
            return None
        before, after = self._pair(n - 1)[1], self._pair(n)[0]
        if min(len(before), len(after)) < 2 or before.mean() * after.mean() >= 0:
            return None
        low, high = self._end(n - 1, 1.0, -1, before.mean()), self._end(n, 0.0, +1, after.mean())
        return None if low is None or high is None else (low, float(self.xs[n]), high)

    def _pair(self, n: int) -> tuple[np.ndarray, np.ndarray]:
        """The differences at points n and n + 1 in the replications that both have."""
        size = min(len(self.gap[n]), len(self.gap[n + 1]))
        left, right = self.gap[n][:size], self.gap[n + 1][:size]
        there = ~np.isnan(left) & ~np.isnan(right)
        return left[there], right[there]

    def _end(self, n: int, share: float, step: int, sign: float) -> float | None:
        """The first x from the crossing on, in the direction of *step*, where a difference is shown, if of that *sign*.

        A point may have more replications in common with the next one than with the one before, and show more there.
        """
        while 0 <= n < len(self.xs) - 1:
            left, right = self._pair(n)
            if len(left) < 2:
                return None
            end = _first_shown(left, right, share, step)
            if end is not None:
                mean = left.mean() + end * (right - left).mean()
                if abs(mean) < ROUNDING * (abs(left.mean()) + abs(right.mean())):  # there is hardly any noise
                    mean = (right if step > 0 else left).mean()
                return float(self.xs[n] + end * (self.xs[n + 1] - self.xs[n])) if sign * mean > 0 else None
            n += step
            share = 0.0 if step > 0 else 1.0
        return None


ROUNDING = 1e-9
"""Shares of the way from point to point that count as equal."""


def _first_shown(left: np.ndarray, right: np.ndarray, share: float, step: int) -> float | None:
    """The first share of the way from left to right, from *share* on, beyond which the interval of the mean excludes 0.

    At the end of the way it is None, since what is beyond is on another line.
    """
    here = estimate(left + share * (right - left))
    if here.low > 0 or here.high < 0:
        return share
    whole = 1 - share if step > 0 else share
    ahead = [(edge - share) * step for edge in _edges(left, right)]
    nearest = min((way for way in ahead if -ROUNDING <= way < whole - ROUNDING), key=abs, default=None)
    return None if nearest is None else share + step * max(nearest, 0.0)


def _edges(left: np.ndarray, right: np.ndarray) -> list[float]:
    """Shares of the way from left to right at which the interval of the mean just touches 0."""
    n = len(left)
    change = right - left
    factor = precise_t_quantile(n - 1, (1 + CONFIDENCE) / 2) ** 2 / n
    spread = np.cov(left, change)
    square = change.mean() ** 2 - factor * spread[1, 1]
    half_linear = left.mean() * change.mean() - factor * spread[0, 1]
    constant = left.mean() ** 2 - factor * spread[0, 0]
    # half_linear ** 2 - square * constant, written so that it keeps its digits where there is hardly any noise.
    turned = np.var(change.mean() * left - left.mean() * change, ddof=1)
    under_root = factor * turned - factor**2 * (spread[0, 0] * spread[1, 1] - spread[0, 1] ** 2)
    if under_root < 0:
        return []
    sum_of_both = -(half_linear + np.copysign(np.sqrt(under_root), half_linear))
    fractions = ((sum_of_both, square), (constant, sum_of_both))
    return [float(above / below) for above, below in fractions if below != 0]
