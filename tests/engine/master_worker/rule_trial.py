"""The rules for the number of workers on 24 dedicated cases: who meets the target, and at which cost in time."""

from itertools import product
from typing import NamedTuple

import numpy as np

from engine.master_worker.all_numbers import efficiency_of, one_pass
from engine.master_worker.inputs.scenario import MasterWorkerScenario
from engine.master_worker.replication import replicate
from engine.master_worker.system import PER_SECOND

TASKS = (30, 100)
WORKLOAD_FACTORS = (30.0, 50.0, 70.0)
LARGEST = ("similar", "different")
VARIATIONS = (10.0, 60.0)
POLICY = "Random & Average"
RULES = ("predict", "table-2", "feedback")


class Trial(NamedTuple):
    """One rule on one case, means over replications.

    Attributes
    ----------
    rule, tasks, workload_factor, largest, variation : the case
    workers : mean number in use
    efficiency : of all iterations together
    time_ratio : execution time over that of the best fixed number, which is the fastest with the target efficiency
    feasible : share of the barriers with a prediction at which target and time tolerance could both be met
    """

    rule: str
    tasks: int
    workload_factor: float
    largest: str
    variation: float
    workers: float
    efficiency: float
    time_ratio: float
    feasible: float


def scenario_of(
    rule: str, tasks: int, factor: float, largest: str, variation: float, tolerance: float = 25.0
) -> MasterWorkerScenario:
    """A case with a target of 80 %, a time *tolerance* in %, 35 iterations and similar small tasks."""
    application = {"tasks": tasks, "workload_factor": factor, "largest": largest, "variation": variation}
    return MasterWorkerScenario.read(
        {
            "family": "master-worker",
            "policies": [POLICY],
            "application": application,
            "workers": {"number": {"rule": rule}, "time_tolerance": tolerance},
        }
    )


def trials(tolerance: float = 25.0, replications: int = 10) -> list[Trial]:
    """Every rule on every case; with a *tolerance* of 900 % the target is all that counts."""
    found = []
    for case in product(TASKS, WORKLOAD_FACTORS, LARGEST, VARIATIONS):
        for rule in RULES:
            scenario = scenario_of(rule, *case, tolerance)
            rows = [_one(scenario, r) for r in range(replications)]
            found.append(Trial(rule, *case, *(float(value) for value in np.mean(rows, axis=0))))
    return found


def _one(scenario: MasterWorkerScenario, replication: int) -> tuple[float, float, float, float]:
    records = replicate(scenario, POLICY, replication)
    efficiency, time = one_pass(scenario, POLICY, replication)
    best = time[efficiency >= scenario.workers.target_efficiency / 100].min()
    own = efficiency_of(records.spent.sum(axis=0))
    within_time = records.decision.within_time
    feasible = float((within_time <= records.decision.within_target)[1:].mean())
    return float(records.workers.mean()), own, float(records.end[-1] / PER_SECOND / best), feasible


def summary(found: list[Trial], target: float = 0.8) -> dict[str, tuple[int, float, float]]:
    """By rule: cases that meet the *target*, and the mean and largest ratio of times of those that do."""
    answer = {}
    for rule in RULES:
        ratios = [one.time_ratio for one in found if one.rule == rule and one.efficiency >= target]
        answer[rule] = (len(ratios), float(np.mean(ratios)), float(np.max(ratios)))
    return answer
