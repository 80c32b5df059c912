"""Runs a study in this process and a few more, without any broker."""

import multiprocessing
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, as_completed

from engine.registry import warm_up
from engine.result import Result
from engine.scenario import Scenario
from engine.study import StudyPlan, run_cells

CHUNK_SECONDS = 0.5
"""Estimated work that is handed to a process at a time: long against the handing over, short against the study."""


def run_study(scenario: Scenario, processes: int = 1, progress: Callable[[int, int], None] | None = None) -> Result:
    """Compute every cell of the study; the same bytes for any number of *processes*.

    *progress* is called with (cells done, all cells).
    """
    plan = StudyPlan(scenario)
    warm_up()
    if processes == 1:
        values = {}
        for cell in plan.cells():
            values[cell.index] = plan.compute(cell)
            if progress:
                progress(len(values), len(plan))
        return plan.combine(values)
    return plan.combine(_spread(plan, processes, progress))


def _spread(
    plan: StudyPlan, processes: int, progress: Callable[[int, int], None] | None
) -> dict[int, dict[str, float]]:
    budget = plan.budget()
    per_chunk = max(1, min(int(CHUNK_SECONDS * budget.cells / budget.seconds), -(-len(plan) // processes)))
    chunks = [list(range(begin, min(begin + per_chunk, len(plan)))) for begin in range(0, len(plan), per_chunk)]
    # Forked children inherit the kernels that warm_up has loaded.
    context = multiprocessing.get_context("fork") if "fork" in multiprocessing.get_all_start_methods() else None
    values: dict[int, dict[str, float]] = {}
    with ProcessPoolExecutor(processes, mp_context=context) as pool:
        text = plan.scenario.canonical()
        for future in as_completed([pool.submit(run_cells, text, chunk) for chunk in chunks]):
            values.update(future.result())
            if progress:
                progress(len(values), len(plan))
    return values
