"""A study of a scenario's policies and of some in Python: same jobs, same intervals, same tables."""

import multiprocessing
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import suppress
from typing import Annotated, Any

import orjson
from pydantic import Field

from engine.contract.entries import Entries
from engine.contract.row import Column
from engine.inputs.rejection import Reason, ScenarioError
from engine.inputs.scenario import Scenario
from engine.parallel_jobs.analyses.why import entries, entries_of
from engine.parallel_jobs.inputs.jobs import drawn
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.inputs.workload import draw_jobs
from engine.parallel_jobs.policies import IN_PYTHON
from engine.parallel_jobs.python_policies.clock import Call
from engine.parallel_jobs.python_policies.refusals import PolicyError
from engine.parallel_jobs.python_policies.replication import replicate, simulate
from engine.parallel_jobs.rows import rows, rows_of
from engine.python_policies.loading import Source, load
from engine.python_policies.result import PythonResult
from engine.results.result import Result
from engine.statistics.stopping import Limit
from engine.study.budget import Budget, budget, limits
from engine.study.cells import Cell, StudyPlan
from engine.study.kernels import load_for
from engine.study.registry import read_scenario

# A scenario beside whose policies others decide, in Python; none that could be read, stored or shared.


class WithPython(ParallelJobsScenario):
    """The scenario of a study whose last policies are called python:NAME."""

    policies: Annotated[tuple[str, ...], Field(min_length=1)]

    def built_in(self) -> ParallelJobsScenario:
        """The same without them, as it was read."""
        own = {name: getattr(self, name) for name in type(self).model_fields}
        policies = tuple(name for name in self.policies if not name.startswith(IN_PYTHON))
        return ParallelJobsScenario.model_construct(**own | {"policies": policies})

    def at(self, point: dict[str, float]) -> ParallelJobsScenario:  # type: ignore[override]
        """What one cell simulates, which never says by which policy."""
        return self.built_in().at(point)


def with_python(scenario: Scenario, names: list[str]) -> WithPython:
    """*scenario* with these policies behind its own; `ScenarioError` if policies in Python cannot decide there."""
    if not isinstance(scenario, ParallelJobsScenario):
        raise ScenarioError(
            [Reason("family", f'a policy in Python decides about "parallel-jobs"; this is "{scenario.family}"')]
        )
    if len(set(names)) < len(names):
        raise ScenarioError([Reason("", f"two policies have one name among {', '.join(names)}; rename a class")])
    own = {name: getattr(scenario, name) for name in type(scenario).model_fields}
    return WithPython.model_construct(**own | {"policies": (*scenario.policies, *names)})


Values = dict[int, dict[str, Any]]

JOBS_PER_SECOND = (8_000, 15_000)
"""Of one process, as a rule: from policies that look at every waiting job to those that look at the first."""


class PythonPlan(StudyPlan):
    """The cells of a study some of whose policies are in Python."""

    def __init__(self, scenario: Scenario, sources: Sequence[Source]) -> None:
        self.kinds = {source.name: load(source) for source in sources}
        self.built_in, self.sources = scenario, tuple(sources)
        super().__init__(with_python(scenario, [source.name for source in sources]))

    def compute(self, cell: Cell) -> dict[str, Any]:
        """The metrics of one cell; {"error": sentence} where a policy decides what it must not, or fails."""
        name, scenario = self.scenario.policies[cell.policy], self.at_point[cell.point]
        if name not in self.kinds:
            return self.family.runs.simulate(scenario, name, cell.replication)
        assert isinstance(scenario, ParallelJobsScenario)
        try:
            return simulate(scenario, self.kinds[name], cell.replication)
        except PolicyError as error:
            return {"error": str(error)}

    def entries(self, scenario: ParallelJobsScenario, policy: str, replication: int) -> Entries:
        """What the jobs of a cell bring to metrics."""
        if policy not in self.kinds:
            return entries(scenario, policy, replication)
        number = 0 if scenario.blocks else replication
        done = replicate(scenario, self.kinds[policy], number, drawn(scenario, number).jobs)
        return entries_of(scenario, policy, done)

    def combined(self, result: Result) -> PythonResult:
        """The *result* of this plan as what it is, whoever holds it."""
        assert isinstance(result, PythonResult)
        return result

    def combine(self, values: Mapping[int, Mapping[str, Any]]) -> PythonResult:
        """As of every study; its replications are limited as without these policies."""
        found = super().combine(values)

        def of_built_in(_scenario: Scenario) -> Sequence[Limit]:
            return limits(self.built_in)

        return PythonResult(
            self.scenario, found.names, found.table, of_built_in, found.failed, found.done, sources=self.sources
        )

    def rows(self, scenario: ParallelJobsScenario, policy: str, replication: int) -> list[Column]:
        """What became of each job of a cell."""
        if policy not in self.kinds:
            return rows(scenario, policy, replication)
        jobs = draw_jobs(scenario, replication)
        return rows_of(scenario, replicate(scenario, self.kinds[policy], replication, jobs), replication, jobs)

    def budget(self) -> Budget:
        """What the others cost; nobody is refused for what his own policies take on his own computer."""
        return budget(self.built_in)

    def again(self, policy: str, point: int) -> list[Call]:
        """All calls of `decide` in the first replication, up to where it ended or failed."""
        scenario, calls = self.at_point[point], list[Call]()
        assert isinstance(scenario, ParallelJobsScenario)
        with suppress(PolicyError):  # it has been told
            replicate(scenario, self.kinds[policy], 0, drawn(scenario, 0).jobs, calls)
        return calls

    def seconds(self) -> tuple[float, float]:
        """How long the policies in Python take in one process, from and to, s."""
        jobs = sum(len(draw_jobs(one, 0).gap) for one in self.at_point if isinstance(one, ParallelJobsScenario))
        times = 1 if self.scenario.blocks else self.scenario.study.replications
        fast, slow = (jobs * times * len(self.kinds) / speed for speed in reversed(JOBS_PER_SECOND))
        return fast, slow


def run_study(
    plan: PythonPlan,
    processes: int = 1,
    progress: Callable[[int, int], None] | None = None,
    tell: Callable[[str], None] = lambda _sentence: None,
) -> tuple[PythonResult, list[str]]:
    """Compute every cell; the result, and what is said of cells that failed."""
    values: Values = {}
    load_for(plan.scenario, tell)
    while (wanted := plan.next_round(values)) is not None:
        indices, total = plan.indices(wanted), plan.size(wanted)
        for found in _computed(plan, indices, processes):
            values.update(found)
            if progress:
                progress(len(values), total)
    errors = [str(values[index]["error"]) for index in sorted(values) if "error" in values[index]]
    result = plan.combine(values)
    result.not_repeatable = _not_repeatable(plan, values)
    return result, errors


def _computed(plan: PythonPlan, indices: list[int], processes: int) -> Iterator[Values]:
    forks = "fork" in multiprocessing.get_all_start_methods()
    knows_all = forks or not any(one.is_given for one in plan.sources)
    if processes == 1 or len(indices) == 1 or not knows_all:
        yield from ({index: plan.compute(plan.cell(index))} for index in indices)
        return
    text = plan.built_in.canonical()
    context = multiprocessing.get_context("fork") if forks else None
    with ProcessPoolExecutor(processes, mp_context=context) as pool:
        each = plan.policies  # all policies of a replication together: its jobs are drawn once
        chunks = [indices[begin : begin + each] for begin in range(0, len(indices), each)]
        for future in as_completed([pool.submit(run_cells, text, plan.sources, chunk) for chunk in chunks]):
            yield future.result()


def run_cells(scenario_json: bytes, sources: Sequence[Source], indices: Sequence[int]) -> Values:
    """Compute some cells in another process, which loads the files again."""
    plan = PythonPlan(read_scenario(orjson.loads(scenario_json)), sources)
    return {index: plan.compute(plan.cell(index)) for index in indices}


def _not_repeatable(plan: PythonPlan, values: Values) -> frozenset[str]:
    """The policies of whose first cell comes something else when it is computed once more."""
    found = set()
    for index in range(plan.policies):
        name = plan.scenario.policies[plan.cell(index).policy]
        if name not in plan.kinds or "error" in values[index]:
            continue
        if plan.compute(plan.cell(index)) != values[index]:
            found.add(name)
    return frozenset(found)
