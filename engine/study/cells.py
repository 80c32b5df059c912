"""A study as cells: points x policies x replications, each a pure function that is computed once and stored by hash."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar, overload

import numpy as np
import orjson

from engine.inputs.scenario import Scenario, content_hash
from engine.metrics.job_metrics import detail_names
from engine.results.result import Result
from engine.statistics.stopping import Stop
from engine.study.budget import Budget, budget, limits
from engine.study.registry import FAMILIES, read_scenario

# The points of a study: all of them, or of a search over millions those that somebody asks for.

Value = TypeVar("Value")


class AsAskedFor(Sequence[Value]):
    """So many values, each made when it is asked for first."""

    def __init__(self, make: Callable[[int], Value], count: int) -> None:
        self._make, self._count = make, count
        self._known: dict[int, Value] = {}

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, number: int) -> Value: ...
    @overload
    def __getitem__(self, number: slice) -> list[Value]: ...
    def __getitem__(self, number: int | slice) -> Value | list[Value]:
        if isinstance(number, slice):
            return [self[n] for n in range(*number.indices(self._count))]
        if not 0 <= number < self._count:
            raise IndexError(number)
        if number not in self._known:
            self._known[number] = self._make(number)
        return self._known[number]


@dataclass(frozen=True)
class Cell:
    """One replication of one policy at one point; `index` counts the cells of the study in order of computation."""

    index: int
    point: int
    policy: int
    replication: int


class Round(NamedTuple):
    """Cells to compute before one looks at the numbers again: of each pair of a point and a policy, in the order of
    cells, the replications from since to until.

    A study that gives every point the same number of replications has one round. Of a study with more points than
    anybody could list, *pairs* says which pairs these are, by number; of any other one it is empty and they are all.
    """

    since: tuple[int, ...]
    until: tuple[int, ...]
    pairs: tuple[int, ...] = ()


class StudyPlan:
    """The cells of a scenario's study, and what each of them computes."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.family = FAMILIES[scenario.family]
        self.points: Sequence[dict[str, float]] = scenario.points()
        self.at_point: Sequence[Scenario] = ()
        if (searched := scenario.study.searched) is None:
            self.at_point = [scenario.at(point) for point in self.points]
        else:
            self.points = AsAskedFor(scenario.searched_point, searched.start + 1)
            self.at_point = AsAskedFor(lambda number: scenario.at(self.points[number]), len(self.points))
        self.policies = len(scenario.policies)
        self._texts: dict[int, orjson.Fragment] = {}

    def __len__(self) -> int:
        """Cells of the first round."""
        return self.size(self.first_round())

    def first_round(self) -> Round:
        """What is computed in any case."""
        if self.scenario.study.finds_points:
            return self._searched({})
        pairs = len(self.points) * self.policies
        return Round((0,) * pairs, (self.scenario.study.replications,) * pairs)

    def next_round(self, values: Mapping[int, Mapping[str, Any]]) -> Round | None:
        """What is to be computed next, given the cells that are there, {index: metrics or {"error": reason}}; None if
        nothing is. Depends on the numbers alone, so every computer comes to the same cells.
        """
        if self._looks_at_pairs:
            wanted = self._searched(values)
            return wanted if wanted.until != wanted.since else None
        result = self.combine(values)
        since, until = [], []
        for point, verdict in enumerate(result.verdicts):
            there = _without_gap(result.done[point].all(axis=0))
            since += [there] * self.policies
            until += [verdict.replications if verdict.stop is Stop.OPEN else there] * self.policies
        return Round(tuple(since), tuple(until)) if until != since else None

    @property
    def _looks_at_pairs(self) -> bool:
        """Whether each policy at each point is replicated as often as it needs by itself."""
        return self.scenario.study.finds_points or self.scenario.study.selection is not None

    @property
    def at_some_points(self) -> Sequence[Scenario]:
        """The scenarios of all points, or where they are too many of one: the same kernels are needed everywhere."""
        return self.at_point if self.scenario.study.searched is None else self.at_point[-1:]

    def _searched(self, values: Mapping[int, Mapping[str, Any]]) -> Round:
        """Of a study with a goal or a selection, what is wanted next; nothing once all is told."""
        result = self.combine(values)
        if result.worst is not None:
            return self._of_some_pairs(result.worst.wanted)
        since = np.zeros((len(self.points), self.policies), dtype=int)
        for number, point in enumerate(self._tested(values)):
            since[point] = [_without_gap(done) for done in result.done[number]]
        until = since.copy()
        for policy, search in enumerate(result.searches):
            for point, replications in search.wanted.items():
                until[point, policy] = replications
        for (point, policy), replications in result.wanted.items():
            until[point, policy] = replications
        return Round(tuple(since.ravel().tolist()), tuple(until.ravel().tolist()))

    def _of_some_pairs(self, wanted: Mapping[int, tuple[int, int]]) -> Round:
        """The round of {number of a point: (since, until)}, for the two policies that are held against each other."""
        searched = self.scenario.study.searched
        assert searched is not None
        policies = sorted(self.scenario.policies.index(name) for name in (searched.policy, searched.against))
        pairs = [number * self.policies + policy for number in sorted(wanted) for policy in policies]
        since, until = ([wanted[pair // self.policies][end] for pair in pairs] for end in (0, 1))
        return Round(tuple(since), tuple(until), tuple(pairs))

    def _tested(self, values: Mapping[int, Mapping[str, Any]]) -> list[int]:
        """The points of which a result tells: all of them; with a goal both ends, with a search for the worst
        one the start, and those that have a cell."""
        if not self.scenario.study.finds_points:
            return list(range(len(self.points)))
        if (searched := self.scenario.study.searched) is not None:
            return sorted({searched.start} | {self.cell(index).point for index in values})
        return sorted({0, len(self.points) - 1} | {self.cell(index).point for index in values})

    def cell(self, index: int) -> Cell:
        """Cell number *index*: one replication after the other over the whole sweep, so that a first curve is there
        early and becomes sharper."""
        replication, rest = divmod(index, len(self.points) * self.policies)
        point, policy = divmod(rest, self.policies)
        return Cell(index, point, policy, replication)

    def indices(self, wanted: Round) -> list[int]:
        """The cells of a round, in order of computation."""
        since, until = np.array(wanted.since), np.array(wanted.until)
        replication = np.arange(until.max(initial=0))[:, None]
        rows, columns = np.nonzero((replication >= since) & (replication < until))
        pairs = np.array(wanted.pairs or range(len(since)), dtype=int)
        found: list[int] = (rows * (len(self.points) * self.policies) + pairs[columns]).tolist()
        return found

    def size(self, wanted: Round) -> int:
        """How many cells the study has once the round is done; of one of some pairs, how many these have."""
        return sum(wanted.until)

    def cells(self) -> Iterator[Cell]:
        """The cells of the first round in order."""
        return (self.cell(index) for index in self.indices(self.first_round()))

    def key(self, cell: Cell) -> str:
        """Content hash of what the cell computes: two studies that share a cell share its key."""
        if cell.point not in self._texts:  # once for all cells of a point: a page asks for hundreds at each key
            tree = self.at_point[cell.point].named_by({"title", "notes", "policies", "study"})
            self._texts[cell.point] = orjson.Fragment(orjson.dumps(tree, option=orjson.OPT_SORT_KEYS))
        seed = self.scenario.study.seed
        policy = self.scenario.named_policy(self.scenario.policies[cell.policy])
        parts = [self._texts[cell.point], seed, policy, cell.replication]
        return content_hash(parts + ([self.scenario.blocks] if self.scenario.blocks else []))

    def compute(self, cell: Cell) -> dict[str, float]:
        """The metrics of one cell."""
        return self.family.runs.simulate(
            self.at_point[cell.point], self.scenario.policies[cell.policy], cell.replication
        )

    def budget(self) -> Budget:
        """What the whole study costs."""
        return budget(self.scenario)

    def combine(self, values: Mapping[int, Mapping[str, Any]]) -> Result:
        """The result of the cells that are there, {index: metrics}; the others are missing.

        A cell is there if its index is, whichever metrics it lacks.
        """
        names, tested = self.metric_names(), self._tested(values)
        cells = [(self.cell(index), measured) for index, measured in values.items() if "error" not in measured]
        longest = max((cell.replication + 1 for cell, _ in cells), default=0)
        replications = max(self.scenario.study.replications, longest)
        table = np.full((len(tested), self.policies, replications, len(names)), np.nan)
        done = np.zeros(table.shape[:-1], dtype=bool)
        row = {point: number for number, point in enumerate(tested)}
        for cell, measured in cells:
            place = row[cell.point], cell.policy, cell.replication
            table[place] = [measured.get(name, np.nan) for name in names]
            done[place] = True
        failed = frozenset(row[self.cell(index).point] for index, measured in values.items() if "error" in measured)
        scenario = self.scenario
        if (goal := scenario.study.goal) is not None:
            scenario = scenario.tested_at([goal.values[point] for point in tested])
        elif scenario.study.searched is not None:
            scenario = scenario.tested_at(tested)
        return Result(scenario, names, table, limits, failed, done)

    def metric_names(self) -> tuple[str, ...]:
        """Every metric of a cell: the family's, where it has jobs those of job classes, and of machine groups."""
        groups = getattr(getattr(self.scenario, "cluster", None), "groups", ())
        workload = getattr(self.scenario, "workload", None)
        names = getattr(workload, "class_names", None) or [kind.name for kind in getattr(workload, "job_types", ())]
        has_jobs = "slowdown" in self.family.metrics
        return (
            *self.family.metrics,
            *(detail_names(names) if has_jobs else ()),
            *self.family.metrics_of(self.scenario),
            *(f"utilization[{group.name}]" for group in groups if "utilization" in self.family.metrics),
        )


def _without_gap(done: np.ndarray) -> int:
    """How many replications are there before the first that is not."""
    return int(done.argmin()) if not done.all() else len(done)


def run_cells(scenario_json: bytes, indices: Sequence[int]) -> dict[int, dict[str, float]]:
    """Compute some cells of a study; what a process of `run --processes` is handed."""
    plan = StudyPlan(read_scenario(orjson.loads(scenario_json)))
    return {index: plan.compute(plan.cell(index)) for index in indices}
