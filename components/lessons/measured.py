"""A number of a study that a lesson asks for: how it is named in the lesson's file, and what the result says."""

from typing import Any, Literal

import numpy as np
from pydantic import Field

from components.words.wording import metric_words
from engine.inputs.paths import leaves
from engine.inputs.quantity import Strict
from engine.results.comparison import crossings
from engine.results.result import Result
from engine.statistics.means import NOTHING, Estimate, estimate
from engine.statistics.ratio import RatioTest, paired_ratio


class LessonError(ValueError):
    """A lesson that cannot be used; the text says what is wrong."""


class Place(Strict):
    """One policy at one point of one of the lesson's scenarios; what is left out is the first one.

    Attributes
    ----------
    scenario : its name in the lesson
    policy : its name
    at : value of the varied field, or {path: value} where two are varied
    """

    scenario: str = ""
    policy: str = ""
    at: float | dict[str, float] | None = None


class Measured(Place):
    """A number of a result, in the unit in which the page shows the metric.

    Attributes
    ----------
    metric : name in `engine.metrics.catalogue`
    how : what of it. value: the mean at a place. percent: how much more the place has than `against`, in percent of
        the latter. ratio: the place over `against`. lowest-at, highest-at: the value of the varied field with the
        least or the greatest mean. crossing: the value of the varied field at which the policy and that of `against`
        change sides. half-width-percent: of the 95 % interval, in percent of the mean. spread-percent: from the least
        to the greatest replication, in percent of the mean.
    against : what it is compared with; what is left out is as in the place itself
    replications : how many of the first replications count; 0 for all
    """

    metric: str
    how: Literal[
        "value", "percent", "ratio", "lowest-at", "highest-at", "crossing", "half-width-percent", "spread-percent"
    ] = "value"
    against: Place | None = None
    replications: int = Field(default=0, ge=0)

    @property
    def scenarios(self) -> set[str]:
        """Names of the scenarios whose results are needed; "" is the lesson's first."""
        other = self.against.scenario if self.against else ""
        return {self.scenario, other or self.scenario}


def measure(wanted: Measured, results: dict[str, Result]) -> Estimate:
    """The number with its 95 % interval, which is NaN where there is none.

    Parameters
    ----------
    results : by the names of the lesson's scenarios, those of `wanted.scenarios` at least; "" is the first one
    """
    result = results[wanted.scenario]
    if wanted.how in ("lowest-at", "highest-at"):
        return _best_at(wanted, result)
    if wanted.how == "crossing":
        return _crossing(wanted, result)
    own = _samples(wanted, wanted.metric, wanted.replications, result)
    if wanted.how == "value":
        return _estimate(wanted, own, result)
    if wanted.how in ("half-width-percent", "spread-percent"):
        return _scatter(wanted.how, own)
    other = wanted.against or Place()
    filled = Place(
        scenario=other.scenario or wanted.scenario,
        policy=other.policy or wanted.policy,
        at=wanted.at if other.at is None else other.at,
    )
    below = _samples(filled, wanted.metric, wanted.replications, results[filled.scenario])
    seeds = {one.scenario.study.seed for one in (result, results[filled.scenario])}
    is_paired = len(seeds) == 1 and len(own) == len(below)  # what is drawn depends on seed and replication alone
    ratio = paired_ratio(own, below) if is_paired else _ratio(own, below)
    return ratio if wanted.how == "ratio" else _less_one(ratio).times(100)


def point_of(place: Place, result: Result) -> int:
    """The number of the point that a place names; `LessonError` if the study has none such."""
    if place.at is None:
        return 0
    vary = result.scenario.study.vary
    wanted = place.at if isinstance(place.at, dict) else {vary.field if vary else "": place.at}
    for number, point in enumerate(result.points):
        if point == wanted:
            return number
    raise LessonError(f"the study has no point {wanted}; it has {[dict(point) for point in result.points]}")


def policy_of(place: Place, result: Result) -> str:
    """The policy that a place names; `LessonError` if the study has it not."""
    policies = result.scenario.policies
    if place.policy and place.policy not in policies:
        raise LessonError(f"the study has no policy {place.policy!r}; it has {', '.join(policies)}")
    return place.policy or policies[0]


def _samples(place: Place, metric: str, replications: int, result: Result) -> np.ndarray:
    if metric not in result.names:
        raise LessonError(f"the study measures no {metric!r}")
    found = result.samples(point_of(place, result), policy_of(place, result), metric)
    return (found[:replications] if replications else found) * metric_words(metric).scale


def _estimate(wanted: Measured, samples: np.ndarray, result: Result) -> Estimate:
    found = estimate(samples)
    settles = result.settles(point_of(wanted, result), policy_of(wanted, result))
    return found if settles else found._replace(low=np.nan, high=np.nan)


def _scatter(how: str, samples: np.ndarray) -> Estimate:
    there = samples[~np.isnan(samples)]
    if len(there) < 2:
        return NOTHING
    found = estimate(there)
    size = found.half_width if how == "half-width-percent" else float(there.max() - there.min())
    return Estimate(100 * size / found.mean, np.nan, np.nan, len(there))


def _ratio(above: np.ndarray, below: np.ndarray) -> Estimate:
    if np.isnan(above).all() or np.isnan(below).all():
        return NOTHING
    found = RatioTest.of(above, below).relative(0.95)
    return Estimate(found.mean + 1, found.low + 1, found.high + 1, found.replications)


def _less_one(found: Estimate) -> Estimate:
    return found._replace(mean=found.mean - 1, low=found.low - 1, high=found.high - 1)


def _best_at(wanted: Measured, result: Result) -> Estimate:
    vary = result.scenario.study.vary
    if vary is None:
        raise LessonError(f'"{wanted.how}" needs a study that varies a field')
    policy = policy_of(wanted, result)
    means = [result.estimate(point, policy, wanted.metric).mean for point in range(len(result.points))]
    if np.isnan(means).any():
        return NOTHING
    best = int(np.argmin(means) if wanted.how == "lowest-at" else np.argmax(means))
    return Estimate(result.points[best][vary.field], np.nan, np.nan, result.table.shape[2])


def _crossing(wanted: Measured, result: Result) -> Estimate:
    if wanted.against is None or not wanted.against.policy:
        raise LessonError('"crossing" needs the other policy in "against"')
    found = crossings(result, policy_of(wanted, result), policy_of(wanted.against, result), wanted.metric)
    if not found:
        return NOTHING
    return Estimate(found[0].x, found[0].low, found[0].high, result.table.shape[2])


def unknown_paths(tree: dict[str, Any], paths: tuple[str, ...]) -> list[str]:
    """Those of *paths* that lead to nothing in the scenario *tree*."""
    known = {path for path, _ in leaves(tree)}
    return [path for path in paths if path not in known and not any(one.startswith(f"{path}.") for one in known)]
