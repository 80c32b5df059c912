"""The jobs that have to be simulated to know when one of them starts if nobody comes after it."""

from typing import NamedTuple

import numpy as np

from engine.parallel_jobs.fair_start.past import Past
from engine.parallel_jobs.inputs.workload import DRAWN, Jobs
from engine.parallel_jobs.records import Reason, Records
from engine.parallel_jobs.space_sharing.rules.own_users import users_of

LATE = 1e13
"""s; when those come who are only there so that their users count. Everybody else is gone by then."""


class Schedule(NamedTuple):
    """What was simulated, J jobs by arrival, and what is looked up in it for each of them.

    Attributes
    ----------
    jobs, records : of the replication
    over : float64 (J,), when all of the jobs up to this one have ended, s
    ends : float64 (J,), all ends, ascending, s
    empty : int64 (J,), the last job up to this one that found nobody there
    newcomers : int64 (U,), the first job of each user, ascending; (0,) where users do not count
    """

    jobs: Jobs
    records: Records
    over: np.ndarray
    ends: np.ndarray
    empty: np.ndarray
    newcomers: np.ndarray


class Stream(NamedTuple):
    """Jobs, the last of which, job *number*, is the one that is asked about."""

    jobs: Jobs
    number: int


def schedule_of(jobs: Jobs, records: Records, users_count: bool) -> Schedule:
    """What is looked up, prepared once."""
    over = np.maximum.accumulate(records.end)
    found_nobody = np.concatenate([[True], over[:-1] <= records.arrival[1:]])
    newcomers = np.zeros(0, dtype=np.int64)
    if users_count:
        newcomers = np.sort(np.unique(users_of(jobs)[0], return_index=True)[1])
    return Schedule(
        jobs,
        records,
        over=over,
        ends=np.sort(records.end),
        empty=np.maximum.accumulate(np.where(found_nobody, np.arange(len(over)), 0)),
        newcomers=newcomers,
    )


def lengths(schedule: Schedule, which: np.ndarray, past: Past) -> np.ndarray:
    """How many jobs would be simulated for each of these; int64, as *which*."""
    if past == Past.PRESENT:
        ended = np.searchsorted(schedule.ends, schedule.records.arrival[which], side="right")
        present: np.ndarray = np.maximum(which - ended, 0) + 1
        return present
    if past == Past.EMPTY:
        since: np.ndarray = which - schedule.empty[which] + 1
        return since
    later = len(schedule.newcomers) - np.searchsorted(schedule.newcomers, which, side="right")
    everybody: np.ndarray = which + 1 + later
    return everybody


def stream_of(schedule: Schedule, number: int, past: Past, from_first: bool) -> Stream:
    """What to simulate for one job; with the first of all, if times are counted *from_first*.

    Where the clock would not come to the very instants of the schedule by adding up, it is everything from the start.
    """
    if past == Past.PRESENT:
        found = _present(schedule, number)
    elif past == Past.EMPTY:
        found = _since_empty(schedule, number, from_first)
    else:
        found = None
    return found or _all(schedule, number)


def _present(schedule: Schedule, number: int) -> Stream | None:
    """Whoever runs comes when he started, so he starts at once; then all that wait come and the job, at its instant."""
    records, now = schedule.records, schedule.records.arrival[number]
    first = min(int(np.searchsorted(schedule.over, now, side="right")), number)
    before = np.arange(first, number)
    start = records.start[first:number]
    there = (records.reason[first:number] == Reason.NONE) & (records.end[first:number] > now)
    running, waiting = before[there & (start < now)], before[there & (start >= now)]
    running = running[np.argsort(records.start[running], kind="stable")]
    which = np.concatenate([running, waiting, [number]])
    time = np.concatenate([records.start[running], np.full(len(waiting) + 1, now)])
    return _arriving(schedule.jobs, which, time)


def _since_empty(schedule: Schedule, number: int, from_first: bool) -> Stream | None:
    """It is empty again at their first arrival, of which all else follows."""
    which = np.arange(schedule.empty[number], number + 1)
    partition = schedule.jobs.partition
    first = int(np.argmax(partition == partition[number])) if len(partition) else 0
    if from_first and which[0] > first:
        which = np.concatenate([[first], which])
    return _arriving(schedule.jobs, which, schedule.records.arrival[which])


def _arriving(jobs: Jobs, which: np.ndarray, time: np.ndarray) -> Stream | None:
    """Some of the *jobs*, arriving at these times; None if no gaps add up to them exactly."""
    gap = np.diff(time, prepend=0.0)
    return Stream(_some(jobs, which, gap), len(which) - 1) if (np.cumsum(gap) == time).all() else None


def _all(schedule: Schedule, number: int) -> Stream:
    """Everybody up to the job; and of users who have not come yet one job each, when all is over."""
    jobs = schedule.jobs
    later = schedule.newcomers[np.searchsorted(schedule.newcomers, number, side="right") :]
    which = np.concatenate([np.arange(number + 1), later])
    gap = np.concatenate([jobs.gap[: number + 1], np.zeros(len(later))])
    gap[number + 1 : number + 2] = LATE
    return Stream(_some(jobs, which, gap), number)


def _some(jobs: Jobs, which: np.ndarray, gap: np.ndarray) -> Jobs:
    names = [*DRAWN, "job_class", *(name for name in ("user", "queue", "partition") if len(getattr(jobs, name)))]
    return jobs._replace(gap=gap, **{name: getattr(jobs, name)[which] for name in names})
