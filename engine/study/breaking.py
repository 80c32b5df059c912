"""Break it: where a policy is worst against another, of whichever family searches for it; here, without a broker."""

import multiprocessing
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from typing import Any

from engine import breaking
from engine.contract.problem import Problem
from engine.inputs.scenario import Scenario
from engine.study.kernels import load_for
from engine.study.registry import FAMILIES
from engine.study.run import leave_interrupts

Progress = Callable[[int, int], None]


def break_policy(
    scenario: Scenario,
    policy: str,
    against: str,
    metric: str = "response_time",
    progress: Progress | None = None,
    **effort: Any,
) -> dict[str, Any]:
    """The smallest example found on which *policy* is worst against *against*; `ValueError` says what cannot be asked.

    What it tells is `engine.breaking.Told`; *effort* is how many `chains` of how many `steps`, the most `jobs`,
    and of parallel jobs with `bag` these are tasks of one machine that are all there at the beginning. *progress* is
    called with (chains done, chains).
    """
    return dict(breaking.break_policy(_problem(scenario), scenario, policy, against, metric, progress, **effort))


def break_all(
    scenario: Scenario,
    metric: str = "response_time",
    processes: int = 1,
    progress: Progress | None = None,
    **effort: Any,
) -> dict[str, Any]:
    """The same of every two policies of *scenario*; the same bytes for any number of *processes*."""
    problem = _problem(scenario)
    if processes == 1:
        return dict(breaking.break_all(problem, scenario, metric, progress=progress, **effort))
    # Forked children inherit the kernels that are loaded.
    load_for(scenario, lambda _sentence: None)
    context = multiprocessing.get_context("fork") if "fork" in multiprocessing.get_all_start_methods() else None
    pool = ProcessPoolExecutor(processes, mp_context=context, initializer=leave_interrupts)
    try:
        return dict(breaking.break_all(problem, scenario, metric, pool.map, progress, **effort))
    finally:
        pool.shutdown(cancel_futures=True)


def _problem(scenario: Scenario) -> Problem:
    problem = FAMILIES[scenario.family].runs.breaking
    if problem is None:
        raise ValueError("policies of this family have no small examples: its scenarios have no list of jobs")
    return problem
