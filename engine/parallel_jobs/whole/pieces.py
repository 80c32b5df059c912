"""Where jobs were, and when: pieces of time in which a job keeps its processors."""

from typing import NamedTuple

import numpy as np

from engine.parallel_jobs.records import Happening, Log, Reason, Records
from engine.parallel_jobs.whole.lowest_free import name_processors

MOST_RUNS = 8_000_000
"""Runs of neighboring processors of all pieces; where there are more, they are not named."""

PLACED = (Happening.START, Happening.MIGRATION, Happening.RESIZE)
"""Rows of a log after which a job has the machines that the row names."""

LEFT = (Happening.EVICTION, Happening.END)


class Pieces(NamedTuple):
    """N pieces by *since*.

    Attributes
    ----------
    job : int32 (N,), number of the job
    since, until : float64 (N,), s
    size : int32 (N,), processors
    first : int64 (N + 1,), piece n has the runs first[n] to first[n + 1]; all 0 where processors are not named
    low, length : int32 (R,), lowest processor of a run of neighbors, and how many there are
    """

    job: np.ndarray
    since: np.ndarray
    until: np.ndarray
    size: np.ndarray
    first: np.ndarray
    low: np.ndarray
    length: np.ndarray


def of_records(records: Records, machines: int) -> Pieces:
    """Of jobs that keep their size from start to end, on machines that do not differ: the lowest free ones."""
    job = np.flatnonzero((records.reason == Reason.NONE) & (records.end > records.start))
    job = job[np.argsort(records.start[job], kind="stable")]
    since, until, size = records.start[job], records.end[job], records.size[job].astype(np.int32)
    first = np.zeros(len(job) + 1, dtype=np.int64)
    room = min(MOST_RUNS, int(size.sum()) + 1)
    low, length = np.empty(room, dtype=np.int32), np.empty(room, dtype=np.int32)
    free_low, free_count = np.zeros(machines + 1, dtype=np.int64), np.full(machines + 1, machines, dtype=np.int64)
    by_end = np.argsort(until, kind="stable")
    runs = name_processors(since, until, size, by_end, first, low, length, free_low, free_count)
    if runs < 0:
        first[:], runs = 0, 0
    return Pieces(job.astype(np.int32), since, until, size, first, low[:runs].copy(), length[:runs].copy())


def of_log(log: Log) -> Pieces:
    """Of jobs that change their machines while they run, or that share them: as the log names them."""
    row = np.flatnonzero(np.isin(log.happening, (*PLACED, *LEFT)))
    row = row[np.argsort(log.job[row], kind="stable")]  # the rows of each job, in their order
    followed = np.append(log.job[row][1:] == log.job[row][:-1], False)
    begins = followed & np.isin(log.happening[row], PLACED)
    since, until = log.time[row], np.append(log.time[row][1:], 0.0)
    kept = begins & (until > since)
    row, since, until = row[kept], since[kept], until[kept]
    order = np.argsort(since, kind="stable")
    row, since, until = row[order], since[order], until[order]
    size = (log.first_machine[row + 1] - log.first_machine[row]).astype(np.int32)
    piece = np.repeat(np.arange(len(row)), size)
    place = np.arange(len(piece)) - np.repeat(np.cumsum(size) - size, size)
    machine = log.machine[log.first_machine[row][piece] + place]
    order = np.lexsort((machine, piece))
    machine = machine[order].astype(np.int64)
    begins = np.append(True, (np.diff(machine) != 1) | (np.diff(piece) != 0))[: len(machine)]
    starts = np.flatnonzero(begins)
    length = np.diff(np.append(starts, len(machine))).astype(np.int32)
    first = np.searchsorted(piece[starts], np.arange(len(row) + 1)).astype(np.int64)
    return Pieces(log.job[row].astype(np.int32), since, until, size, first, machine[starts].astype(np.int32), length)
