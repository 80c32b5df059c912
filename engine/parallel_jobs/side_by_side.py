"""Partitions, each a cluster of its own: simulated one by one, and their records put together."""

from collections.abc import Callable

import numpy as np

from engine.parallel_jobs.inputs.delay_classes import delay_classes_of
from engine.parallel_jobs.inputs.workload import gaps_of
from engine.parallel_jobs.model import NOBODYS, Jobs, Machines
from engine.parallel_jobs.records import COLUMNS, Log, Records, empty_records

Run = Callable[[Jobs, Machines], Records]
"""A kernel, or the reference, of any policy."""


def side_by_side(jobs: Jobs, machines: Machines, run: Run) -> Records:
    """What becomes of *jobs* that stay in their partitions, each of which has a queue of its own.

    No partition knows of another: each does what it does alone. In the log, of what happens at one instant that of the
    first partition comes first.
    """
    found = empty_records(len(jobs.gap), len(machines.group))
    logs = []
    for number in range(len(machines.speed_factor)):
        rows, own = jobs_in(jobs, number), np.flatnonzero(machines.group == number)
        if not len(rows):
            continue
        records = run(alone_in(jobs, rows), machines_in(machines, number))
        for name in COLUMNS:
            getattr(found, name)[rows] = getattr(records, name)
        found.busy[own] = records.busy
        logs.append(_named(records.log, rows, own))
    return found._replace(log=merged(logs))


def jobs_in(jobs: Jobs, number: int) -> np.ndarray:
    """Which jobs are in the partition of a machine group; int64."""
    return np.flatnonzero(jobs.partition == number)


def alone_in(jobs: Jobs, rows: np.ndarray) -> Jobs:
    """These *jobs*, as if there were no others: they arrive when they do."""
    arrival = np.cumsum(jobs.gap)[rows]
    columns = {name: column[rows] for name, column in jobs._asdict().items() if name != "speedup" and len(column)}
    return jobs._replace(**columns | {"gap": gaps_of(arrival.tolist()), "partition": NOBODYS})


def machines_in(machines: Machines, number: int) -> Machines:
    """The machines of one partition alone."""
    factor = machines.speed_factor[number : number + 1]
    count = int((machines.group == number).sum())
    return Machines(np.zeros(count, dtype=np.int32), factor, delay_classes_of(factor.tolist()))


def _named(log: Log, rows: np.ndarray, own: np.ndarray) -> Log:
    """The *log* of a partition, with the numbers that its jobs and machines have among all."""
    if not len(log.time):
        return log
    return log._replace(job=rows[log.job].astype(np.int32), machine=own[log.machine].astype(log.machine.dtype))


def merged(logs: list[Log]) -> Log:
    """Several logs as one, by time."""
    logs = [log for log in logs if len(log.time)]
    if len(logs) < 2:
        return logs[0] if logs else empty_records(0, 0).log
    joined = {name: np.concatenate([getattr(log, name) for log in logs]) for name in OF_ROWS}
    order = np.argsort(joined["time"], kind="stable")
    count = np.concatenate([np.diff(log.first_machine) for log in logs])
    before = np.cumsum(count) - count
    first = np.concatenate([[0], np.cumsum(count[order])]).astype(logs[0].first_machine.dtype)
    row = np.repeat(order, count[order])
    place = np.arange(len(row)) - np.repeat(first[:-1], count[order])
    machine = np.concatenate([log.machine for log in logs])[before[row] + place]
    return Log(**{name: column[order] for name, column in joined.items()}, first_machine=first, machine=machine)


OF_ROWS = ("time", "happening", "job", "delay_class")
