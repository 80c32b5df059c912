"""Published values beside measured ones: how far apart they are, and whether they are near.

A printed value is near if the whole interval of the measured mean lies within a tolerance of it, and is not if none of
it does; in between it is open, and more replications will tell. So noise never helps: a wide interval decides nothing.
The values of one table are held together, as the checks of one claim are.
Where the queue does not settle there is no mean to be known, and a printed value compares with the spread of the
replications: with where one more of them would lie.
"""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from engine.contract.family import Published
from engine.metrics.catalogue import metric_of
from engine.papers.finding import Asked, Outcome, held_together, outcome_of
from engine.papers.published import published_for
from engine.results.result import Result
from engine.statistics.means import CONFIDENCE, Estimate
from engine.statistics.student import precise_t_quantile
from engine.study.registry import FAMILIES

NEAR_PERCENT = 5.0
"""A measured mean is near a printed value if it is so near to it, %; a value may say otherwise (`Published.within`)."""


class Spread(NamedTuple):
    """Between which values replications lie.

    Attributes
    ----------
    least, most : of the replications that are there
    low, high : with a probability of 95 %, one more replication lies between these; NaN below two replications
    """

    least: float
    most: float
    low: float
    high: float


class Reproduction(NamedTuple):
    """A published value beside what the study measures there.

    Attributes
    ----------
    published : the value, and at which point and of which policy and metric it is
    point : number of that point in the result
    samples : of the replications, in the unit of the metric; none where nothing settles; float64 (R,)
    measured : mean over the replications with its 95 % interval
    held : the same with the interval that holds together with those of all values of the table
    spread : between which values the replications lie, with which a single published run compares
    settles : whether the queue that was measured settles
    """

    published: Published
    point: int
    samples: np.ndarray
    measured: Estimate
    held: Estimate
    spread: Spread
    settles: bool

    @property
    def deviation_percent(self) -> float | None:
        """By how much the measured mean is above the published value, %; None where a percentage says nothing."""
        value = self.published.value
        if self.published.transient or value == 0 or self.measured.replications == 0:
            return None
        return 100 * (self.measured.mean - value) / abs(value)

    @property
    def is_within_range(self) -> bool | None:
        """Whether the published value lies between the least and the largest replication."""
        return _between(self.spread.least, self.published.value, self.spread.most)

    @property
    def is_within_prediction(self) -> bool | None:
        """Whether the published value is where one more replication would lie with a probability of 95 %."""
        return _between(self.spread.low, self.published.value, self.spread.high)

    @property
    def outcome(self) -> Outcome:
        """Whether the published value is borne out: near (see above), or within the spread where nothing settles."""
        if self.published.transient:
            within = self.is_within_prediction
            return Outcome.OPEN if within is None else Outcome.HOLDS if within else Outcome.FAILS
        return outcome_of(self.held.low, self.held.high, *self.near)

    @property
    def near(self) -> tuple[float, float]:
        """Between which values a measured mean is near the published one."""
        value, given = self.published.value, self.published.within
        tolerance = NEAR_PERCENT / 100 * abs(value) if given is None else given
        tolerance *= 1 + 1e-9  # a value on the border is near, however it is rounded
        return value - tolerance, value + tolerance

    def row(self) -> dict[str, Any]:
        """As one flat row, in the unit of the metric; None where there is nothing."""
        numbers = {
            "published": self.published.value,
            "mean": self.measured.mean,
            "low": self.measured.low,
            "high": self.measured.high,
            "held_low": self.held.low,
            "held_high": self.held.high,
            "least": self.spread.least,
            "most": self.spread.most,
            "next_low": self.spread.low,
            "next_high": self.spread.high,
        }
        return {
            "source": self.published.source,
            "example": self.published.example,
            "policy": self.published.policy,
            "point": dict(self.published.point),
            "metric": self.published.metric,
            "unit": metric_of(self.published.metric).unit,
            **{name: None if np.isnan(value) else value for name, value in numbers.items()},
            "replications": self.measured.replications,
            "settles": self.settles,
            "transient": self.published.transient,
            "deviation_percent": self.deviation_percent,
            "within_range": self.is_within_range,
            "within_prediction": self.is_within_prediction,
            "outcome": self.outcome.value,
        }


class MeanDeviation(NamedTuple):
    """Mean of the absolute deviations of *rows* published values of one source, in percent."""

    source: str
    policy: str
    metric: str
    percent: float
    rows: int


def reproductions(result: Result, metric: str | None = None) -> list[Reproduction]:
    """Every published value beside the measured one, or only those of *metric*; by policy, metric and point."""
    found = [
        _beside(result, value)
        for value in published_for(result.scenario)
        if value.metric in result.names and metric in (None, value.metric)
    ]
    policies, names = list(result.scenario.policies), list(result.names)
    return sorted(
        together(found), key=lambda one: (policies.index(one.published.policy), names.index(one.published.metric))
    )


def together(found: Sequence[Reproduction]) -> list[Reproduction]:
    """The same values, held together with all others of their tables, those included that are not among them.

    Values of queues that do not settle stay alone: they do not count for what a table comes to.
    """
    held = list(found)
    for source in dict.fromkeys(one.published.source for one in found if not one.published.transient):
        own = [n for n, one in enumerate(found) if one.published.source == source and not one.published.transient]
        published = (one for family in FAMILIES.values() for one in family.published)
        every = sum(one.source == source and not one.transient for one in published)
        asked = [Asked(found[n].samples, *found[n].near) for n in own]
        for n, interval in zip(own, held_together(asked, max(0, every - len(own))), strict=True):
            held[n] = found[n]._replace(held=interval)
    return held


def mean_deviations(found: list[Reproduction]) -> list[MeanDeviation]:
    """The mean absolute deviation of every policy and metric, over the values that compare by a percentage."""
    groups: dict[tuple[str, str, str], list[float]] = defaultdict(list)
    for one in found:
        if one.deviation_percent is not None:
            key = (one.published.source, one.published.policy, one.published.metric)
            groups[key].append(abs(one.deviation_percent))
    return [MeanDeviation(*key, float(np.mean(values)), len(values)) for key, values in groups.items()]


def spread(samples: np.ndarray) -> Spread:
    """Between which values replications lie; the interval for one more by Student's t (Hahn & Meeker 1991, chapter 4).

    *samples* is float64 (R,), NaN where a replication is not there yet.
    """
    present = samples[~np.isnan(samples)]
    n = len(present)
    if n == 0:
        return Spread(np.nan, np.nan, np.nan, np.nan)
    least, most = float(present.min()), float(present.max())
    if n == 1:
        return Spread(least, most, np.nan, np.nan)
    half = float(precise_t_quantile(n - 1, (1 + CONFIDENCE) / 2) * present.std(ddof=1) * np.sqrt(1 + 1 / n))
    mean = float(present.mean())
    return Spread(least, most, mean - half, mean + half)


def _beside(result: Result, value: Published) -> Reproduction:
    point = result.points.index(dict(value.point))
    place = (point, value.policy)
    samples, settles = result.samples(*place, value.metric), result.settles(*place)
    measured = result.estimate(*place, value.metric)
    return Reproduction(value, point, samples if settles else samples[:0], measured, measured, spread(samples), settles)


def _between(low: float, value: float, high: float) -> bool | None:
    return None if np.isnan(low) or np.isnan(high) else bool(low <= value <= high)
