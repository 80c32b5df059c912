"""Several populations put together: quantiles of losses over the cells of a whole study, as in table 1."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from engine.master_worker.metric_names import BOUNDS, COUNTS
from engine.results.result import Result


class Merged(NamedTuple):
    """What the cases of some points and one policy come to, replication by replication; NaN where cells are missing.

    Attributes
    ----------
    policy : name
    cases : float64 (R,)
    q95 : float64 (R,), share of efficiency that is lost in 95 % of cases; right to 0.1 percentage points up to 36 %
    maximum : float64 (R,), the same of the worst case
    time_q95, time_maximum : float64 (R,), the same of execution time
    """

    policy: str
    cases: np.ndarray
    q95: np.ndarray
    maximum: np.ndarray
    time_q95: np.ndarray
    time_maximum: np.ndarray


def merged(result: Result, policy: str, points: Sequence[int] | None = None) -> Merged:
    """The cases of *points* (numbers; by default all) of one policy."""
    chosen = list(range(len(result.points)) if points is None else points)
    number = list(result.scenario.policies).index(policy)
    table = result.table[chosen, number]
    counts = np.nan_to_num(table[..., [result.names.index(name) for name in COUNTS]]).sum(axis=0)
    maximum = table[..., result.names.index("loss_maximum")].max(axis=0)
    q95 = np.array([quantile(one, 0.95) for one in counts])
    there = result.done[chosen, number].all(axis=0)
    values = (counts.sum(axis=1), q95, maximum, 1 / (1 - q95) - 1, 1 / (1 - maximum) - 1)
    return Merged(policy, *(np.where(there, value, np.nan) for value in values))


def quantile(counts: np.ndarray, level: float) -> float:
    """The loss, a share, that a share *level* of the counted cases does not surpass; in proportion within a class."""
    so_far = np.cumsum(counts)
    if so_far[-1] == 0:
        return float("nan")
    wanted = level * so_far[-1]
    n = int(np.searchsorted(so_far, wanted))
    before = so_far[n] - counts[n]
    percent = BOUNDS[n] + (BOUNDS[n + 1] - BOUNDS[n]) * (wanted - before) / counts[n]
    return float(percent / 100)
