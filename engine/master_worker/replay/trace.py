"""What the figures replay of one replication; `tree` and README.md describe it."""

import numpy as np

from engine.master_worker.inputs.scenario import MasterWorkerScenario
from engine.master_worker.inputs.workload import Workload, drawn, number_of_largest, tasks_of
from engine.master_worker.policies import BEST_INFORMED
from engine.master_worker.records import Activity, Records
from engine.master_worker.replay.curves import curves
from engine.master_worker.replay.hand_outs import hand_outs
from engine.master_worker.replay.learning import learning
from engine.master_worker.replay.tree import Decisions, Doing, Gantt, Instants, Pool, Trace
from engine.master_worker.replication import best_informed, with_system
from engine.master_worker.system import PER_SECOND, SPEED_ONE, System, Tasks
from engine.statistics.equal_parts import means_of_parts

# The Gantt chart of one iteration: what each worker did from barrier to barrier.

MOST_INTERVALS = 8000

WORDS: dict[Activity, Doing] = {
    Activity.COMPUTING: "computing",
    Activity.LOST: "lost",
    Activity.COMMUNICATING: "receiving",
    Activity.SUSPENDED: "suspended",
    Activity.AWAY: "away",
    Activity.IDLE: "idle",
}


def gantt(
    scenario: MasterWorkerScenario, workload: Workload, tasks: Tasks, system: System, records: Records, iteration: int
) -> Gantt:
    """Iteration number *iteration*, counted from 0, of which *records* has the intervals; times from its begin, s."""
    begin = int(records.end[iteration - 1]) if iteration else 0
    end, number = int(records.end[iteration]), int(records.workers[iteration])
    place = np.empty(tasks.work.shape[1], dtype=np.int64)
    place[tasks.order[iteration]] = np.arange(len(place))
    row = records.interval
    kept = slice(0, MOST_INTERVALS)
    return {
        "iteration": iteration + 1,
        "begin": begin / PER_SECOND,
        "length": (end - begin) / PER_SECOND,
        "lengths": means_of_parts(np.diff(records.end, prepend=0) / PER_SECOND),
        "workers": {
            "group": _groups(scenario, number),
            "speed": (system.crew.speed[:number] / SPEED_ONE).tolist(),
        },
        "intervals": {
            "start": ((row.start[kept] - begin) / PER_SECOND).tolist(),
            "end": ((row.end[kept] - begin) / PER_SECOND).tolist(),
            "worker": row.worker[kept].tolist(),
            "activity": [WORDS[Activity(int(kind))] for kind in row.activity[kept]],
            "task": row.task[kept].tolist(),
        },
        "left_out": max(0, len(row.start) - MOST_INTERVALS),
        "tasks": {
            "work": (tasks.work[iteration] / PER_SECOND).tolist(),
            "expected": (workload.expected / PER_SECOND).tolist(),
            "place": place.tolist(),
            "largest": number_of_largest(len(place)),
        },
        "longest_task": int(tasks.work[iteration].max()) / PER_SECOND,
        "spent": {WORDS[activity]: int(records.spent[iteration, activity]) / PER_SECOND for activity in Activity},
    }


def _groups(scenario: MasterWorkerScenario, number: int) -> list[str]:
    """The name of the group of each worker in use."""
    names = np.repeat([one.name for one in scenario.workers.groups], [one.count for one in scenario.workers.groups])
    found: list[str] = names[:number].tolist()
    return found


# The workers over time: how many are used, up, suspended and away, what was lost, and how the number was chosen.

MOST_INSTANTS = 400


def pool_over_time(records: Records, system: System, target: float) -> Pool:
    """Every iteration, and the workers in use at evenly spread instants; times in s."""
    begin = np.concatenate(([0], records.end[:-1]))
    there = records.spent.sum(axis=1) - records.spent[:, Activity.SUSPENDED] - records.spent[:, Activity.AWAY]
    return {
        "begin": (begin / PER_SECOND).tolist(),
        "end": (records.end / PER_SECOND).tolist(),
        "number": records.workers.tolist(),
        "efficiency": (records.spent[:, Activity.COMPUTING] / there).tolist(),
        "lost": (records.spent[:, Activity.LOST] / PER_SECOND).tolist(),
        "lost_tasks": records.lost_tasks.tolist(),
        "target": target,
        "decisions": _decisions(records),
        "instants": _instants(records, system),
    }


def _decisions(records: Records) -> Decisions | None:
    """What the rule predicted before each iteration; None where it predicts nothing."""
    decision = records.decision
    predicted = decision.within_time > 0
    if not predicted.any():
        return None

    def where_predicted(values: np.ndarray) -> list[float | None]:
        return [value if ok else None for value, ok in zip(values.tolist(), predicted, strict=True)]

    return {
        "predicted_efficiency": where_predicted(np.minimum(1.0, decision.efficiency * decision.bias)),
        "bias": where_predicted(decision.bias),
        "efficiency_within_time": where_predicted(decision.efficiency_within_time),
        "time_within_target": where_predicted(decision.time_within_target),
        "within_target": decision.within_target.tolist(),
        "within_time": decision.within_time.tolist(),
        "feasible": [
            bool(time <= target) if ok else None
            for time, target, ok in zip(decision.within_time, decision.within_target, predicted, strict=True)
        ],
    }


def _instants(records: Records, system: System) -> Instants:
    """How many of the workers in use are up, suspended and away."""
    end = int(records.end[-1])
    instants = np.linspace(0, end, min(MOST_INSTANTS, end), endpoint=False).astype(np.int64)
    number = records.workers[np.searchsorted(records.end, instants, side="right")]
    counts = {name: np.zeros(len(instants), dtype=np.int64) for name in ("up", "suspended", "away")}
    crew = system.crew
    for w in range(int(number.max())):
        in_use = number > w
        if not len(crew.up):
            counts["up"] += in_use
            continue
        changes = np.cumsum(np.stack((crew.up[:, w], crew.down[:, w]), axis=1).ravel())
        period, is_down = np.divmod(np.searchsorted(changes, instants, side="right"), 2)
        away = crew.is_away[np.minimum(period, len(crew.up) - 1), w]
        counts["up"] += in_use & (is_down == 0)
        counts["suspended"] += in_use & (is_down == 1) & ~away
        counts["away"] += in_use & (is_down == 1) & away
    return {
        "time": (instants / PER_SECOND).tolist(),
        "number": number.tolist(),
        "up": counts["up"].tolist(),
        "suspended": counts["suspended"].tolist(),
        "away": counts["away"].tolist(),
    }


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
