"""A log on the clock of its own mean week: at another load its days and nights stay where they are."""

from typing import NamedTuple

import numpy as np

from engine.logs.week_clock import WEEK

HALF_HOUR = 1800
HALF_HOURS = WEEK // HALF_HOUR


class WeekCurve(NamedTuple):
    """How many jobs arrive until when in the mean week, L(t): straight within half-hours, and periodic.

    Attributes
    ----------
    upto : float64 (336,), jobs before each half-hour of the week
    each : float64 (336,), jobs in it; at least one, so that time goes on in all of them
    """

    upto: np.ndarray
    each: np.ndarray

    @property
    def week(self) -> float:
        """Jobs of a whole week."""
        return float(self.upto[-1] + self.each[-1])

    def jobs(self, second: np.ndarray) -> np.ndarray:
        """L at seconds since a Monday 0:00; float64 (n,)."""
        weeks = np.floor(second / WEEK)
        within = second - weeks * WEEK
        half = np.minimum(np.floor(within / HALF_HOUR).astype(np.int64), HALF_HOURS - 1)
        inside: np.ndarray = self.upto[half] + self.each[half] * ((within - half * HALF_HOUR) / HALF_HOUR)
        return weeks * self.week + inside

    def second(self, jobs: np.ndarray) -> np.ndarray:
        """Where L is so many *jobs*: the inverse of `jobs`; float64 (n,), s."""
        weeks = np.floor(jobs / self.week)
        within = jobs - weeks * self.week
        half = np.clip(np.searchsorted(self.upto, within, side="right") - 1, 0, HALF_HOURS - 1)
        inside: np.ndarray = half * HALF_HOUR + HALF_HOUR * ((within - self.upto[half]) / self.each[half])
        return weeks * WEEK + inside

    def at_load(self, second: np.ndarray, load: float) -> np.ndarray:
        """When arrives what arrived at these seconds, if *load* times as many jobs come; float64 (n,), s."""
        return self.second(self.jobs(second) / load)


def week_curve(second: np.ndarray) -> WeekCurve:
    """The mean week of arrivals at these seconds since a Monday 0:00, float64 (J,), on the clocks of walls."""
    half = (np.floor(second / HALF_HOUR) % HALF_HOURS).astype(np.int64)
    each = np.bincount(half, minlength=HALF_HOURS).astype(np.float64) + 1.0
    return WeekCurve(np.concatenate([[0.0], np.cumsum(each)[:-1]]), each)
