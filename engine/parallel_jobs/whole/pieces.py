"""Where jobs were, and when: pieces of time in which a job keeps its processors."""

from typing import NamedTuple

import numpy as np

from engine.compiled.compilation import compiled
from engine.parallel_jobs.records import Happening, Log, Reason, Records

# Names for processors that a policy only counts: each piece takes the lowest free runs of them.


@compiled
def name_processors(
    since: np.ndarray,
    until: np.ndarray,
    size: np.ndarray,
    by_end: np.ndarray,
    first: np.ndarray,
    low: np.ndarray,
    count: np.ndarray,
    free_low: np.ndarray,
    free_count: np.ndarray,
) -> int:
    """Fill in the runs of N pieces, by *since* ascending, and return how many there are; -1 if they do not fit.

    Whoever ends at an instant is gone before anybody starts. *by_end* is the order of the ends. *first* is int64
    (N + 1,): piece n has the runs first[n] to first[n + 1] of *low* and *count*, int32, lowest first.
    *free_low* and *free_count*, int64 and one longer than there are processors, begin with the run of the idle cluster.
    """
    free = 1
    gone, runs = 0, 0
    for piece in range(len(since)):
        while gone < len(since) and until[by_end[gone]] <= since[piece]:
            ended = by_end[gone]
            gone += 1
            for run in range(first[ended], first[ended + 1]):
                begin, length = low[run], count[run]
                at, above = 0, free  # of the first free run behind it
                while at < above:
                    middle = (at + above) // 2
                    if free_low[middle] < begin:
                        at = middle + 1
                    else:
                        above = middle
                joins_left = at > 0 and free_low[at - 1] + free_count[at - 1] == begin
                joins_right = at < free and begin + length == free_low[at]
                if joins_left and joins_right:
                    free_count[at - 1] += length + free_count[at]
                    for n in range(at, free - 1):
                        free_low[n], free_count[n] = free_low[n + 1], free_count[n + 1]
                    free -= 1
                elif joins_left:
                    free_count[at - 1] += length
                elif joins_right:
                    free_low[at] = begin
                    free_count[at] += length
                else:
                    for n in range(free, at, -1):
                        free_low[n], free_count[n] = free_low[n - 1], free_count[n - 1]
                    free_low[at], free_count[at] = begin, length
                    free += 1
        first[piece] = runs
        left, whole = size[piece], 0
        while left > 0 and whole < free:
            if runs == len(low):
                return -1
            taken = min(left, free_count[whole])
            low[runs], count[runs] = free_low[whole], taken
            runs += 1
            left -= taken
            if taken < free_count[whole]:
                free_low[whole] += taken
                free_count[whole] -= taken
                break
            whole += 1
        if whole:
            for n in range(whole, free):
                free_low[n - whole], free_count[n - whole] = free_low[n], free_count[n]
            free -= whole
        first[piece + 1] = runs
    return runs


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


def of_partitions(records: Records, partition: np.ndarray, group: np.ndarray) -> Pieces:
    """The same where jobs stay on the machines of their partition; *group* is that of each machine."""
    found = []
    for number in range(int(group.max()) + 1):
        rows, own = np.flatnonzero(partition == number), np.flatnonzero(group == number)
        columns = {name: getattr(records, name)[rows] for name in records._fields if name not in ("busy", "log")}
        one = of_records(records._replace(**columns), len(own))
        found.append(one._replace(job=rows[one.job].astype(np.int32), low=one.low + own[0]))
    every = {name: np.concatenate([getattr(one, name) for one in found]) for name in ("job", "since", "until", "size")}
    order = np.argsort(every["since"], kind="stable")
    if any(len(one.since) and not len(one.low) for one in found):
        nowhere = np.zeros(0, dtype=np.int32)
        return Pieces(**_in_order(every, order), first=np.zeros(len(order) + 1, np.int64), low=nowhere, length=nowhere)
    count = np.concatenate([np.diff(one.first) for one in found])
    first = np.concatenate([[0], np.cumsum(count[order])]).astype(np.int64)
    run = np.repeat((np.cumsum(count) - count)[order] - first[:-1], count[order]) + np.arange(first[-1])
    low, length = (np.concatenate([getattr(one, name) for one in found])[run] for name in ("low", "length"))
    return Pieces(**_in_order(every, order), first=first, low=low.astype(np.int32), length=length)


def _in_order(columns: dict[str, np.ndarray], order: np.ndarray) -> dict[str, np.ndarray]:
    return {name: column[order] for name, column in columns.items()}


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
