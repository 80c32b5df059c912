"""Which of many alternatives is best: those that cannot be are left out early (ranking and selection)."""

from collections.abc import Callable, Sequence
from math import sqrt
from typing import NamedTuple

import numpy as np

from engine.compiled.elementary import power
from engine.statistics.student import t_quantile

# Which alternatives of a selection hold its constraints: told for each as soon as it can be, or left open.


class Constraints:
    """What is known so far, look by look.

    Parameters
    ----------
    excess : float64 (A, C, R), by how much a replication is beyond each constraint, negative if it is on the right
        side; None where there are none, which all alternatives hold
    error : chance that any alternative is judged wrongly at any look, shared as in `engine.statistics.deciding`
    stages : after how many replications one looks
    """

    def __init__(self, excess: np.ndarray | None, error: float, stages: Sequence[int]) -> None:
        self.excess = excess
        self._error, self._all = error, sum(stages)
        self._held: set[int] = set()

    def judge(self, alternatives: Sequence[int], stage: int) -> list[int]:
        """Those that are shown to miss a constraint after so many replications; who is shown to hold all is kept."""
        if self.excess is None:
            return []
        missing = []
        each = self._error * stage / (self._all * self.excess.shape[0] * self.excess.shape[1])
        quantile = t_quantile(stage - 1, 1 - each) / np.sqrt(stage)
        for a in alternatives:
            seen = self.excess[a, :, :stage]
            means, half = seen.mean(axis=1), quantile * seen.std(axis=1, ddof=1)
            if (means - half > 0).any():
                missing.append(a)
                self._held.discard(a)
            elif (means + half <= 0).all():
                self._held.add(a)
        return missing

    def is_held_by(self, alternative: int) -> bool:
        """Whether it is shown to hold all constraints."""
        return self.excess is None or alternative in self._held

    def holding(self, alternatives: Sequence[int]) -> tuple[int, ...]:
        """Those of *alternatives* that are shown to; nobody where nothing is asked."""
        return tuple(a for a in alternatives if a in self._held)

    def beside(self, samples: np.ndarray) -> np.ndarray:
        """*samples*, and what the constraints are about, float64 (A, M + C, R): a replication has to have all."""
        return samples if self.excess is None else np.concatenate([samples, self.excess], axis=1)


ERROR = 0.05
"""Chance that the choice is not the best one, if the best is better by the indifference zone."""

GROWTH = 1.5
"""From one look to the next, as many times the replications; looking less often than each time only makes it safer."""


class Eliminated(NamedTuple):
    """An alternative that goes: after how many replications, and which other one is better; None if it does not settle,
    lacks a metric or, as `misses` says, does not hold a constraint."""

    alternative: int
    replications: int
    by: int | None
    misses: bool = False


class Selected(NamedTuple):
    """What a selection has come to.

    Attributes
    ----------
    left : the alternatives that may be the best, the best mean first
    gone : those that were eliminated, in order
    replications : so many the last look was at; of those that are left, while it goes on, so many are needed
    is_open : whether more replications are to come
    holding : of a selection with constraints, the alternatives of `left` that are shown to hold all of them; of the
        others it cannot be told
    """

    left: tuple[int, ...]
    gone: tuple[Eliminated, ...]
    replications: int
    is_open: bool
    holding: tuple[int, ...] = ()


def looks(first: int, limit: int) -> list[int]:
    """After how many replications one looks: *first*, half as many more each time, up to the *limit*."""
    found = [min(first, limit)]
    while found[-1] < limit:
        found.append(min(max(found[-1] + 1, int(GROWTH * found[-1])), limit))
    return found


def select(
    samples: np.ndarray,
    there: Sequence[int],
    first: int,
    limit: int,
    zone: float,
    settles: Callable[[int, int], bool],
    error: float = ERROR,
    excess: np.ndarray | None = None,
) -> Selected:
    """Follow a sequential selection as far as the replications go.

    At each look an alternative goes if another one is shown to be better by a paired t test, at half of the error,
    shared by the other alternatives and by the looks in proportion to their replications (Bonferroni): clear losers go
    at once, however small the indifference zone is. The other half has the procedure KN of Kim & Nelson (2001), which
    ends what lies near the zone: an alternative goes if another one is better by more than
    W = max(0, (h^2 S^2 / delta - delta r) / 2r), where S^2 is the variance of their paired differences over the first
    n0 replications, delta the indifference zone, r the replications, h^2 = 2 eta (n0 - 1) and
    eta = ((2 error / (k - 1))^(-2 / (n0 - 1)) - 1) / 2. delta is a share of the best mean after the first replications;
    Kim & Nelson have it given. What seems to grow without end beats nobody, and once it goes for that, or for what it
    lacks, those that only such ones have beaten come back and catch up. With two metrics an alternative goes only if
    one other is better in both, each with half of the error, and what is left is the front with all that cannot be told
    from it.

    With constraints (*excess*) half of the error is theirs, shared by alternatives, constraints and looks as above: an
    alternative that is shown to miss one by a one-sided t test goes, and only one that is shown to hold all of them
    beats others, as in the procedures for constrained systems of Andradottir & Kim (2010). One is best when it alone is
    left and holds them.

    Parameters
    ----------
    samples : float64 (A, M, R), what is to be small, replication by replication on common random numbers
    there : how many replications of each alternative are there without a gap
    first : n0
    zone : delta as a share of the best mean
    settles : (alternative, replications) -> whether its queue settles so far
    excess : float64 (A, C, R), by how much a replication is beyond each constraint, negative if it is on the right side
    """
    alternatives, metrics = samples.shape[:2]
    bounds = Constraints(excess if excess is not None and excess.shape[1] else None, error / 2, looks(first, limit))
    error = error if bounds.excess is None else error / 2
    left, gone, doubted = list(range(alternatives)), list[Eliminated](), set[int]()
    if min(there, default=0) < first:
        return Selected(tuple(left), (), first, True)
    variances, widths = _of_differences(samples[:, :, :first]), np.zeros(metrics)
    beaten_by = dict[int, list[int]]()
    square = _square(alternatives, first, error / 2 / metrics)
    stages = looks(first, limit)
    each = error / 2 / metrics / max(1, alternatives - 1)
    for stage in stages:
        while True:  # until nobody comes back
            if min((there[a] for a in left), default=stage) < stage:
                return Selected(tuple(left), tuple(gone), stage, True, bounds.holding(left))
            left, lost = _without_means(left, bounds.beside(samples), stage)
            growing = {a for a in left if not settles(a, stage)}
            dropped = [*lost, *sorted(growing & doubted if stage < limit else growing)]
            left = [a for a in left if a not in dropped]
            missing = bounds.judge([a for a in left if a not in growing], stage)
            left = [a for a in left if a not in missing]
            gone += [Eliminated(a, stage, None) for a in dropped]
            gone += [Eliminated(a, stage, None, misses=True) for a in missing]
            gone, back = _outlived(gone, beaten_by)
            if not back:
                break
            left = sorted([*left, *back])
        doubted = growing
        if not left:
            return Selected((), tuple(gone), stage, False)
        means = samples[:, :, :stage].mean(axis=2)
        if stage == first:
            widths = zone * np.abs(means[left].min(axis=0))
        quantile = t_quantile(stage - 1, 1 - each * stage / sum(stages)) / sqrt(stage)
        beaten = {}
        for a in left:
            shown = quantile * _spread(samples[a, :, :stage], samples[left, :, :stage])
            better = means[a] - means[left] > np.minimum(shown, _margin(variances[a, left], widths, square, stage))
            others = [
                other
                for other, is_better in zip(left, better.all(axis=1), strict=True)
                if is_better and other not in growing and bounds.is_held_by(other)
            ]
            if others:
                beaten_by[a] = sorted(others, key=lambda other: (means[other, 0], other))
                beaten[a] = beaten_by[a][0]
        gone += [Eliminated(a, stage, by) for a, by in beaten.items()]
        left = [a for a in left if a not in beaten]
        if len(left) == 1 and bounds.is_held_by(left[0]):
            break
    ranked = tuple(sorted(left, key=lambda a: (means[a, 0], a)))
    return Selected(ranked, tuple(gone), stage, False, bounds.holding(ranked))


def _square(alternatives: int, first: int, error: float) -> float:
    """h^2 of so many alternatives after so many first replications."""
    eta = float(power(2 * error / max(1, alternatives - 1), -2 / (first - 1)) - 1) / 2
    return 2 * eta * (first - 1)


def _of_differences(samples: np.ndarray) -> np.ndarray:
    """Variances of the paired differences; float64 (A, A, M)."""
    found = np.empty((len(samples), len(samples), samples.shape[1]))
    for a, one in enumerate(samples):
        found[a] = (one - samples).var(axis=2, ddof=1)
    return found


def _spread(one: np.ndarray, others: np.ndarray) -> np.ndarray:
    """Standard deviations of the paired differences of an alternative from others; float64 (A, M)."""
    found: np.ndarray = (one - others).std(axis=2, ddof=1)
    return found


def _margin(variances: np.ndarray, widths: np.ndarray, square: float, stage: int) -> np.ndarray:
    """W of Kim & Nelson (2001); infinite around 0, where nothing is a share of anything."""
    with np.errstate(divide="ignore", invalid="ignore"):
        continuation = (square * variances / widths - widths * stage) / (2 * stage)
        found: np.ndarray = np.where(widths > 0, np.maximum(0, continuation), np.inf)
    return found


def _outlived(gone: list[Eliminated], beaten_by: dict[int, list[int]]) -> tuple[list[Eliminated], list[int]]:
    """Those that are gone, each by the best that has not been dropped itself; and those that come back, since all that
    were better have been dropped."""
    dropped = {one.alternative for one in gone if one.by is None}
    stay, back = list[Eliminated](), list[int]()
    for one in gone:
        by = next((other for other in beaten_by.get(one.alternative, ()) if other not in dropped), None)
        if one.by is not None and by is None:
            back.append(one.alternative)
        else:
            stay.append(one if one.by is None else one._replace(by=by))
    return stay, back


def _without_means(left: list[int], samples: np.ndarray, stage: int) -> tuple[list[int], list[int]]:
    """Those that have every metric in every replication, and those that lack one."""
    has = [not np.isnan(samples[a, :, :stage]).any() for a in left]
    return [a for a, ok in zip(left, has, strict=True) if ok], [a for a, ok in zip(left, has, strict=True) if not ok]
