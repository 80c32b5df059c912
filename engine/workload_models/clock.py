"""A clock on which some hours count more than others, and comes back after a day or a week."""

from typing import NamedTuple

import numpy as np


class PeriodicClock(NamedTuple):
    """Points are paid at a rate that is constant within a slot; *weights* are points in a slot, *slot* its seconds.

    The mean of the weights is 1 where points are slots in the mean.
    """

    weights: tuple[float, ...]
    slot: float

    @property
    def period(self) -> float:
        """After what time it comes back, s."""
        return len(self.weights) * self.slot

    def at(self, points: np.ndarray) -> np.ndarray:
        """When so many points have been paid, s; float64 (J,) both, ascending."""
        weights = np.array(self.weights)
        paid = np.cumsum(weights)
        before = np.concatenate([[0.0], paid[:-1]])
        times = np.floor(points / paid[-1])
        rest = np.clip(points - times * paid[-1], 0.0, paid[-1])
        slot = np.minimum(np.searchsorted(paid, rest, side="right"), np.flatnonzero(weights)[-1])
        found = (times * len(weights) + slot + (rest - before[slot]) / weights[slot]) * self.slot
        return np.maximum.accumulate(found)

    def paid(self, time: float) -> float:
        """Points until *time*, s: the inverse of `at`."""
        weights = np.array(self.weights)
        paid = np.concatenate([[0.0], np.cumsum(weights)])
        times, rest = divmod(time, self.period)
        slot = min(int(rest / self.slot), len(weights) - 1)
        return float(times * paid[-1] + paid[slot] + (rest / self.slot - slot) * weights[slot])
