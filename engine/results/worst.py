"""What a search for the worst point has found: what it has tried, the worst of that, and how it is on fresh seeds.

The search sees the first replications only. The point it chose, its neighbors and the start are then replicated with
random numbers that it has not seen, and those alone are told: of many noisy numbers the largest is too large.
"""

from enum import StrEnum
from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from engine.inputs.breaking import Breaking
from engine.inputs.rejection import ScenarioError
from engine.statistics.bisection import Waiting
from engine.statistics.climbing import climb
from engine.statistics.means import NOTHING, Estimate, estimate
from engine.statistics.ratio import Base, base_of, both, fieller
from engine.statistics.steadiness import settles

if TYPE_CHECKING:
    from engine.results.result import Result


class Outcome(StrEnum):
    """What a search for the worst point has come to."""

    OPEN = "the search goes on"
    CHECKING = "the point found is replicated on fresh seeds"
    FOUND = "the point found was replicated on fresh seeds"
    NOWHERE = "nowhere does the other policy settle"


class Outside(StrEnum):
    """Why a point has no part in the search."""

    UNSETTLED = "the other policy does not settle"
    NOTHING = "no ratio: the other policy's mean is nothing, or a replication lacks the metric"
    REFUSED = "the scenario is not allowed there"
    FAILED = "a cell failed"


class Tried(NamedTuple):
    """A point as the search saw it: the ratio of the means of its first replications, or why it has none."""

    ratio: float
    outside: Outside | None = None


class Worst(NamedTuple):
    """What the search has found.

    Attributes
    ----------
    outcome
    tried : {number of a point: what the search saw}, in the order in which it asked
    found : the number of the worst point of them; None as long as the search goes on, and if there is none
    wanted : {number of a point: (since, until)} replications that have to be there before it goes on
    """

    outcome: Outcome
    tried: dict[int, Tried]
    found: int | None
    wanted: dict[int, tuple[int, int]]

    def checked(self, breaking: Breaking) -> list[int]:
        """The points that are replicated on fresh seeds: the worst one, its neighbors, the start."""
        if self.found is None:
            return []
        return list(dict.fromkeys((self.found, *breaking.neighbors(self.found), breaking.start)))


class _Search:
    """A pure function of the cells, so every computer asks for the same."""

    def __init__(self, result: "Result", breaking: Breaking) -> None:
        self.result, self.breaking = result, breaking
        self.first, self.fresh = result.scenario.study.replications, breaking.fresh
        self.rows = {number: row for row, number in enumerate(breaking.tested)}
        self.tried: dict[int, Tried] = {}
        self.wanted: dict[int, tuple[int, int]] = {}

    def run(self) -> Worst:
        """Search as far as the cells go."""
        try:
            self.ask([self.breaking.start])
            climb([one.count for one in self.breaking.ranges], self.breaking.points, self._seed, self.ask_places)
        except Waiting:
            return Worst(Outcome.OPEN, self.tried, None, self.wanted)
        inside = [number for number, one in self.tried.items() if one.outside is None]
        if not inside:
            return Worst(Outcome.NOWHERE, self.tried, None, {})
        found = max(inside, key=lambda number: self.tried[number].ratio)  # the first of equals
        worst = Worst(Outcome.CHECKING, self.tried, found, self.wanted)
        until = self.first + self.fresh
        for number in worst.checked(self.breaking):
            if self._refused(number) is None and not self._is_there(number, self.first, until):
                self.wanted[number] = (self.first, until)
        return worst if self.wanted else worst._replace(outcome=Outcome.FOUND)

    @property
    def _seed(self) -> int:
        return self.result.scenario.study.seed

    def ask_places(self, places: list[tuple[int, ...]]) -> list[float]:
        """The ratios at some places of the grid."""
        return self.ask([self.breaking.number(place) for place in places])

    def ask(self, numbers: list[int]) -> list[float]:
        """The ratios at some points; `Waiting` if one of them is not there yet, and all of them are wanted then."""
        for number in numbers:
            if number not in self.tried and (found := self._try(number)) is not None:
                self.tried[number] = found
        # The start comes with the first points: nobody has to wait for it.
        if any(number not in self.tried for number in numbers) and numbers != [self.breaking.start]:
            raise Waiting
        return [self.tried[number].ratio if number in self.tried else -np.inf for number in numbers]

    def _try(self, number: int) -> Tried | None:
        """A point as far as its first replications go; None if some are missing, which then are wanted."""
        if outside := self._refused(number):
            return Tried(-np.inf, outside)
        if number in self.rows and self.rows[number] in self.result.failed:
            return Tried(-np.inf, Outside.FAILED)
        if not self._is_there(number, 0, self.first):
            self.wanted[number] = (0, self.first)
            return None
        seen = slice(0, self.first)
        if not self._settles(number, self.breaking.against, seen):
            return Tried(-np.inf, Outside.UNSETTLED)
        above, below = (self._samples(number, name, seen) for name in (self.breaking.policy, self.breaking.against))
        if np.isnan(above).any() or np.isnan(below).any() or not below.mean() > 0:
            return Tried(-np.inf, Outside.NOTHING)
        return Tried(float(above.mean() / below.mean()))

    def _refused(self, number: int) -> Outside | None:
        try:
            self.result.scenario.at(self.result.scenario.searched_point(number))
        except ScenarioError:
            return Outside.REFUSED
        return None

    def _is_there(self, number: int, since: int, until: int) -> bool:
        if (row := self.rows.get(number)) is None:
            return False
        if row in self.result.failed:
            return True  # it does not come any more
        policies = [self.result.scenario.policies.index(name) for name in (self.breaking.policy, self.breaking.against)]
        done = self.result.done[row, policies, since:until]
        return done.shape[1] == until - since and bool(done.all())

    def _samples(self, number: int, policy: str, seen: slice) -> np.ndarray:
        return self.result.samples(self.rows[number], policy, self.breaking.metric)[seen]

    def _settles(self, number: int, policy: str, seen: slice) -> bool:
        drift = (part[seen] for part in self.result.drift(self.rows[number], policy))
        return self.result.scenario.ends or settles(*drift)


def worst(result: "Result") -> Worst:
    """Follow the search as far as the cells go."""
    return _Search(result, _breaking(result)).run()


class Verified(NamedTuple):
    """A point on fresh seeds.

    Attributes
    ----------
    number : of the point
    ratio : of the mean under the policy to that under the other one, with its 95 % interval
    policy, against : both means, in the unit of the metric
    settles : whether the queue settles under the policy; where it does not, the ratio grows with the length of the run
    against_settles : whether it does under the other one
    """

    number: int
    ratio: Estimate
    policy: Estimate
    against: Estimate
    settles: bool
    against_settles: bool


def verified(result: "Result") -> list[Verified]:
    """The worst point, its neighbors and the start on fresh seeds, as far as they are there; the worst one first.

    The ratio is that of the means over all fresh replications, which saw the same jobs under both policies, with
    Fieller's interval (Fieller 1954).
    """
    breaking, found = _breaking(result), result.worst
    fresh = slice(result.scenario.study.replications, None)
    rows, told = {number: row for row, number in enumerate(breaking.tested)}, []
    for number in found.checked(breaking) if found is not None else []:
        if (row := rows.get(number)) is None:
            continue
        names = breaking.policy, breaking.against
        above, below = (result.samples(row, name, breaking.metric)[fresh] for name in names)
        steady = [result.scenario.ends or settles(*(part[fresh] for part in result.drift(row, name))) for name in names]
        one, other = (estimate(part).within(*result.range_of(breaking.metric)) for part in (above, below))
        told.append(Verified(number, ratio_of_means(above, below).within(0.0, inf), one, other, *steady))
    return told


def fresh(result: "Result") -> "Result":
    """The same with the points that were verified, and of them with nothing but the fresh replications."""
    breaking, first = _breaking(result), result.scenario.study.replications
    checked = {one.number for one in verified(result)}
    rows = [row for row, number in enumerate(breaking.tested) if number in checked]
    scenario = result.scenario.tested_at([breaking.tested[row] for row in rows] or [breaking.start])
    table, done = (part[rows][:, :, first:] for part in (result.table, result.done))
    return type(result)(scenario, result.names, table, result.limits, done=done)


def ratio_of_means(above: np.ndarray, below: np.ndarray) -> Estimate:
    """The mean of *above* as a multiple of that of *below*, float64 (R,) each of the same replications; NaN of what is
    not there."""
    above, below = both(above, below)
    if len(below) < 2 or base_of(below) is Base.NONE:
        return NOTHING
    return estimate(np.ones(len(below))) if np.array_equal(above, below) else fieller(above, below)


def _breaking(result: "Result") -> Breaking:
    breaking = result.scenario.study.searched
    if breaking is None:
        raise ValueError("the study of this result does not search where a policy is worst")
    return breaking


def tree(result: "Result") -> dict[str, Any]:
    """As JSON: values in the unit of each field; ratios with intervals, of fresh seeds alone."""
    breaking, found = _breaking(result), result.worst
    assert found is not None
    points = result.scenario.searched_point
    return {
        "policy": breaking.policy,
        "against": breaking.against,
        "metric": breaking.metric,
        "outcome": found.outcome.name.lower(),
        "found": None if found.found is None else points(found.found),
        "verified": [
            {
                "point": points(one.number),
                "is": "found" if one.number == found.found else "start" if one.number == breaking.start else "neighbor",
                "ratio": dict(zip(("mean", "low", "high"), map(_or_none, one.ratio[:3]), strict=True)),
                "policy": dict(zip(("mean", "low", "high"), map(_or_none, one.policy[:3]), strict=True)),
                "against": dict(zip(("mean", "low", "high"), map(_or_none, one.against[:3]), strict=True)),
                "policy_settles": one.settles,
                "against_settles": one.against_settles,
                "replications": one.ratio.replications,
            }
            for one in verified(result)
        ],
        "tried": [
            {
                "point": points(number),
                "ratio_in_search": one.ratio if one.outside is None else None,
                "outside": one.outside.value if one.outside else None,
            }
            for number, one in found.tried.items()
        ],
    }


def _or_none(value: float) -> float | None:
    return None if np.isnan(value) else value
