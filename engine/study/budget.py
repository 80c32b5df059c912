"""What a study may cost: what is refused before anything is queued, and how far a point may be replicated."""

from collections import OrderedDict
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from engine.contract.cost import Cost
from engine.inputs.breaking import Breaking
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
    `largest_cell` (bytes) is the one that takes the most memory, one of `largest_policy`.
    """

    cells: int
    seconds: float
    most_cells: int
    longest_cell: float
    longest_policy: str
    largest_cell: float
    largest_policy: str

    @property
    def objection(self) -> str:
        """Why the study is refused, or nothing."""
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
                f"one cell of {self.longest_policy} would take about {_minutes(self.longest_cell)} on one core; at "
                f"most {MAXIMUM_CELL_SECONDS / 60:.0f} are allowed: a shorter run or fewer events help"
            )
        if self.seconds > MAXIMUM_SECONDS:
            return (
                f"this study would take about {_minutes(self.seconds)} on one core; at most "
                f"{MAXIMUM_SECONDS / 60:.0f} are allowed: fewer jobs, values or replications help"
            )
        return ""


def _of_search(scenario: Scenario, breaking: Breaking) -> Budget:
    """What it costs to search where a policy is worst, if every point takes what the ends of the ranges do on average.

    At the least and at the most are the same but for points that the search comes back to.
    """
    cost, policies = FAMILIES[scenario.family].cost, (breaking.policy, breaking.against)
    points = [scenario.at(point) for point in (*scenario.corners(), *scenario.points()[:1])]
    cells = [(cost(point, policy), policy) for point in points for policy in policies]
    longest = max(cells, key=lambda cell: cell[0].seconds)
    largest = max(cells, key=lambda cell: cell[0].bytes)
    checked = 2 * len(breaking.ranges) + 2
    runs = (breaking.points + 1) * scenario.study.replications + checked * breaking.fresh
    return Budget(
        cells=runs * len(policies),
        seconds=runs * sum(one.seconds for one, _ in cells) / len(points),
        most_cells=runs * len(policies),
        longest_cell=longest[0].seconds,
        longest_policy=longest[1],
        largest_cell=largest[0].bytes,
        largest_policy=largest[1],
    )


def _minutes(seconds: float) -> str:
    return f"{seconds / 60:,.0f} minutes" if seconds < 1e9 else f"{seconds / 60:.0e} minutes"


def budget(scenario: Scenario) -> Budget:
    """What the study of *scenario* costs; with a goal at least both ends, at most every value that may be tested."""
    if scenario.study.searched is not None:
        return _of_search(scenario, scenario.study.searched)
    values = 1.0
    if (goal := scenario.study.goal) is not None and scenario.study.vary is None:
        scenario = scenario.tested_at((goal.values[0], goal.values[-1]))
        values = most_tested(len(goal.values)) / 2
    costs, replications = costs_of(scenario), scenario.study.replications
    most = int(sum(limit.replications for limit in limits(scenario)) * len(scenario.policies) * values)
    cells = [(cost, policy) for row in costs for cost, policy in zip(row, scenario.policies, strict=True)]
    longest = max(cells, key=lambda cell: cell[0].seconds)
    largest = max(cells, key=lambda cell: cell[0].bytes)
    return Budget(
        cells=len(cells) * replications,
        seconds=sum(cost.seconds for cost, _ in cells) * (1 if scenario.fewest_together else replications),
        most_cells=most,
        longest_cell=longest[0].seconds,
        longest_policy=longest[1],
        largest_cell=largest[0].bytes,
        largest_policy=largest[1],
    )


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
