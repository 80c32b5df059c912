"""Does a mean reach a goal? Decided with as few replications as the distance from the goal needs, or left open."""

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

import numpy as np

from engine.statistics.steadiness import settles
from engine.statistics.student import t_quantile

ERROR = 0.05
"""Chance that any decision of a whole search is wrong, at most."""


class Standing(StrEnum):
    """What is known of a tested value."""

    OPEN = "more replications are to come"
    MEETS = "the goal is met"
    MISSES = "the goal is missed"
    UNTOLD = "it cannot be told"


class Bound(NamedTuple):
    """A criterion on one value: `sign` is +1 where the mean is to be at most `value`, -1 where at least."""

    sign: int
    value: float


class Sampled(NamedTuple):
    """What is there of one tested value: the first R replications of it.

    Attributes
    ----------
    criteria : float64 (C, R), a row for each bound; NaN where a replication has no such metric
    middle, late : float64 (R,), for the drift test; NaN where there is no queue
    """

    criteria: np.ndarray
    middle: np.ndarray
    late: np.ndarray


class Decision(NamedTuple):
    """A decision with its evidence: `means` of the criteria, and one-sided bounds of them where they were compared.

    `replications` is what it rests on, or, while it is open, what it needs. `steady` is False where the queue does not
    settle, which is a miss.
    """

    standing: Standing
    replications: int
    means: tuple[float, ...] = ()
    low: tuple[float, ...] = ()
    high: tuple[float, ...] = ()
    steady: bool = True


def looks(first: int, limit: int) -> list[int]:
    """After how many replications one looks: *first*, twice as many, and so on up to the *limit*."""
    found = [min(first, limit)]
    while found[-1] < limit:
        found.append(min(2 * found[-1], limit))
    return found


def decide(there: Sampled, bounds: Sequence[Bound], first: int, limit: int, error: float) -> Decision:
    """Follow the test of one value as far as its replications go.

    At each look every criterion is compared by a one-sided t test. The *error* of the whole is shared by the criteria,
    and by the looks in proportion to their replications (Bonferroni), so that the last and most telling look has about
    half of it. A queue that grows at two looks in a row, or at the last one, is a miss: a mean there says only how long
    one looked. What is found depends on the replications alone.

    Parameters
    ----------
    error : chance that "meets" or "misses" is said wrongly
    """
    stages = looks(first, limit)
    in_doubt = False
    for stage in stages:
        if there.criteria.shape[1] < stage:
            return Decision(Standing.OPEN, stage)
        seen = Sampled(*(part[..., :stage] for part in there))
        is_last = stage == stages[-1]
        if np.isnan(seen.criteria).any():  # no replication is left out for what came of it
            means = tuple(float(row[~np.isnan(row)].mean()) if not np.isnan(row).all() else np.nan for row in seen[0])
            return Decision(Standing.UNTOLD, stage, means, (np.nan,) * len(means), (np.nan,) * len(means))
        found = _compare(seen.criteria, bounds, error * stage / (sum(stages) * len(bounds)))
        if not settles(seen.middle, seen.late):
            if in_doubt or is_last or found.standing is Standing.MISSES:
                return found._replace(standing=Standing.MISSES, steady=False)
            in_doubt = True
            continue
        in_doubt = False
        if found.standing is not Standing.OPEN:
            return found
    return found._replace(standing=Standing.UNTOLD)


def _compare(samples: np.ndarray, bounds: Sequence[Bound], error: float) -> Decision:
    """All criteria at one look: met if each is, missed if any is, else open."""
    n = samples.shape[1]
    means = samples.mean(axis=1)
    half = t_quantile(n - 1, 1 - error) * samples.std(axis=1, ddof=1) / np.sqrt(n)
    low, high = means - half, means + half
    met = [high[c] <= value if sign > 0 else low[c] >= value for c, (sign, value) in enumerate(bounds)]
    missed = [low[c] > value if sign > 0 else high[c] < value for c, (sign, value) in enumerate(bounds)]
    standing = Standing.MISSES if any(missed) else Standing.MEETS if all(met) else Standing.OPEN
    return Decision(standing, n, tuple(means.tolist()), tuple(low.tolist()), tuple(high.tolist()))
