"""Break it: where a policy is worst against another, of whichever family searches for it; here, without a broker."""

import multiprocessing
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from typing import Any

from engine.inputs.scenario import Scenario
from engine.study.registry import FAMILIES
from engine.study.run import leave_interrupts

Progress = Callable[[int, int], None]


def break_policy(
    scenario: Scenario,
    policy: str,
    against: str,
    metric: str = "response_time",
    progress: Progress | None = None,
    **effort: int,
) -> dict[str, Any]:
    """The smallest example found on which *policy* is worst against *against*; `ValueError` says what cannot be asked.

    What it tells is `engine.parallel_jobs.breaking.told.Told`; *effort* is how many `chains` of how many `steps`, the
    most `jobs`, and with `bag` these are tasks of one machine that are all there at the beginning. *progress* is called
    with (chains done, chains).
    """
    search = FAMILIES[scenario.family].runs.break_policy
    if search is None:
        raise ValueError(NOBODY)
    found: dict[str, Any] = search(scenario, policy, against, metric, progress, **effort)
    return found


def break_all(
    scenario: Scenario,
    metric: str = "response_time",
    processes: int = 1,
    progress: Progress | None = None,
    **effort: int,
) -> dict[str, Any]:
    """The same of every two policies of *scenario*; the same bytes for any number of *processes*."""
    search = FAMILIES[scenario.family].runs.break_all
    if search is None:
        raise ValueError(NOBODY)
    found: dict[str, Any]
    if processes == 1:
        found = search(scenario, metric, progress=progress, **effort)
        return found
    # Forked children inherit the kernels that are loaded.
    FAMILIES[scenario.family].runs.warm_up(scenario)
    context = multiprocessing.get_context("fork") if "fork" in multiprocessing.get_all_start_methods() else None
    pool = ProcessPoolExecutor(processes, mp_context=context, initializer=leave_interrupts)
    try:
        found = search(scenario, metric, pool.map, progress, **effort)
    finally:
        pool.shutdown(cancel_futures=True)
    return found


NOBODY = "only policies for parallel jobs are broken so far: scenarios of this family have no list of jobs"
