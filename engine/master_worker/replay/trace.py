"""What the figures replay of one replication; `tree` and README.md describe it."""

from engine.master_worker.inputs.scenario import MasterWorkerScenario
from engine.master_worker.inputs.workload import drawn, tasks_of
from engine.master_worker.policies import BEST_INFORMED
from engine.master_worker.replay.curves import curves
from engine.master_worker.replay.gantt import gantt
from engine.master_worker.replay.hand_outs import hand_outs
from engine.master_worker.replay.learning import learning
from engine.master_worker.replay.pool_over_time import pool_over_time
from engine.master_worker.replay.tree import Trace
from engine.master_worker.replication import best_informed, with_system

GANTT, LEARNING, POOL, CURVES = 1, 2, 3, 4
"""The parts, by number."""


def trace(
    scenario: MasterWorkerScenario, policy: str, replication: int, window: dict[str, float] | None = None
) -> Trace:
    """The parts that *window* asks for: "part" is one of them, without it all; "iteration", from 1, is of the Gantt.

    With "hand_outs", those of the iteration are told, too.
    """
    asked = window or {}
    part = int(asked.get("part", 0))
    if part not in (0, GANTT, LEARNING, POOL, CURVES):
        raise ValueError(f"there is no part {part}; there are 1 (Gantt), 2 (learning), 3 (pool) and 4 (curves)")
    one = scenario.model_copy(update={"population": None})
    iterations = one.application.iterations
    iteration = int(asked.get("iteration", min(2, iterations)))
    if not 1 <= iteration <= iterations:
        raise ValueError(f"there is no iteration {iteration}; there are 1 to {iterations}")
    found: Trace = {
        "policy": policy,
        "replication": replication,
        "tasks": one.application.tasks,
        "iterations": iterations,
    }
    if part != CURVES:
        logged = iteration - 1 if part in (0, GANTT) else -1
        records, system = with_system(one, policy, replication, logged)
        workload = drawn(one.application, one.study.seed, replication)
        if part in (0, GANTT):
            tasks = tasks_of(one.application, policy, one.study.seed, replication)
            found["gantt"] = gantt(one, workload, tasks, system, records, iteration - 1)
            if asked.get("hand_outs"):
                begin = int(records.end[iteration - 2]) if iteration > 1 else 0
                found["hand_outs"] = hand_outs(one, policy, replication, iteration - 1, begin, system.crew.speed)
        if part in (0, LEARNING):
            found["learning"] = learning(workload, records, best_informed(one, BEST_INFORMED, replication))
        if part in (0, POOL):
            found["pool"] = pool_over_time(records, system, one.workers.target_efficiency / 100)
    if part in (0, CURVES):
        found["curves"] = curves(one, policy, replication)
    return found
