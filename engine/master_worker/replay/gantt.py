"""The Gantt chart of one iteration: what each worker did from barrier to barrier."""

import numpy as np

from engine.master_worker.inputs.scenario import MasterWorkerScenario
from engine.master_worker.inputs.workload import Workload, number_of_largest
from engine.master_worker.records import Activity, Records
from engine.master_worker.replay.tree import Doing, Gantt
from engine.master_worker.system import System, Tasks
from engine.master_worker.ticks import PER_SECOND, SPEED_ONE
from engine.statistics.equal_parts import means_of_parts

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
