"""The tables of the kernel: one row per worker, one per task, one row of rules and one of what is counted."""

import numpy as np

from engine.master_worker.records import Activity
from engine.master_worker.system import NEVER, SPEED_ONE, System, Tasks

NOBODY = -1
"""No task, no worker."""

UP, SUSPENDED, AWAY = 0, 1, 2
"""Availability of a worker."""

RESTS, RECEIVES, COMPUTES = 0, 1, 2
"""What a worker is at. One that is suspended keeps it; one that goes away rests."""

WORKER = np.dtype(
    [
        ("speed", np.int64),  # units of 1/1024
        ("availability", np.int64),
        ("period", np.int64),  # number of the present period up and of the interruption after it
        ("changes_at", np.int64),  # end of that period or interruption
        ("at", np.int64),
        ("task", np.int64),  # that it computes, or receives first
        ("ends_at", np.int64),  # end of that task; NEVER unless it computes
        ("left", np.int64),  # ticks left of a task that stands still, or that has just been received
        ("progress", np.int64),  # ticks that were spent on the task in earlier intervals
        ("more", np.int64),  # next task of its chunk
        ("since", np.int64),  # begin of its present interval
        ("first_row", np.int64),  # of the log, of its present task
        ("bound_first", np.int64),  # tasks that are bound to it, as a list
        ("bound_last", np.int64),
        ("free_at", np.int64),  # when it would have done all that is bound to it
        ("is_ready", np.int64),  # in the list of workers that ask for work
        ("before", np.int64),
        ("after", np.int64),
    ]
)

RULES = np.dtype(
    [
        ("workers", np.int64),  # that can be had
        ("tasks", np.int64),
        ("iterations", np.int64),
        ("periods", np.int64),
        ("message", np.int64),
        ("per_task", np.int64),
        ("dispatch", np.int64),
        ("chunk_size", np.int64),
        ("rule", np.int64),
        ("first", np.int64),
        ("most", np.int64),
        ("window", np.int64),
        ("target", np.float64),
        ("tolerance", np.float64),
        ("dead_band", np.float64),
        ("learns", np.int64),
        ("equal", np.int64),  # all speeds are 1
        ("logged", np.int64),  # iteration of which intervals are kept, or -1
    ]
)

TOTALS = np.dtype(
    [
        ("now", np.int64),
        ("iteration", np.int64),
        ("number", np.int64),  # workers in use
        ("done", np.int64),  # tasks of this iteration
        ("head", np.int64),  # of the queue of tasks
        ("receiver", np.int64),  # whom the master sends to; NOBODY: to one that has gone
        ("sent_at", np.int64),  # when the master has sent; NEVER if it does not send
        ("ready_first", np.int64),
        ("ready_last", np.int64),
        ("round_left", np.int64),  # chunks that are left of a round of Factoring
        ("round_size", np.int64),
        ("written", np.int64),  # rows of the log
        ("exhausted", np.int64),
        ("bias", np.float64),
    ]
)

ROW = np.dtype(
    [
        ("start", np.int64),
        ("end", np.int64),
        ("worker", np.int32),
        ("task", np.int32),
        ("activity", np.int8),
    ]
)

ITERATION = np.dtype(
    [
        ("end", np.int64),
        ("workers", np.int64),
        ("spent", np.int64, (len(Activity),)),
        ("lost_tasks", np.int64),
        ("efficiency", np.float64),
        ("bias", np.float64),
        ("within_target", np.int64),
        ("within_time", np.int64),
        ("efficiency_within_time", np.float64),
        ("time_within_target", np.float64),
    ]
)


def worker_table(system: System) -> np.ndarray:
    """Every worker that can be had, up and at rest at time 0."""
    crew = system.crew
    table = np.zeros(len(crew.speed), dtype=WORKER)
    table["speed"] = crew.speed
    table["changes_at"] = crew.up[0] if len(crew.up) else NEVER
    table["ends_at"] = NEVER
    for name in ("task", "more", "bound_first", "bound_last", "before", "after"):
        table[name] = NOBODY
    return table


def rule_table(tasks: Tasks, system: System, logged: int) -> np.ndarray:
    """Everything that does not change."""
    number, (iterations, count) = system.number, tasks.work.shape
    values = {
        "workers": len(system.crew.speed),
        "tasks": count,
        "iterations": iterations,
        "periods": len(system.crew.up),
        "message": system.costs.message,
        "per_task": system.costs.task,
        "dispatch": system.dispatch,
        "chunk_size": system.chunk_size,
        "rule": number.rule,
        "first": number.first,
        "most": number.most,
        "window": number.window,
        "target": number.target,
        "tolerance": number.tolerance,
        "dead_band": number.dead_band,
        "learns": tasks.learns,
        "equal": bool((system.crew.speed == SPEED_ONE).all()),
        "logged": logged,
    }
    return np.array([tuple(values[name] for name in RULES.names or ())], dtype=RULES)


def total_table() -> np.ndarray:
    """What is counted, at time 0."""
    table = np.zeros(1, dtype=TOTALS)
    for name in ("receiver", "ready_first", "ready_last"):
        table[name] = NOBODY
    table["sent_at"], table["bias"] = NEVER, 1.0
    return table


def iteration_table(iterations: int) -> np.ndarray:
    """The records of each iteration; nothing has been predicted yet."""
    table = np.zeros(iterations, dtype=ITERATION)
    for name in ("efficiency", "bias", "efficiency_within_time", "time_within_target"):
        table[name] = np.nan
    return table
