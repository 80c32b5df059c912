"""Which job of a log came after the end of which, and how long its user thought in between.

As the log says itself (fields 17 and 18), or inferred: a job submitted within 20 minutes after an earlier one of the
same user ended depends on it (after Zakay & Feitelson 2014).
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.logs.cleaning.clean import CleanedLog
from engine.logs.limits import LogError
from engine.logs.recorded import KNOWN
from engine.logs.table import Table

SESSION = 1200.0
"""Seconds after the end of a job within which the next one of its user depends on it."""


class Chains(NamedTuple):
    """Of J jobs of a cleaned log.

    Attributes
    ----------
    after : int64 (J,), the job that each one follows, before it in the log; -1 for those that follow none
    think : float64 (J,), s from the end of that one to the arrival; 0 of those that follow none
    """

    after: NDArray[np.int64]
    think: NDArray[np.float64]


def recorded_chains(log: CleanedLog, table: Table) -> Chains:
    """Chains by preceding job and think time, as recorded. A preceding job that was cleaned away does not count.

    A think time that is not known is the time from the recorded end to the recorded arrival, if that is known, else 0.

    Raises
    ------
    LogError
        If no line names a preceding job, or one names a job that does not stand before it.
    """
    preceding, number = table["preceding"], table["job"]
    names = np.flatnonzero((preceding > 0) & (number > 0))
    if not len(names):
        raise LogError("this log names no preceding jobs (field 17); choose sessions, or no feedback")
    before = _line_before(number, preceding, names)
    row = np.full(len(table), -1)
    row[log.place] = np.arange(len(log))
    after = np.full(len(log), -1)
    stays = (before >= 0) & (row[names] >= 0)
    here, there = row[names[stays]], row[before[stays]]
    after[here] = np.where(there < here, there, -1)  # it may have been submitted later though it stands before
    think = table.seconds("think")[log.place]
    ends = log.arrival + log.wait + log.run
    gap = np.nan_to_num(np.maximum(0.0, log.arrival - ends[after]))
    return _chains(after, np.where(think >= 0, think, gap))


def _line_before(
    number: NDArray[np.int64], preceding: NDArray[np.int64], names: NDArray[np.int64]
) -> NDArray[np.int64]:
    """The last line before each of the lines *names* that has the number which that one names; -1 where none has."""
    lines = len(number)
    known, of_line = np.unique(number, return_inverse=True)
    wanted = np.searchsorted(known, preceding[names])
    is_there = known[np.minimum(wanted, len(known) - 1)] == preceding[names]
    keys = np.sort(of_line * lines + np.arange(lines))  # by number, then by line
    found = keys[np.searchsorted(keys, wanted * lines + names) - 1]
    earlier = is_there & (found // lines == wanted) & (found % lines < names)
    late = np.flatnonzero(is_there & ~earlier)
    if len(late):
        line = int(names[late[0]])
        raise LogError(
            f"job line {line + 1:,} (job {number[line]}): its preceding job, {preceding[line]}, does not stand before "
            "it; a job can only follow one that does"
        )
    return np.where(earlier, found % lines, -1)


def sessions(log: CleanedLog) -> Chains:
    """Chains inferred from the schedule as recorded: of several jobs that ended in time, the last one counts.

    Raises
    ------
    LogError
        If users, or the waits of more than 1 % of the jobs, are not known.
    """
    if not (log.user >= 0).any():
        raise LogError("this log has no users, by whom sessions are found; choose no feedback")
    if np.isfinite(log.wait).mean() < KNOWN:
        raise LogError("this log does not tell waits, by which ends of jobs are known; choose no feedback")
    ends = log.arrival + log.wait + log.run
    after = np.full(len(log), -1)
    known = np.flatnonzero((log.user >= 0) & np.isfinite(ends))
    known = known[np.argsort(log.user[known], kind="stable")]
    for own in np.split(known, np.flatnonzero(np.diff(log.user[known])) + 1):
        by_end = own[np.argsort(ends[own], kind="stable")]
        last = np.searchsorted(ends[by_end], log.arrival[own], side="right") - 1
        before = by_end[np.maximum(last, 0)]
        in_time = (last >= 0) & (log.arrival[own] - ends[before] <= SESSION)
        after[own] = np.where(in_time, before, -1)
    return _chains(after, log.arrival - np.where(after >= 0, ends[after], log.arrival))


def _chains(after: NDArray[np.int64], think: NDArray[np.float64]) -> Chains:
    return Chains(after, np.where(after >= 0, think, 0.0))


def cut_at(chains: Chains, block: NDArray[np.int64]) -> Chains:
    """The same without what reaches from one *block* (J,) of the log into another: there jobs come as recorded."""
    stays = (chains.after >= 0) & (block[chains.after] == block)
    return _chains(np.where(stays, chains.after, -1), chains.think)
