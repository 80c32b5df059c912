"""Jobs that come after others have ended: when they do, and who is the next.

The passes know jobs by the order in which they come, which nobody knows before they do. So whoever comes gets the next
number, and with it what is his; `Feedback.job` tells who that is.
"""

from typing import NamedTuple

import numpy as np

from engine.compiled.compilation import rare
from engine.compiled.structure import by_reference
from engine.parallel_jobs.model import Jobs
from engine.parallel_jobs.space_sharing.kernel.counting.ends import ENDING, pop_end, push_end
from engine.parallel_jobs.space_sharing.kernel.counting.tables import Counted
from engine.parallel_jobs.space_sharing.kernel.waiting import NOBODY

N_COMING, N_BEGUN = range(2)
"""Entries of `Feedback.tally`: jobs whose time is known after an end, and those that came of themselves."""

OF_A_JOB = ("demand", "multiple", "expected", "curve", "low")
"""Columns of `Counted` that a job brings with it."""


@by_reference
class Feedback(NamedTuple):
    """J jobs, R of which come of themselves.

    Attributes
    ----------
    root, root_at : int64 and float64 (R + 1,), those that come of themselves, in order, and when (s); the last never
    first, other : int64 (J,), the first job that follows a job, and the next that follows the same one as it does
    think : float64 (J,), how long after the end of the one that it follows a job comes, s
    coming : records (J + 1,), a heap of those that come after what has ended
    job : int64 (J,), who has come as the n-th
    tally : int64 (2,), see above
    demand, multiple, expected, curve, low : as in `Counted`, by job
    due : float64 (J,), deadlines after the arrival, s
    """

    root: np.ndarray
    root_at: np.ndarray
    first: np.ndarray
    other: np.ndarray
    think: np.ndarray
    coming: np.ndarray
    job: np.ndarray
    tally: np.ndarray
    demand: np.ndarray
    multiple: np.ndarray
    expected: np.ndarray
    curve: np.ndarray
    low: np.ndarray
    due: np.ndarray


def feedback_of(jobs: Jobs, site: Counted) -> Feedback:
    """Nobody has come yet; what is of a job is as *site* has it in the beginning. Empty if nobody follows another."""
    n_jobs = len(jobs.after)
    root = np.flatnonzero(jobs.after < 0)
    first, other = np.full(n_jobs, NOBODY, dtype=np.int64), np.full(n_jobs, NOBODY, dtype=np.int64)
    for j in np.flatnonzero(jobs.after >= 0)[::-1].tolist():  # so that the first one comes first
        other[j] = first[jobs.after[j]]
        first[jobs.after[j]] = j
    return Feedback(
        root=np.append(root, n_jobs),
        root_at=np.append(np.cumsum(jobs.gap[:n_jobs])[root], np.inf),
        first=first,
        other=other,
        think=jobs.think,
        coming=np.zeros(n_jobs - len(root) + 1, dtype=ENDING),
        job=np.empty(n_jobs, dtype=np.int64),
        tally=np.zeros(2, dtype=np.int64),
        due=jobs.deadline,
        **{name: getattr(site, name) for name in OF_A_JOB},
    )


@rare
def next_coming(feedback):
    """When the next job comes, as far as is known now; s."""
    soonest = feedback.root_at[feedback.tally[N_BEGUN]]
    if feedback.tally[N_COMING] > 0:
        soonest = min(soonest, feedback.coming[0].when)
    return soonest


@rare
def follow(feedback, now, n):
    """The job that came as the *n*-th has ended: when those come that follow it is known."""
    j = feedback.first[feedback.job[n]]
    while j != NOBODY:
        push_end(feedback.coming, feedback.tally[N_COMING], now + feedback.think[j], j)
        feedback.tally[N_COMING] += 1
        j = feedback.other[j]


@rare
def come(site, feedback, now, n):
    """The next job comes, as the *n*-th; of those that come now the one that is first in the log."""
    begun = feedback.tally[N_BEGUN]
    j = feedback.root[begun]
    by_itself = feedback.root_at[begun] == now
    if feedback.tally[N_COMING] > 0:
        soonest = feedback.coming[0]
        if soonest.when == now and (not by_itself or soonest.job < j):
            by_itself = False
    if by_itself:
        feedback.tally[N_BEGUN] += 1
    else:
        j = pop_end(feedback.coming, feedback.tally[N_COMING])
        feedback.tally[N_COMING] -= 1
    feedback.job[n] = j
    site.demand[n], site.multiple[n], site.expected[n] = feedback.demand[j], feedback.multiple[j], feedback.expected[j]
    site.curve[n], site.low[n] = feedback.curve[j], feedback.low[j]
