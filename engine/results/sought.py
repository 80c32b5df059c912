"""What a study with a goal has found: for each policy, which values reach it, on what evidence, and what is next."""

from enum import StrEnum
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from engine.statistics.bisection import Turn, Waiting, bisect, most_tested
from engine.statistics.deciding import ERROR, Bound, Decision, Sampled, Standing, decide
from engine.statistics.means import Estimate, holm_levels, p_value
from engine.statistics.steadiness import CRITICAL

if TYPE_CHECKING:
    from engine.results.result import Result

FALLBACK = 11
"""Values of an even grid that are tested where the metric turns back on its way."""


SETTLES = Bound(1, 0.0)
"""Of the mean number in system late in a replication, less `CRITICAL` times that in its middle: above 0 it grows
without end, however many jobs one looks at."""


class Kind(StrEnum):
    """What a search has come to."""

    OPEN = "the search goes on"
    FOUND = "the turn lies between two neighbors"
    BETWEEN = "values between those told cannot be told"
    ALL = "both ends meet the goal"
    NONE = "both ends miss the goal"
    UNTOLD = "neither end can be told"
    TURNS_BACK = "the metric turns back between the ends"


class Sought(NamedTuple):
    """The search of one policy.

    Attributes
    ----------
    policy, kind
    values : every value that can be tested, ascending, in the unit of the field
    turn : which of them meet and miss next to the turn, by number
    decisions : {number of a value: decision}, in the order in which they were asked for
    wanted : {number of a value: replications} that have to be there before the search can go on
    """

    policy: str
    kind: Kind
    values: tuple[float, ...]
    turn: Turn
    decisions: dict[int, Decision]
    wanted: dict[int, int]

    def tree(self) -> dict[str, Any]:
        """As JSON: values in the unit of the field; means and one-sided bounds for each criterion."""
        at = {None: None} | dict(enumerate(self.values))
        return {
            "policy": self.policy,
            "outcome": self.kind.name.lower(),
            "meets": at[self.turn.meets],
            "misses": at[self.turn.misses],
            "tested": [
                {
                    "value": self.values[n],
                    "standing": one.standing.name.lower(),
                    "replications": one.replications,
                    "settles": one.steady,
                    "criteria": [
                        dict(zip(("mean", "low", "high"), numbers, strict=True))
                        for numbers in zip(one.means, one.low, one.high, strict=True)
                    ],
                }
                for n, one in self.decisions.items()
            ],
        }


class Search:
    """The search of one policy as far as the cells go; a pure function of them, so every computer asks for the same."""

    def __init__(self, result: "Result", policy: str) -> None:
        goal = result.scenario.study.goal
        if goal is None:
            raise ValueError("the study of this result has no goal")
        self.result, self.policy, self.goal = result, policy, goal
        self.values = goal.values
        tested = [point[goal.field] for point in result.points]
        self.points = {n: tested.index(value) for n, value in enumerate(self.values) if value in tested}
        self.bounds = [Bound(1 if one.bound == "at-most" else -1, one.value) for one in goal.criteria] or [SETTLES]
        self.decisions: dict[int, Decision] = {}
        self._limits = result.limits(result.scenario)

    def run(self) -> Sought:
        """Bisect as far as it goes; where the metric turns back, an even grid takes its place."""
        try:
            turn = bisect(len(self.values), self.ask)
        except Waiting:
            return self._sought(Kind.OPEN, Turn(None, None))
        if turn.ascending is None:
            ends = {(True, False): Kind.ALL, (False, True): Kind.NONE}
            return self._sought(ends.get((turn.meets is not None, turn.misses is not None), Kind.UNTOLD), turn)
        if self._turns_back():
            count = min(FALLBACK, len(self.values))
            grid = {round(n * (len(self.values) - 1) / (count - 1)) for n in range(count)}
            is_open = Standing.OPEN in [self.ask(n) for n in sorted(grid)]  # all of them are asked for at once
            return self._sought(Kind.OPEN if is_open else Kind.TURNS_BACK, turn)
        told = turn.meets is not None and turn.misses is not None and abs(turn.meets - turn.misses) == 1
        return self._sought(Kind.FOUND if told else Kind.BETWEEN, turn)

    def ask(self, n: int) -> Standing:
        """What is known of value number *n*."""
        if n not in self.decisions:
            self.decisions[n] = self._decide(n)
        return self.decisions[n].standing

    def _decide(self, n: int) -> Decision:
        first = self.result.scenario.study.replications
        if (point := self.points.get(n)) is None:
            return Decision(Standing.OPEN, first)
        there = self._there(point)
        if point in self.result.failed:
            return Decision(Standing.UNTOLD, there)
        criteria = np.array([self._samples(point, one.metric)[:there] for one in self.goal.criteria])
        middle, late = (part[:there] for part in self.result.drift(point, self.policy))
        if not self.goal.criteria:  # then growth itself is what is told from its bound
            criteria, middle, late = (late - CRITICAL * middle)[None], np.full(there, np.nan), np.full(there, np.nan)
        if self.result.scenario.ends:
            middle = late = np.full(there, np.nan)
        limit = self._limits[point].replications
        error = ERROR / most_tested(len(self.values))
        return self._within(decide(Sampled(criteria, middle, late), self.bounds, first, limit, error))

    def _within(self, found: Decision) -> Decision:
        """The same with bounds that no criterion can be beyond."""
        ranges = [self.result.range_of(one.metric) for one in self.goal.criteria]
        if not (ranges and found.low and found.high):
            return found
        told = [
            Estimate(mean, low, high, found.replications).within(*ends)
            for mean, low, high, ends in zip(found.means, found.low, found.high, ranges, strict=True)
        ]
        return found._replace(low=tuple(one.low for one in told), high=tuple(one.high for one in told))

    def _there(self, point: int) -> int:
        """How many replications are there without a gap."""
        done = self.result.done[point, list(self.result.scenario.policies).index(self.policy)]
        return int(done.argmin()) if not done.all() else len(done)

    def _samples(self, point: int, metric: str) -> np.ndarray:
        if metric not in self.result.names:
            return np.full(self.result.done.shape[-1], np.nan)
        return self.result.samples(point, self.policy, metric)

    def _turns_back(self) -> bool:
        """Whether a metric is shown to move against the direction between its ends, on paired replications.

        Neighbors among the tested values are compared, all of them by Holm's procedure at 5 %.
        """
        steady = sorted(n for n, found in self.decisions.items() if found.steady and n in self.points)
        for one in self.goal.criteria:
            differences = [self._difference(a, b, one.metric) for a, b in pairwise(steady)]
            if len(differences) < 2:
                continue
            whole = self._difference(steady[0], steady[-1], one.metric).mean()
            p_values = [p_value(difference) for difference in differences]
            for difference, p, level in zip(differences, p_values, holm_levels(p_values), strict=True):
                if difference.mean() * whole < 0 and p < 1 - level:
                    return True
        return False

    def _difference(self, a: int, b: int, metric: str) -> np.ndarray:
        """The metric at value *b* less that at *a*, by replication."""
        one, other = (self._samples(self.points[n], metric)[: self._there(self.points[n])] for n in (a, b))
        both = min(len(one), len(other))
        found: np.ndarray = other[:both] - one[:both]
        return found

    def _sought(self, kind: Kind, turn: Turn) -> Sought:
        wanted = {n: one.replications for n, one in self.decisions.items() if one.standing is Standing.OPEN}
        return Sought(self.policy, kind, self.values, turn, self.decisions, wanted if kind is Kind.OPEN else {})
