"""What a study may cost: what is refused before anything is queued, and how far a point may be replicated."""

from collections import OrderedDict
from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Literal, NamedTuple

from engine.contract.cost import Cost
from engine.inputs.scenario import Scenario
from engine.statistics.bisection import most_tested
from engine.statistics.stopping import Limit, Stop
from engine.study.registry import FAMILIES

MAXIMUM_CELLS = 20_000
MAXIMUM_SECONDS = 900.0
"""Budget of one study on one core, estimated."""

MAXIMUM_CELL_SECONDS = 300.0
"""Of one cell on one core, estimated: it cannot be shared between workers, nor does it show how far it is."""

MAXIMUM_CELL_BYTES = 2.0**30
"""Memory of one cell, estimated: several workers share what a computer has."""


class Budget(NamedTuple):
    """What a study costs: cells, and estimated seconds on one core; at the least, if it is replicated to a precision.

    `most_cells` is what it can come to. `longest_cell` (s) is the longest of its cells, one of `longest_policy`;
    `largest_cell` (bytes) is the one that takes the most memory, one of `largest_policy`. `told` is "measured" where
    formulas do not tell every kind of its cells, and one cell of each such kind was measured; else "estimated".
    `guessed` is whether none was, of at least one kind, and all others are not too much: then the seconds are a guess.
    """

    cells: int
    seconds: float
    most_cells: int
    longest_cell: float
    longest_policy: str
    largest_cell: float
    largest_policy: str
    told: Literal["estimated", "measured"] = "estimated"
    guessed: bool = False

    @property
    def words(self) -> str:
        """What it costs, or why it is refused, in a sentence."""
        return self.objection or f"{self.cells:,} cells, about {self.seconds:.2g} s on one core ({self.told})"

    @property
    def objection(self) -> str:
        """Why the study is refused, or nothing: not for seconds that are a guess."""
        is_sure = not self.guessed or self.cells > MAXIMUM_CELLS or self.largest_cell > MAXIMUM_CELL_BYTES
        return self.doubt if is_sure else ""

    @property
    def doubt(self) -> str:
        """Why the study would be refused if every guess were right, or nothing."""
        if self.cells > MAXIMUM_CELLS:
            return (
                f"this study has {self.cells:,} cells; at most {MAXIMUM_CELLS:,} are allowed: "
                f"fewer values, policies or replications help"
            )
        if self.largest_cell > MAXIMUM_CELL_BYTES:
            return (
                f"one cell of {self.largest_policy} would take about {self.largest_cell / 2**30:.1f} GiB of memory; at "
                f"most {MAXIMUM_CELL_BYTES / 2**30:.1f} are allowed: a shorter run or fewer events help"
            )
        if self.longest_cell > MAXIMUM_CELL_SECONDS:
            return (
                f"one cell of {self.longest_policy} would take about {_minutes(self.longest_cell)} on one core "
                f"({self.told}); at most {MAXIMUM_CELL_SECONDS / 60:.0f} are allowed: a shorter run or "
                f"fewer events help"
            )
        if self.seconds > MAXIMUM_SECONDS:
            return (
                f"this study would take about {_minutes(self.seconds)} on one core ({self.told}); at most "
                f"{MAXIMUM_SECONDS / 60:.0f} are allowed: fewer jobs, values or replications help"
            )
        return ""


def _minutes(seconds: float) -> str:
    return f"{seconds / 60:,.0f} minutes" if seconds < 1e9 else f"{seconds / 60:.0e} minutes"


class Kind(NamedTuple):
    """Of the cells of a study: a point by a policy, and what one of them costs."""

    point: Scenario
    policy: str
    cost: Cost


def budget(scenario: Scenario, taken: Mapping[str, float] = MappingProxyType({})) -> Budget:
    """What the study of *scenario* costs; with a goal at least both ends, at most every value that may be tested.

    Of a search for where a policy is worst, if every point takes what the ends of the ranges do on average. *taken* is
    what pilots took, {policy: s}; all cells of the policy that no formula tells are then as much longer or shorter.
    """
    kinds, replications = kinds_of(scenario), scenario.study.replications
    pilots = _dearest(kinds)
    times = {policy: taken[policy] / pilots[policy].cost.seconds for policy in pilots.keys() & taken.keys()}
    seconds = [kind.cost.seconds * (1.0 if kind.cost.is_told else times.get(kind.policy, 1.0)) for kind in kinds]
    longest = max(range(len(kinds)), key=seconds.__getitem__)
    largest = max(kinds, key=lambda kind: kind.cost.bytes)
    if (searched := scenario.study.searched) is not None:
        runs = (searched.points + 1) * replications + (2 * len(searched.ranges) + 2) * searched.fresh
        cells = most = 2 * runs
        each = 2 * runs / len(kinds)
    else:
        goal = scenario.study.goal
        values = most_tested(len(goal.values)) / 2 if goal is not None and scenario.study.vary is None else 1.0
        cells, each = len(kinds) * replications, 1 if scenario.fewest_together else replications
        most = int(sum(limit.replications for limit in limits(_at_ends(scenario))) * len(scenario.policies) * values)
    of_told = [kind.cost.seconds for kind in kinds if kind.cost.is_told]
    is_too_much = max(of_told, default=0.0) > MAXIMUM_CELL_SECONDS or each * sum(of_told) > MAXIMUM_SECONDS
    is_measured = pilots.keys() <= taken.keys()
    return Budget(
        cells=cells,
        seconds=each * sum(seconds),
        most_cells=most,
        longest_cell=seconds[longest],
        longest_policy=kinds[longest].policy,
        largest_cell=largest.cost.bytes,
        largest_policy=largest.policy,
        told="measured" if pilots and is_measured else "estimated",
        guessed=not is_measured and not is_too_much,
    )


def kinds_of(scenario: Scenario) -> list[Kind]:
    """All kinds of cells of a study; of a goal and of a search, those at the ends of the ranges."""
    if (searched := scenario.study.searched) is not None:
        cost, policies = FAMILIES[scenario.family].cost, (searched.policy, searched.against)
        points = [scenario.at(point) for point in (*scenario.corners(), *scenario.points()[:1])]
        return [Kind(point, policy, cost(point, policy)) for point in points for policy in policies]
    scenario = _at_ends(scenario)
    points = [scenario.at(point) for point in scenario.points()]
    return [
        Kind(point, policy, cost)
        for point, row in zip(points, costs_of(scenario), strict=True)
        for policy, cost in zip(scenario.policies, row, strict=True)
    ]


def _at_ends(scenario: Scenario) -> Scenario:
    """Of a goal, the sweep over both ends of its range; any other scenario itself."""
    goal, vary = scenario.study.goal, scenario.study.vary
    return scenario if goal is None or vary is not None else scenario.tested_at((goal.values[0], goal.values[-1]))


def pilots_of(scenario: Scenario) -> dict[str, Kind]:
    """The cells that are measured before the study is priced: by each policy the dearest of those that no formula
    tells, about."""
    return _dearest(kinds_of(scenario))


def _dearest(kinds: list[Kind]) -> dict[str, Kind]:
    found: dict[str, Kind] = {}
    for kind in kinds:
        known = found.get(kind.policy)
        if not kind.cost.is_told and (known is None or known.cost.seconds < kind.cost.seconds):
            found[kind.policy] = kind
    return found


def limits(scenario: Scenario) -> list[Limit]:
    """The most replications that each point can get: an equal share of every budget.

    Computing time is estimated and not measured, so that the same scenario gets the same replications everywhere.
    """
    if (searched := scenario.study.searched) is not None:
        return [Limit(scenario.study.replications + searched.fresh, Stop.TRIED)] * len(scenario.points())
    study, policies = scenario.study, len(scenario.policies)
    asked = study.goal or study.selection or study.precision
    if asked is None:  # whatever it costs
        return [Limit(study.replications, Stop.FIXED)] * len(scenario.points())
    costs = costs_of(scenario)
    points = most_tested(len(study.goal.values)) if study.goal else len(costs)
    share = asked.maximum_seconds / points
    by_cells = MAXIMUM_CELLS // (points * policies)
    found = []
    for row in costs:
        budgets = (
            Limit(asked.maximum_replications, Stop.REPLICATIONS),
            Limit(int(share / sum(cost.seconds for cost in row)), Stop.TIME),
            Limit(by_cells, Stop.CELLS),
        )
        least = min(budgets, key=lambda limit: limit.replications)  # the first of equals
        found.append(least._replace(replications=max(study.replications, least.replications)))
    return found


def costs_of(scenario: Scenario) -> tuple[tuple[Cost, ...], ...]:
    """What one cell takes, at each point by each policy, in the order of `points` and `policies`."""
    return _costs(FAMILIES[scenario.family].cost, scenario)


@lru_cache(maxsize=64)  # a page asks for the same several times
def _costs(cost: Callable[[Scenario, str], Cost], scenario: Scenario) -> tuple[tuple[Cost, ...], ...]:
    at_points = (scenario.at(point) for point in scenario.points())  # one after the other: what is read is known yet
    return tuple(_at_point(cost, one) for one in at_points)


ROWS = 256
"""Points of which the costs are kept: a sweep that is thinned has points in common with what it was."""

_rows: OrderedDict[int, tuple[Scenario, Callable[[Scenario, str], Cost], tuple[Cost, ...]]] = OrderedDict()


def _at_point(cost: Callable[[Scenario, str], Cost], point: Scenario) -> tuple[Cost, ...]:
    """By each policy; a point is told by its identity, since to hash it can take as long as to price it."""
    known = _rows.get(id(point))
    if known is None or known[0] is not point or known[1] is not cost:
        known = _rows[id(point)] = point, cost, tuple(cost(point, policy) for policy in point.policies)
        while len(_rows) > ROWS:
            _rows.popitem(last=False)
    return known[2]
