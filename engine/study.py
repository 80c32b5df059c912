"""A study as cells: points x policies x replications, each a pure function that is computed once and stored by hash."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import orjson

from engine.registry import FAMILIES, read_scenario
from engine.result import Result
from engine.scenario import Scenario, content_hash

MAXIMUM_CELLS = 20_000
MAXIMUM_SECONDS = 900.0
"""Budget of one study on one core, estimated; what is above is refused before anything is queued."""


@dataclass(frozen=True)
class Cell:
    """One replication of one policy at one point; `index` counts the cells of the study in order of computation."""

    index: int
    point: int
    policy: int
    replication: int


class Budget(NamedTuple):
    """What a study costs: cells, and estimated seconds on one core."""

    cells: int
    seconds: float

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


class StudyPlan:
    """The cells of a scenario's study, and what each of them computes."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.family = FAMILIES[scenario.family]
        self.points = scenario.points()
        self.at_point = [scenario.at(point) for point in self.points]
        self.shape = (len(self.points), len(scenario.policies), scenario.study.replications)

    def __len__(self) -> int:
        return int(np.prod(self.shape))

    def cell(self, index: int) -> Cell:
        """Cell number *index*: one replication after the other over the whole sweep, so that a first curve is there
        early and becomes sharper."""
        replication, rest = divmod(index, self.shape[0] * self.shape[1])
        point, policy = divmod(rest, self.shape[1])
        return Cell(index, point, policy, replication)

    def cells(self) -> Iterator[Cell]:
        """All cells in order."""
        return (self.cell(index) for index in range(len(self)))

    def key(self, cell: Cell) -> str:
        """Content hash of what the cell computes: two studies that share a cell share its key."""
        tree = self.at_point[cell.point].model_dump(mode="json", exclude={"title", "notes", "policies", "study"})
        seed = self.scenario.study.seed
        return content_hash([tree, seed, self.scenario.policies[cell.policy], cell.replication])

    def compute(self, cell: Cell) -> dict[str, float]:
        """The metrics of one cell."""
        return self.family.simulate(self.at_point[cell.point], self.scenario.policies[cell.policy], cell.replication)

    def budget(self) -> Budget:
        """What the whole study costs."""
        per_point = sum(self.family.cost(scenario) for scenario in self.at_point)
        return Budget(len(self), per_point * self.shape[1] * self.shape[2])

    def combine(self, values: Mapping[int, Mapping[str, Any]]) -> Result:
        """The result of the cells that are there, {index: metrics}; the others are missing."""
        names = self.metric_names()
        table = np.full((*self.shape, len(names)), np.nan)
        for index, measured in values.items():
            cell = self.cell(index)
            table[cell.point, cell.policy, cell.replication] = [measured.get(name, np.nan) for name in names]
        return Result(self.scenario, names, table)

    def metric_names(self) -> tuple[str, ...]:
        """Every metric of a cell: the family's, and the utilization of each machine group."""
        groups = getattr(getattr(self.scenario, "cluster", None), "groups", ())
        return (*self.family.metrics, *(f"utilization[{group.name}]" for group in groups))


def run_cells(scenario_json: bytes, indices: list[int]) -> dict[int, dict[str, float]]:
    """Compute some cells of a study; what a process of `run --processes` is handed."""
    plan = StudyPlan(read_scenario(orjson.loads(scenario_json)))
    return {index: plan.compute(plan.cell(index)) for index in indices}
