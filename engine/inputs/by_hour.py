"""Arrivals that come more often in some hours of the day, or of the week, than in others."""

from typing import Annotated, Literal, Self

import numpy as np
from pydantic import Field, model_validator

from engine.compiled.elementary import total
from engine.inputs.draws import Draws
from engine.inputs.quantity import Strict, choice, quantity

HOUR = 3600.0
DAY, WEEK = 24, 168
"""Hours of the curves that there are."""

LEAST = 0.01
"""The largest factor is at least so large: how they are to each other can be told then."""

OFFICE_DAY = (0.2,) * 7 + (0.5, 1.5, 2.5, 2.8, 2.5, 1.5, 2.2, 2.5, 2.2, 1.6, 1.0, 0.6, 0.4) + (0.2,) * 4
"""An example of ours: quiet nights, a busy morning, lunch, and an afternoon."""

Factor = Annotated[float, Field(ge=0, le=100)]


class ByHour(Strict):
    """Jobs that arrive as of a Poisson process whose rate is constant within each hour, and comes back after a day or a
    week.

    The unit exponentials of `Poisson` are what is paid between two jobs, and time goes on until they are paid: in busy
    hours more is paid in a second (as the points of Lublin & Feitelson 2003). Time begins at 0:00, of a Monday if there
    are hours of a week.
    """

    process: Literal["by-hour"] = choice(
        "Arrivals",
        "Jobs arrive one by one, at random, in some hours more than in others.",
        words="by the hour",
    )
    rate_per_1000_s: float = quantity(
        "Arrival rate",
        "jobs per 1000 s",
        1e-6,
        1e6,
        "Mean number of jobs that arrive in 1000 seconds, over whole days or weeks.",
        step=0.1,
        beginning=1.0,
    )
    by_hour: Annotated[tuple[Factor, ...], Field(min_length=DAY, max_length=WEEK)] = choice(
        "Jobs by hour",
        "24 numbers from 0:00 on, or 168 from Monday 0:00 on. How they are to each other counts: the mean is the "
        "arrival rate.",
        beginning=list(OFFICE_DAY),
    )
    strength: float = quantity(
        "Strength of the hours", "1", 0, 1, "0: every hour is the same; 1: hours are as drawn.", 1.0, step=0.1
    )

    @model_validator(mode="after")
    def _a_day_or_a_week(self) -> Self:
        if len(self.by_hour) not in (DAY, WEEK):
            raise ValueError(f"jobs by hour are {len(self.by_hour)} numbers; {DAY} or {WEEK} are needed")
        if max(self.by_hour) < LEAST:
            raise ValueError(f"jobs by hour are all below {LEAST:g}; at least one has to be {LEAST:g} or more")
        return self

    @property
    def period(self) -> float:
        """After what time the rates come back, s."""
        return len(self.by_hour) * HOUR

    @property
    def relative(self) -> tuple[float, ...]:
        """The rate of each hour over the mean rate."""
        mean = total(self.by_hour) / len(self.by_hour)
        return tuple((1.0 - self.strength) + self.strength * (factor / mean) for factor in self.by_hour)

    def at(self, even: np.ndarray) -> np.ndarray:
        """When jobs arrive (s) that would arrive at these times if all hours were the same; float64, both ascending."""
        shares = np.array(self.relative)
        if shares.min() == shares.max():
            return even
        paid = np.cumsum(shares) * HOUR  # until the end of each hour
        before = np.concatenate([[0.0], paid[:-1]])
        times = np.floor(even / paid[-1])
        rest = np.clip(even - times * paid[-1], 0.0, paid[-1])
        hour = np.minimum(np.searchsorted(paid, rest, side="right"), np.flatnonzero(shares)[-1])
        found = (times * len(shares) + hour) * HOUR + (rest - before[hour]) / shares[hour]
        return np.maximum.accumulate(found)

    def variates(self, draws: Draws, jobs: int) -> np.ndarray:
        """The unit exponentials behind the gaps, one per job: those of `Poisson`; float64 (J,)."""
        return draws.stream("arrivals").exponential(jobs)

    def gaps(self, draws: Draws, jobs: int) -> np.ndarray:
        """Times before each arrival; float64 (J,), s. If all hours are the same, those of `Poisson` to the last bit."""
        even = self.variates(draws, jobs) * (1000.0 / self.rate_per_1000_s)
        if min(self.relative) == max(self.relative):
            return even
        return np.diff(self.at(np.cumsum(even)), prepend=0.0)


def period_of(arrivals: object) -> float:
    """After what time the rate of the *arrivals* comes back, s; 0 if it never changes, or never comes back."""
    return float(getattr(arrivals, "period", 0.0))
