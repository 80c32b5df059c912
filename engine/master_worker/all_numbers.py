"""Efficiency and execution time for every number of workers: one pass where orders do not depend on it."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from engine.master_worker.inputs.number import FixedNumber
from engine.master_worker.inputs.scenario import MasterWorkerScenario
from engine.master_worker.inputs.workload import drawn, sequence_of
from engine.master_worker.kernel.lists import makespans, makespans_on
from engine.master_worker.policies import SCHEMES, Dispatch
from engine.master_worker.records import Activity
from engine.master_worker.replication import replicate, system_of
from engine.master_worker.system import PER_SECOND


class AllNumbers(NamedTuple):
    """N numbers of workers, Q policies, R replications.

    Attributes
    ----------
    numbers : int64 (N,)
    efficiency : float64 (Q, R, N)
    time : float64 (Q, R, N), execution time, s
    """

    numbers: np.ndarray
    efficiency: np.ndarray
    time: np.ndarray


def is_one_pass(scenario: MasterWorkerScenario, policy: str) -> bool:
    """Whether every number of workers costs no more than a few of them."""
    return scenario.is_list_scheduling and SCHEMES[policy].dispatch is Dispatch.NEXT_TASK


def sweep_workers(
    scenario: MasterWorkerScenario,
    policies: Sequence[str],
    replications: int,
    numbers: Sequence[int] | None = None,
) -> AllNumbers:
    """What fixed numbers of workers come to, whatever the rule of *scenario* is.

    *numbers* are those that are simulated, ascending; by default 1 to one for each task.
    """
    wanted = np.arange(1, scenario.most_workers + 1) if numbers is None else np.array(numbers, dtype=np.int64)
    shape = (len(policies), replications, len(wanted))
    efficiency, time = np.empty(shape), np.empty(shape)
    for q, policy in enumerate(policies):
        for r in range(replications):
            if is_one_pass(scenario, policy):
                efficiency[q, r], time[q, r] = (found[wanted - 1] for found in one_pass(scenario, policy, r))
            else:
                found = [_one_number(scenario, policy, r, int(n)) for n in wanted]
                efficiency[q, r], time[q, r] = np.array(found).T
    return AllNumbers(wanted, efficiency, time)


def one_pass(scenario: MasterWorkerScenario, policy: str, replication: int) -> tuple[np.ndarray, np.ndarray]:
    """Efficiency and execution time, s, with 1, ..., N dedicated workers; float64 (N,) each."""
    workload = drawn(scenario.application, scenario.study.seed, replication)
    sequence, most = sequence_of(workload, policy), scenario.most_workers
    if scenario.workers.are_equal:
        ticks = makespans(sequence, most).sum(axis=0)
        busy = np.full(most, sequence.sum())
    else:
        speed = system_of(scenario, policy, replication).crew.speed[:most]
        ticks, busy = (found.sum(axis=0) for found in makespans_on(sequence, speed))
    return busy / (np.arange(1, most + 1) * ticks), ticks / PER_SECOND


def _one_number(scenario: MasterWorkerScenario, policy: str, replication: int, number: int) -> tuple[float, float]:
    workers = scenario.workers.model_copy(update={"number": FixedNumber(rule="fixed", workers=number)})
    records = replicate(scenario.model_copy(update={"workers": workers}), policy, replication)
    return efficiency_of(records.spent.sum(axis=0)), float(records.end[-1] / PER_SECOND)


def efficiency_of(spent: np.ndarray) -> float:
    """Time computing over the time of workers that are there and up (section 3.1); *spent* by `Activity`."""
    there = spent.sum() - spent[Activity.SUSPENDED] - spent[Activity.AWAY]
    return float(spent[Activity.COMPUTING] / there)
