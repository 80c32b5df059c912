"""Rows of accounting output as a table: each job once, in order of submission, people as numbers from 1."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.logs.execution import CANCELLED, COMPLETED, FAILED, never_started
from engine.logs.not_modelled import NotModelled, count
from engine.logs.sacct import states
from engine.logs.sacct.rows import NAMED, PLACE, Rows
from engine.logs.table import Table

Array = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Jobs:
    """What came of the rows.

    Attributes
    ----------
    table : Table or None
        None if no row is left.
    first_submit : int
        Unix time of submit time 0.
    by_state : dict
        Rows by state, those that are left out included.
    read_twice, cancelled_tasks, task_lines, tasks_that_ran, parts, before_submission : int
        Lines read once; tasks that never started, and in how many lines; lines for several tasks that ran; parts of
        heterogeneous jobs; jobs that started before they were submitted.
    preempted : bool
        Whether a job was, or was suspended.
    queues, partitions : dict
        Names by number; those of people are not here.
    not_modelled : tuple of NotModelled
    """

    table: Table | None
    first_submit: int
    by_state: dict[str, int]
    read_twice: int
    cancelled_tasks: int
    task_lines: int
    tasks_that_ran: int
    parts: int
    before_submission: int
    preempted: bool
    queues: dict[int, bytes]
    partitions: dict[int, bytes]
    not_modelled: tuple[NotModelled, ...]


def jobs_of(rows: Rows) -> Jobs:
    """Put rows into order, whatever the order of the lines was."""
    columns = np.concatenate([*rows.pieces, np.empty((len(PLACE), 0), np.int64)], axis=1)
    rows.pieces.clear()
    for name in NAMED:
        columns[PLACE[name]] = _ranks(rows.names[name])[columns[PLACE[name]]]
    read = columns.shape[1]
    columns = _each_once(columns)
    value = {name: columns[place] for name, place in PLACE.items()}
    by_state = {
        word.decode(): int(count)
        for word, count in zip(states.WORDS, np.bincount(value["state"], minlength=len(states.WORDS)), strict=True)
        if count
    }
    once = columns.shape[1]
    status = np.array(states.STATUS)[value["state"]]
    columns = columns[:, status >= 0]
    status = status[status >= 0]
    value = {name: columns[place] for name, place in PLACE.items()}
    numbers = {name: _from_one(value[name]) for name in NAMED}
    first = int(value["submit"][0]) if len(status) else 0
    run = np.where(
        value["elapsed"] >= 0, value["elapsed"], np.where(value["end"] >= 0, value["end"] - value["start"], -1)
    )
    waited, status = _never_started(value, run, status)
    # One that was cancelled while it waited stays as recorded: whether it ran is for the same rule to say, later.
    started = ~waited | ((value["start"] >= 0) & (status == CANCELLED) & (run == 0))
    wait = np.where(started, value["start"] - value["submit"], -1)
    is_tasks = value["kind"] == 3
    size = np.where(value["allocated"] > 0, value["allocated"], value["requested"])
    work = np.maximum(run, 0).astype(np.float64) * np.maximum(size, 0)
    table = Table.of(
        {
            "job": np.arange(1, len(status) + 1),
            "submit": value["submit"] - first,
            "wait": np.maximum(wait, -1),
            "run": np.where(started, np.maximum(run, -1), -1),
            "allocated": np.where(started & (waited | (value["allocated"] > 0)), value["allocated"], -1),
            "requested": value["requested"],
            "estimate": value["limit"],
            "status": status,
            "user": numbers["user"],
            "group": numbers["account"],
            "queue": numbers["qos"],
            "partition": numbers["partition"],
        }
    )
    return Jobs(
        table=table if len(status) else None,
        first_submit=first,
        by_state=by_state,
        read_twice=read - once,
        cancelled_tasks=int(value["tasks"][is_tasks & waited].sum()),
        task_lines=int((is_tasks & waited).sum()),
        tasks_that_ran=int((is_tasks & ~waited).sum()),
        parts=int((value["kind"] == 1).sum()),
        before_submission=int((~waited & (wait < 0)).sum()),
        preempted=bool((value["state"] == states.PREEMPTED).any() or (value["suspended"] > 0).any()),
        queues=_labels(rows.names["qos"], value["qos"], numbers["qos"]),
        partitions=_labels(rows.names["partition"], value["partition"], numbers["partition"]),
        not_modelled=count(value["not_modelled"][~waited], work[~waited]),
    )


def _never_started(value: dict[str, Array], run: Array, status: Array) -> tuple[NDArray[np.bool_], Array]:
    """Tell which jobs never started, and the status by which a table says so: they were cancelled, the others not
    after 0 s.
    """
    over = np.where(value["state"] == states.DEADLINE, CANCELLED, status)
    over = np.where(np.isin(value["state"], states.OF_JOBS_THAT_RAN), COMPLETED, over)
    named = value["named"] if (value["named"] == 1).any() else np.full(len(run), -1)  # else no version filled it in
    held_for = np.where(run >= 0, run + np.maximum(value["suspended"], 0), run)
    waited = never_started(over, held_for, value["allocated"], value["start"] >= 0, named)
    is_seen = value["start"] >= 0
    status = np.where(waited & is_seen, CANCELLED, status)
    return waited, np.where(~waited & (status == CANCELLED) & (run <= 0), FAILED, status)


def _ranks(names: dict[bytes, int]) -> Array:
    """Give each code the place of its name in the alphabet, whatever the order of lines was; -1 stays."""
    ranks = np.full(len(names), -1)
    for rank, name in enumerate(sorted(name for name in names if name)):
        ranks[names[name]] = rank
    return ranks


def _each_once(columns: Array) -> Array:
    """Bring rows into order; of those with one JobID, submit and start time keep the one that ended last."""
    keys = ("submit", "number", "kind", "task", "tasks", "start", "end")
    columns = _ordered(columns, keys)
    last = _is_last(columns, keys[:-1])
    if last.all():
        return columns
    # Which of equal ones is kept is not to depend on the order of the lines either.
    columns = _ordered(columns, (*keys, *(name for name in PLACE if name not in keys)))
    return columns[:, _is_last(columns, keys[:-1])]


def _is_last(columns: Array, keys: tuple[str, ...]) -> NDArray[np.bool_]:
    last = np.ones(columns.shape[1], bool)
    if len(last):
        last[:-1] = False
        for name in keys:
            last[:-1] |= np.diff(columns[PLACE[name]]) != 0
    return last


def _ordered(columns: Array, keys: tuple[str, ...]) -> Array:
    return columns[:, np.lexsort([columns[PLACE[name]] for name in reversed(keys)])]


def _from_one(codes: Array) -> Array:
    """Number codes from 1 in the order in which they come; -1 stays."""
    known = np.flatnonzero(codes >= 0)
    numbers = np.full(len(codes), -1)
    _, first, which = np.unique(codes[known], return_index=True, return_inverse=True)
    place = np.empty(len(first), np.int64)
    place[np.argsort(first)] = np.arange(1, len(first) + 1)
    numbers[known] = place[which]
    return numbers


def _labels(names: dict[bytes, int], codes: Array, numbers: Array) -> dict[int, bytes]:
    alphabet = sorted(name for name in names if name)
    found, first = np.unique(numbers, return_index=True)
    return {int(number): alphabet[codes[at]] for number, at in zip(found, first, strict=True) if number > 0}
