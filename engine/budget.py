"""What a study may cost: what is refused before anything is queued, and how far a point may be replicated."""

from typing import NamedTuple

from engine.registry import FAMILIES
from engine.scenario import Scenario
from engine.stopping import Limit, Stop

MAXIMUM_CELLS = 20_000
MAXIMUM_SECONDS = 900.0
"""Budget of one study on one core, estimated."""


class Budget(NamedTuple):
    """What a study costs: cells, and estimated seconds on one core; at the least, if it is replicated to a precision.

    `most_cells` is what it can come to.
    """

    cells: int
    seconds: float
    most_cells: int

    @property
    def objection(self) -> str:
        """Why the study is refused, or nothing."""
        if self.cells > MAXIMUM_CELLS:
            return (
                f"this study has {self.cells:,} cells; at most {MAXIMUM_CELLS:,} are allowed: "
                f"fewer values, policies or replications help"
            )
        if self.seconds > MAXIMUM_SECONDS:
            return (
                f"this study would take about {self.seconds / 60:.0f} minutes on one core; at most "
                f"{MAXIMUM_SECONDS / 60:.0f} are allowed: fewer jobs, values or replications help"
            )
        return ""


def budget(scenario: Scenario) -> Budget:
    """What the study of *scenario* costs."""
    costs, policies = _costs(scenario), len(scenario.policies)
    each = scenario.study.replications * policies
    most = sum(limit.replications for limit in limits(scenario)) * policies
    return Budget(len(costs) * each, sum(costs) * each, most)


def limits(scenario: Scenario) -> list[Limit]:
    """The most replications that each point can get: an equal share of every budget.

    Computing time is estimated and not measured, so that the same scenario gets the same replications everywhere.
    """
    study, costs, policies = scenario.study, _costs(scenario), len(scenario.policies)
    if study.precision is None:
        return [Limit(study.replications, Stop.FIXED)] * len(costs)
    share = study.precision.maximum_seconds / len(costs)
    by_cells = MAXIMUM_CELLS // (len(costs) * policies)
    found = []
    for cost in costs:
        budgets = (
            Limit(study.precision.maximum_replications, Stop.REPLICATIONS),
            Limit(int(share / (cost * policies)), Stop.TIME),
            Limit(by_cells, Stop.CELLS),
        )
        least = min(budgets, key=lambda limit: limit.replications)  # the first of equals
        found.append(least._replace(replications=max(study.replications, least.replications)))
    return found


def _costs(scenario: Scenario) -> list[float]:
    """Estimated seconds of one cell on one core, at each point."""
    cost = FAMILIES[scenario.family].cost
    return [cost(scenario.at(point)) for point in scenario.points()]
