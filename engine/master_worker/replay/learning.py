"""What the averages have learned: of some tasks against expectation and actual work, of all as a mean error."""

import numpy as np

from engine.master_worker.inputs.workload import Workload
from engine.master_worker.records import Records
from engine.master_worker.replay.tree import Learning
from engine.master_worker.system import PER_SECOND

MOST_TASKS, MOST_ITERATIONS = 12, 200


def learning(workload: Workload, records: Records, best: Records) -> Learning:
    """The learned averages; *best* are the records of LPTF on the same tasks."""
    iterations, tasks = workload.work.shape
    shown = thinned(iterations, MOST_ITERATIONS)
    by_size = np.argsort(-workload.expected, kind="stable")
    chosen = by_size[thinned(tasks, MOST_TASKS)]
    mean = np.cumsum(workload.work, axis=0) / np.arange(1, iterations + 1)[:, None]
    error = np.abs(mean / workload.expected - 1).mean(axis=1)
    ratio = np.diff(records.end, prepend=0) / np.diff(best.end, prepend=0)
    return {
        "iteration": (shown + 1).tolist(),
        "tasks": [
            {
                "task": int(task),
                "expected": int(workload.expected[task]) / PER_SECOND,
                "mean": (mean[shown, task] / PER_SECOND).tolist(),
                "actual": (workload.work[shown, task] / PER_SECOND).tolist(),
            }
            for task in chosen
        ],
        "mean_error": error[shown].tolist(),
        "time_over_lptf": ratio[shown].tolist(),
    }


def thinned(count: int, most: int) -> np.ndarray:
    """At most *most* of the numbers below *count*, evenly spread, the first and the last among them; int64."""
    return np.unique(np.linspace(0, count - 1, min(count, most)).round().astype(np.int64))
