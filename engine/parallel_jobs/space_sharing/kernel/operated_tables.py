"""How a site is run, as the kernel works with it."""

from typing import NamedTuple

import numpy as np

from engine.compiled.structure import by_reference
from engine.parallel_jobs.model import Jobs, Operation
from engine.parallel_jobs.space_sharing.rules.operated import Queued


@by_reference
class OperatedTables(NamedTuple):
    """J jobs of U users in Q queues and one more, W windows, P processors.

    Attributes
    ----------
    of : the queue of each job, and what queues allow
    used : int64 (Q + 1,), processors of the running jobs of each; of_user, jobs_of_user : int64 (Q + 1, U)
    begins, ends, known : float64 (W,), s; reserved : int64 (W,), processors
    border : float64 (2 W + 1,), all instants at which a window begins or ends, in order, and infinity
    predicts, preempts : whether predictions take the place of estimates, and jobs may take others' processors
    told : float64 (J,), what users expect, as in `Jobs.expected`
    last, before : float64 (U,), the user's last run time and the one before, s; ended : int64 (U,), at most 2
    began, limit : float64 (J,), when a job that runs began, and by when its user expects it to end
    victim : int64 (P + 1,), jobs that are to be preempted
    """

    of: Queued
    used: np.ndarray
    of_user: np.ndarray
    jobs_of_user: np.ndarray
    begins: np.ndarray
    ends: np.ndarray
    known: np.ndarray
    reserved: np.ndarray
    border: np.ndarray
    predicts: bool
    preempts: bool
    told: np.ndarray
    last: np.ndarray
    before: np.ndarray
    ended: np.ndarray
    began: np.ndarray
    limit: np.ndarray
    victim: np.ndarray


def operated_tables(operation: Operation, of: Queued, jobs: Jobs, users: int, processors: int) -> OperatedTables:
    """A site to which no job has come."""
    n_jobs, queues, windows = len(jobs.gap), len(of.most), operation.windows
    borders = sorted({*(window.begins for window in windows), *(window.ends for window in windows)})
    return OperatedTables(
        of=of,
        used=np.zeros(queues, dtype=np.int64),
        of_user=np.zeros((queues, users), dtype=np.int64),
        jobs_of_user=np.zeros((queues, users), dtype=np.int64),
        begins=np.array([window.begins for window in windows], dtype=np.float64),
        ends=np.array([window.ends for window in windows], dtype=np.float64),
        known=np.array([window.known for window in windows], dtype=np.float64),
        reserved=np.array([window.processors for window in windows], dtype=np.int64),
        border=np.array([*borders, np.inf]),
        predicts=operation.predicts,
        preempts=operation.preempts,
        told=jobs.expected,
        last=np.zeros(users),
        before=np.zeros(users),
        ended=np.zeros(users, dtype=np.int64),
        began=np.zeros(n_jobs),
        limit=np.zeros(n_jobs),
        victim=np.zeros(processors + 1, dtype=np.int64),
    )
