"""One replication of one policy, from the first arrival to the last end, packed for windows of it."""

from typing import Any

import numpy as np

from engine.parallel_jobs.inputs.jobs import alone
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.inputs.sources.of_log import log_of
from engine.parallel_jobs.inputs.workload import simulated_as
from engine.parallel_jobs.model import Jobs
from engine.parallel_jobs.policies import TIME_SHARING
from engine.parallel_jobs.records import Records
from engine.parallel_jobs.replay.events import events
from engine.parallel_jobs.replay.timeline import busy_pieces
from engine.parallel_jobs.replication import Replication, replicate, submitted_jobs
from engine.parallel_jobs.whole.packed import pack
from engine.parallel_jobs.whole.pieces import Pieces, of_log, of_partitions, of_records
from engine.parallel_jobs.whole.steps import steps_of

BLOCK = 1_024
"""Pieces of which the last end is kept, so that most of those that are over before a window are passed by."""

MOST_PLACED = 50_000_000
"""Machines that all jobs together are placed on, where a log names each of them."""

NOBODY = -1

MOST_NAMED = 60
"""Owners with most work that have a row, or a name, of their own."""


def whole_schedule(scenario: ParallelJobsScenario, policy: str, replication: int) -> bytes:
    """Simulate a replication of a *scenario* of one point and pack it.

    Processors get names where they are only counted: a job takes the lowest free ones. Where it matters which machine
    it is (speeds differ, jobs share, move, shrink, or machines go away), they are those of the simulation; `ValueError`
    if they are too many for that.
    """
    jobs = submitted_jobs(scenario, policy, replication)
    code, _ = simulated_as(scenario, policy)
    named = _are_named(scenario, jobs, code)
    if named and float(jobs.requested.sum()) > MOST_PLACED:
        raise ValueError(
            f"the jobs are placed on {float(jobs.requested.sum()):,.0f} machines one by one; a picture of the whole "
            f"schedule takes up to {MOST_PLACED:,}"
        )
    done = replicate(scenario, policy, replication, jobs, with_log=named)
    machines = scenario.cluster.machines
    if len(jobs.partition):
        pieces = of_partitions(done.records, jobs.partition, done.machines.group)
    else:
        pieces = of_log(done.records.log) if named else of_records(done.records, machines)
    since, until, size = pieces.since, pieces.until, pieces.size
    if code in TIME_SHARING:  # a machine with two jobs is in use once
        _, since, until = busy_pieces(done.records, list(events(done.records.log)))
        size = np.ones(len(since), dtype=np.int32)
    steps = steps_of(done.records, since, until, size)
    owner, names = _owners(scenario, jobs)
    rank, ranking = _ranks(owner, done.records)
    head = {
        "policy": policy,
        "replication": replication,
        "jobs": len(jobs.gap),
        "machines": machines,
        "names": names,
        "ranking": ranking[:MOST_NAMED],
        "owners": len(ranking),
        "named": bool(len(pieces.low)),
        "by": "simulation" if named else "lowest free",
        "shared": code in TIME_SHARING,
        "monday": _monday(scenario),
        "since": float(done.records.arrival[0]),
        "until": float(max(done.records.end.max(), done.records.arrival[-1])),
    }
    columns = _columns(done, scenario, pieces, owner, rank)
    return pack(head, columns | {f"step_{name}": column for name, column in steps._asdict().items()})


def _are_named(scenario: ParallelJobsScenario, jobs: Jobs, code: int) -> bool:
    speeds = {group.speed_factor for group in scenario.cluster.groups}
    resized = bool(((jobs.min_size != jobs.max_size) & ~jobs.moldable).any())
    return code in TIME_SHARING or bool(scenario.machine_events) or len(speeds) > 1 or resized


def _columns(
    done: Replication, scenario: ParallelJobsScenario, pieces: Pieces, owner: np.ndarray, rank: np.ndarray
) -> dict[str, np.ndarray]:
    records, count = done.records, len(pieces.since)
    blocks = np.maximum.reduceat(pieces.until, np.arange(0, count, BLOCK)) if count else np.zeros(0)
    return {
        "arrival": records.arrival,
        "start": records.start,
        "end": records.end,
        "job_size": records.size.astype(np.int32),
        "reason": records.reason.astype(np.int8),
        "alone": alone(scenario, done.jobs, done.machines),
        "owner": owner,
        "rank": rank,
        "job": pieces.job,
        "since": pieces.since,
        "until": pieces.until,
        "size": pieces.size,
        "first": pieces.first,
        "low": pieces.low,
        "length": pieces.length,
        "block_until": blocks,
    }


def _ranks(owner: np.ndarray, records: Records) -> tuple[np.ndarray, list[int]]:
    """The rank of each job's owner by work, from 0, int32 (J,), and the owners in that order."""
    known, inverse = np.unique(owner, return_inverse=True)
    work = np.bincount(inverse, weights=records.size * np.maximum(records.end - records.start, 0.0))
    order = np.argsort(-work, kind="stable")
    rank = np.empty(len(order), dtype=np.int32)
    rank[order] = np.arange(len(order))
    return rank[inverse], known[order].tolist()


def _owners(scenario: ParallelJobsScenario, jobs: Jobs) -> tuple[np.ndarray, list[str]]:
    """Whose each job is: a user of the log by number, -1 where none is known, else its class, with their names."""
    logged = scenario.workload.logged
    if logged is not None:
        user = jobs.user
        if (user >= 0).any():
            return np.maximum(user, NOBODY).astype(np.int64), []
    return jobs.job_class.astype(np.int64), scenario.workload.class_names


def _monday(scenario: ParallelJobsScenario) -> dict[str, Any] | None:
    """Of a log at its own load: the date of second 0, and the changes of its clock, all as Unix time or seconds."""
    logged = scenario.workload.logged
    if logged is None or logged.load_factor != 1.0:
        return None
    clock = log_of(logged, scenario.processors).clock
    if clock.monday is None:
        return {"unix": None, "changes": [], "offsets": [], "zone": clock.zone}
    return {
        "unix": int(clock.monday),
        "changes": clock.changes.tolist(),
        "offsets": clock.offsets.tolist(),
        "zone": clock.zone,
    }
