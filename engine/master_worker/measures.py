"""From the records of one replication to the metrics of a cell."""

import numpy as np

from engine.master_worker.all_numbers import efficiency_of, is_one_pass, one_pass
from engine.master_worker.inputs.scenario import MasterWorkerScenario
from engine.master_worker.inputs.workload import drawn
from engine.master_worker.losses import measure_population
from engine.master_worker.metric_names import SHARES
from engine.master_worker.policies import BEST_INFORMED
from engine.master_worker.records import Records
from engine.master_worker.replication import best_informed, replicate
from engine.master_worker.system import PER_SECOND

LEARNED = 1.05
"""Makespan over that of LPTF from which on an order counts as learned."""


def simulate(scenario: MasterWorkerScenario, policy: str, replication: int) -> dict[str, float]:
    """One cell: the metrics of one replication of one policy at one point."""
    if scenario.population is not None:
        return measure_population(scenario, policy, replication)
    best = best_informed(scenario, BEST_INFORMED, replication)
    records = best if policy == BEST_INFORMED else replicate(scenario, policy, replication)
    return measure(scenario, policy, replication, records, best)


def measure(
    scenario: MasterWorkerScenario, policy: str, replication: int, records: Records, best: Records
) -> dict[str, float]:
    """The metrics, as `engine.metrics.catalogue` defines them; *best* are the records of LPTF on the same tasks."""
    workload = drawn(scenario.application, scenario.study.seed, replication)
    spent = records.spent.sum(axis=0)
    time = float(records.end[-1] / PER_SECOND)
    efficiency = efficiency_of(spent)
    fastest = max(group.speed for group in scenario.workers.groups)
    longest = float(workload.work.max(axis=1).sum() / PER_SECOND) / fastest
    measured = {
        "efficiency": efficiency,
        "application_time": time,
        "speedup": float(workload.work.sum() / records.end[-1]),
        "mean_workers": float(records.workers.mean()),
        "makespan_ratio": time / longest,
        "target_met": float(efficiency >= scenario.workers.target_efficiency / 100),
        "iterations_to_learn": float(iterations_to_learn(records, best)),
        "efficiency_loss": 1 - efficiency / efficiency_of(best.spent.sum(axis=0)),
        "time_loss": float(records.end[-1] / best.end[-1]) - 1,
        **{name: float(spent[activity] / spent.sum()) for activity, name in SHARES.items()},
        "lost_tasks": float(records.lost_tasks.sum() / workload.work.size),
    }
    predicted = records.decision.within_time > 0
    if predicted.any():
        feasible = records.decision.within_time <= records.decision.within_target
        measured["feasible_barriers"] = float(feasible[predicted].mean())
    if is_one_pass(scenario, policy):
        measured |= _of_all_numbers(scenario, policy, replication, time)
    return measured


def iterations_to_learn(records: Records, best: Records) -> int:
    """Iterations before the first that takes hardly longer than under LPTF."""
    makespan, bound = np.diff(records.end, prepend=0), np.diff(best.end, prepend=0)
    near = makespan <= LEARNED * bound
    return int(near.argmax()) if near.any() else len(near)


def _of_all_numbers(scenario: MasterWorkerScenario, policy: str, replication: int, time: float) -> dict[str, float]:
    """What the best fixed numbers of workers are, and how near the measured *time* comes to them."""
    efficiency, times = one_pass(scenario, policy, replication)
    tasks, workers = scenario.application.tasks, scenario.workers
    found = {}
    meets = efficiency >= workers.target_efficiency / 100
    if meets.any():
        found["target_workers"] = float(np.flatnonzero(meets)[-1] + 1) / tasks
        found["best_fixed_ratio"] = time / float(times[meets].min())
    quick = times <= (1 + workers.time_tolerance / 100) * times[-1]
    found["fewest_workers"] = float(quick.argmax() + 1) / tasks
    return found
