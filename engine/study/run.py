"""Runs a study in this process and a few more, without any broker."""

import multiprocessing
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager

from engine.inputs.scenario import Scenario
from engine.results.result import Result
from engine.study.cells import StudyPlan, run_cells
from engine.study.kernels import load_for

CHUNK_SECONDS = 0.5
"""Estimated work that is handed to a process at a time: long against the handing over, short against the study."""


def run_study(
    scenario: Scenario,
    processes: int = 1,
    progress: Callable[[int, int], None] | None = None,
    keeps: bool = False,
    tell: Callable[[str], None] = lambda _sentence: None,
) -> Result:
    """Compute every cell of the study; the same bytes for any number of *processes*.

    *progress* is called with (cells done, all cells as far as is known). Ctrl-C ends it within a moment; with *keeps*
    the result is what is there by then. *tell* is called with a sentence before a kernel is compiled.
    """
    plan = StudyPlan(scenario)
    values: dict[int, dict[str, float]] = {}
    try:
        load_for(scenario, tell)
        with _computer(plan, processes) as compute:
            while (wanted := plan.next_round(values)) is not None:
                indices = plan.indices(wanted)
                total = len(values) + len(indices)
                for found in compute(indices):
                    values.update(found)
                    if progress:
                        progress(len(values), total)
    except KeyboardInterrupt:
        if not keeps:
            raise
    return plan.combine(values)


Computer = Callable[[list[int]], Iterator[dict[int, dict[str, float]]]]


@contextmanager
def _computer(plan: StudyPlan, processes: int) -> Iterator[Computer]:
    """What computes a list of cells, a few at a time in any order."""
    if processes == 1:
        yield lambda indices: ({index: plan.compute(plan.cell(index))} for index in indices)
        return
    budget = plan.budget()
    text = plan.scenario.canonical()

    def spread(indices: list[int]) -> Iterator[dict[int, dict[str, float]]]:
        per_chunk = max(1, min(int(CHUNK_SECONDS * budget.cells / budget.seconds), -(-len(indices) // processes)))
        chunks = [indices[begin : begin + per_chunk] for begin in range(0, len(indices), per_chunk)]
        for future in as_completed([pool.submit(run_cells, text, chunk) for chunk in chunks]):
            yield future.result()

    context = multiprocessing.get_context("fork") if "fork" in multiprocessing.get_all_start_methods() else None
    pool = ProcessPoolExecutor(processes, mp_context=context, initializer=leave_interrupts)
    try:
        yield spread
    finally:
        pool.shutdown(cancel_futures=True)


def leave_interrupts() -> None:
    """Ctrl-C reaches every process of a terminal; the one that has started the others ends them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
