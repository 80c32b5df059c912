"""The episodes of a difference: from a decision that differs until both policies are in the same state again.

Where a job has its processors to itself and they are all alike, the state of a cluster is who waits and who runs since
when. So two states differ, by a job that starts at other times, from its earlier start to its later end, and an episode
is a run of such times that touch. Starts are the same up to `SAME` of them: what is left of sums in another order.

Where jobs share nodes, their processes part and meet within nanoseconds, and what is left of a job cannot be told from
since when it runs. But it can from until when: two states are the same if the same jobs wait, and the same run since
and until the same nanosecond.
"""

from typing import NamedTuple

import numpy as np

from engine.contract.entries import Stays
from engine.why.paired import SAME

MOST = 200
"""Episodes that are told one by one: those that bring most, be it more or less."""

MOST_OF_IT = 0.8
"""Share of the difference of which it is told how few episodes make it."""


class Episode(NamedTuple):
    """An episode.

    Attributes
    ----------
    begin, end : s, instants of the replication
    job : number of the job, from 0, about which they decide otherwise first
    jobs : how many start at other times
    brought : what it brings to the difference, in the unit of the metric
    is_over : whether it ends before the replication does
    """

    begin: float
    end: float
    job: int
    jobs: int
    brought: float
    is_over: bool


class Episodes(NamedTuple):
    """All of a replication: their number, how few make most of the difference (None if none), and the largest.

    Where *followed* is no None, of so many of its first jobs alone, until the next one comes. *is_shared* says that
    jobs share nodes, so that what is left of them is told by when they end.
    """

    number: int
    most_of_it: int | None
    largest: list[Episode]
    followed: int | None = None
    is_shared: bool = False


def episodes(one: Stays, other: Stays, brought: np.ndarray) -> list[Episode]:
    """The episodes by their begins; *brought* is float64 (J,), what each job brings to the difference.

    Jobs that start, and end, at the same time under both are in no episode and bring nothing.
    """
    is_shared = one.is_shared or other.is_shared
    if is_shared:
        differs = (one.start != other.start) | (one.end != other.end)
    else:
        differs = abs(one.start - other.start) > SAME * (abs(one.start) + abs(other.start))
    jobs = np.flatnonzero(differs)
    begin, end = np.minimum(one.start, other.start)[jobs], np.maximum(one.end, other.end)[jobs]
    order = np.argsort(begin, kind="stable")
    jobs, begin, reach = jobs[order], begin[order], np.maximum.accumulate(end[order])
    if not len(jobs):
        return []
    firsts = np.flatnonzero(np.concatenate([[True], begin[1:] > reach[:-1]]))
    lasts = np.concatenate([firsts[1:], [len(jobs)]])
    sums = np.add.reduceat(brought[jobs], firsts)
    last = max(float(np.nanmax(one.end)), float(np.nanmax(other.end)))
    return [
        Episode(float(begin[n]), float(reach[m - 1]), int(jobs[n]), int(m - n), float(of), bool(reach[m - 1] < last))
        for n, m, of in zip(firsts.tolist(), lasts.tolist(), sums.tolist(), strict=True)
    ]


def summed_up(found: list[Episode]) -> Episodes:
    """What travels of them."""
    whole = sum(one.brought for one in found)
    sizes = np.sort([one.brought / whole for one in found])[::-1] if whole else np.empty(0)
    reached = np.flatnonzero(np.cumsum(sizes) >= MOST_OF_IT)
    largest = sorted(found, key=lambda one: -abs(one.brought))[:MOST]
    return Episodes(len(found), int(reached[0]) + 1 if len(reached) else None, largest)
