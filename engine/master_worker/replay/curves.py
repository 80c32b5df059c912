"""Efficiency and execution time against the number of workers, for all policies, with the numbers that rules choose."""

from collections.abc import Sequence

import numpy as np

from engine.master_worker.all_numbers import AllNumbers, is_one_pass, sweep_workers
from engine.master_worker.costs.estimate import one_number_seconds, one_pass_seconds, predict_seconds
from engine.master_worker.inputs.number import FixedNumber, Predict
from engine.master_worker.inputs.scenario import MasterWorkerScenario
from engine.master_worker.papers.table_2 import table_2
from engine.master_worker.policies import BEST_INFORMED
from engine.master_worker.replay.learning import thinned
from engine.master_worker.replay.tree import Band, Curves, Marks, PolicyCurves
from engine.master_worker.replication import number_of, replicate
from engine.statistics.means import estimate

SECONDS = 0.12
"""Estimated work of the curves, and of the predicted number."""

REPLICATIONS = 10
"""That are made if they are cheap enough; at least two are."""

MOST_NUMBERS = 200
NUMBERS_ONE_BY_ONE = 16
"""Numbers of workers at which a curve is drawn; fewer where each needs a simulation of its own."""


def curves(scenario: MasterWorkerScenario, policy: str, replication: int) -> Curves:
    """Means over a few replications with half-widths of 95 % intervals; shares, and s."""
    policies = list(dict.fromkeys((BEST_INFORMED, *scenario.policies, policy)))
    shorter, replications = _affordable(scenario, policies)
    one_pass = all(is_one_pass(scenario, name) for name in policies)
    most = scenario.most_workers
    numbers = thinned(most, MOST_NUMBERS if one_pass else NUMBERS_ONE_BY_ONE) + 1
    found = sweep_workers(shorter, policies, replications, numbers.tolist())
    return {
        "numbers": found.numbers.tolist(),
        "replications": replications,
        "iterations": shorter.application.iterations,
        "policies": {name: _curve(scenario, found, q) for q, name in enumerate(policies)},
        "marks": _marks(scenario, policy, replication),
    }


def _affordable(scenario: MasterWorkerScenario, policies: Sequence[str]) -> tuple[MasterWorkerScenario, int]:
    """The application with as many iterations, and the number of replications, that fit into the time."""
    one = _seconds(scenario, policies)
    if 2 * one <= SECONDS:
        return scenario, min(REPLICATIONS, int(SECONDS / one))
    iterations = max(1, int(scenario.application.iterations * SECONDS / (2 * one)))
    return _with_iterations(scenario, iterations), 2


def _seconds(scenario: MasterWorkerScenario, policies: Sequence[str]) -> float:
    """Estimated time of one replication of all policies."""
    total = 0.0
    for name in policies:
        if is_one_pass(scenario, name):
            total += one_pass_seconds(scenario)
        else:
            total += NUMBERS_ONE_BY_ONE * one_number_seconds(scenario, scenario.most_workers // 2 + 1)
    return total


def _with_iterations(scenario: MasterWorkerScenario, iterations: int) -> MasterWorkerScenario:
    application = scenario.application.model_copy(update={"iterations": iterations})
    return scenario.model_copy(update={"application": application})


def _curve(scenario: MasterWorkerScenario, found: AllNumbers, q: int) -> PolicyCurves:
    """One policy; LPTF, with which it is compared, is number 0."""
    efficiency, time = found.efficiency[q], found.time[q]
    target, tolerance = scenario.workers.target_efficiency / 100, scenario.workers.time_tolerance / 100
    meets = efficiency.mean(axis=0) >= target
    quick = time.mean(axis=0) <= (1 + tolerance) * time[:, -1].mean()
    return {
        "efficiency": _interval(efficiency),
        "time": _interval(time),
        "time_loss": _interval(time / found.time[0] - 1),
        "within_target": int(found.numbers[np.flatnonzero(meets)[-1]]) if meets.any() else None,
        "within_time": int(found.numbers[quick.argmax()]),
    }


def _interval(samples: np.ndarray) -> Band:
    """Mean and half-width of the interval of each column; float64 (R, N), R at least 2."""
    found = [estimate(column) for column in samples.T]
    return {"mean": [one.mean for one in found], "half": [one.half_width for one in found]}


def _marks(scenario: MasterWorkerScenario, policy: str, replication: int) -> Marks:
    """The numbers of workers that are to be marked."""
    job, workers, rule = scenario.application, scenario.workers, scenario.workers.number
    return {
        "rule": rule.rule,
        "first": number_of(scenario).first,
        "fixed": rule.workers if isinstance(rule, FixedNumber) else None,
        "table_2": min(scenario.most_workers, table_2(job.tasks, job.workload_factor, job.largest)),
        "predicted": _predicted(scenario, policy, replication),
        "target_efficiency": workers.target_efficiency / 100,
        "time_tolerance": workers.time_tolerance / 100,
    }


def _predicted(scenario: MasterWorkerScenario, policy: str, replication: int) -> int | None:
    """What the rule `predict` comes to after as many iterations as there are, or as there is time for."""
    rule = scenario.workers.number if isinstance(scenario.workers.number, Predict) else Predict(rule="predict")
    workers = scenario.workers.model_copy(update={"number": rule})
    predicting = scenario.model_copy(update={"workers": workers})
    iterations = scenario.application.iterations
    each = predict_seconds(predicting) / iterations
    affordable = min(iterations, int(SECONDS / each))
    if affordable < 2:
        return None
    return int(replicate(_with_iterations(predicting, affordable), policy, replication).workers[-1])
