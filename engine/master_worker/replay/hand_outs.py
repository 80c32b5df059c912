"""Which task was handed out to whom in an iteration, and which others could have been."""

import numpy as np

from engine.master_worker.forced import choice
from engine.master_worker.inputs.scenario import MasterWorkerScenario
from engine.master_worker.inputs.workload import drawn, tasks_of
from engine.master_worker.reference.forcing import Taken, decisions_of
from engine.master_worker.replay import tree
from engine.master_worker.replication import drawn_as_needed
from engine.master_worker.system import PER_SECOND

MOST_TASKS = 60_000
"""Tasks that the reference hands out on the way to the end of an iteration: some seconds."""

TOLD, OTHERS, WORKERS = 200, 8, 12
"""Decisions of an iteration that are told; tasks that could have been next, and workers, of each."""


def affordable(tasks: int, iterations: int) -> bool:
    """Whether so many are handed out again while somebody waits."""
    return tasks * iterations <= MOST_TASKS


def decisions_at(scenario: MasterWorkerScenario, policy: str, replication: int, iteration: int) -> list[Taken]:
    """All decisions of an iteration, from 0."""
    tasks = tasks_of(scenario.application, policy, scenario.study.seed, replication)
    found, _ = drawn_as_needed(scenario, policy, replication, lambda system: decisions_of(tasks, system, iteration))
    return found


def hand_outs(
    scenario: MasterWorkerScenario, policy: str, replication: int, iteration: int, begin: int, speed: np.ndarray
) -> tree.HandOuts:
    """Those of an iteration, from 0, that begins at *begin* (ticks), with workers of *speed*, int (N,)."""
    job = scenario.application
    if not affordable(job.tasks, iteration + 1):
        return {"taken": [], "more": 0, "begin": begin / PER_SECOND, "is_untold": True}
    found = decisions_at(scenario, policy, replication, iteration)
    workload = drawn(job, scenario.study.seed, replication)
    so_far = workload.work[:iteration].mean(axis=0) if iteration else None
    expected = workload.expected

    def candidate(task: int, worker: int, chosen: bool, end: int | None = None) -> tree.Candidate:
        return {
            "task": task,
            "worker": worker,
            "choice": choice(worker),
            "chosen": chosen,
            "work": int(workload.work[iteration, task]) / PER_SECOND,
            "expected": int(expected[task]) / PER_SECOND,
            "average": None if so_far is None else float(so_far[task]) / PER_SECOND,
            "speed": int(speed[worker]) / 1024,
            "done": None if end is None else (end - begin) / PER_SECOND,
        }

    taken: list[tree.HandOut] = []
    for one in found[:TOLD]:
        first = one.tasks[0]
        rows = [candidate(first, one.worker, True, one.ends.get(one.worker))]
        swapped = {
            task
            for other in found
            if other.time == one.time and speed[other.worker] == speed[one.worker]
            for task in other.tasks
        }  # that go to one alike at this very instant, which comes to the same
        behind = [task for task in one.waiting if task not in swapped][:OTHERS]
        if one.ends:
            others = [worker for worker in _apart(one.ends, one.worker, speed)][:WORKERS]
            rows += [candidate(first, worker, False, one.ends[worker]) for worker in others]
        else:
            rows += [candidate(task, one.worker, False) for task in behind]
            ready = [worker for worker in one.ready if speed[worker] != speed[one.worker]]
            rows += [candidate(first, worker, False) for worker in _first_of_speeds(ready, speed)[:WORKERS]]
        taken.append(
            {
                "time": (one.time - begin) / PER_SECOND,
                "worker": one.worker,
                "tasks": list(one.tasks),
                "left": len(one.waiting) - (0 if one.ends else len(one.tasks)),
                "is_bound": bool(one.ends),
                "candidates": rows,
            }
        )
    return {"taken": taken, "more": max(0, len(found) - TOLD), "begin": begin / PER_SECOND, "is_untold": False}


def _apart(ends: dict[int, int], but: int, speed: np.ndarray) -> list[int]:
    """Workers that are worth a look: of those of one speed that would be done at once, the first; soonest first."""
    found: dict[tuple[int, int], int] = {}
    for worker in sorted(ends):
        if worker != but:
            found.setdefault((ends[worker], int(speed[worker])), worker)
    return sorted(found.values(), key=lambda worker: (ends[worker], worker))


def _first_of_speeds(workers: list[int], speed: np.ndarray) -> list[int]:
    found: dict[int, int] = {}
    for worker in workers:
        found.setdefault(int(speed[worker]), worker)
    return list(found.values())
