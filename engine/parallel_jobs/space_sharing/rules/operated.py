"""Which job is in which queue, and what a user's last run times say of the next: called by reference and kernel alike.

Predictions and the steps by which they are raised: Tsafrir, Etsion & Feitelson 2007.
"""

from typing import NamedTuple

import numpy as np

from engine.compiled.compilation import arithmetic
from engine.compiled.structure import by_reference
from engine.parallel_jobs.model import Jobs, Operation
from engine.parallel_jobs.space_sharing.rules.estimates import estimated_time
from engine.rules.blocks import values
from engine.rules.names import COLUMN, NAMES
from engine.rules.program import compile_rule

STEPS = np.array([60, 300, 900, 1800, 3600, 7200, 18_000, 36_000, 72_000, 180_000, 360_000], dtype=np.float64)
"""s after its start, to which a prediction is raised that has run out."""


@by_reference
class Queued(NamedTuple):
    """Which queue each of J jobs is in; queue Q, behind all others, is of those that are in none.

    Attributes
    ----------
    queue : int64 (J,)
    refused : bool (J,), jobs that could never start, or ask for longer than their queue allows
    most, most_of_user, most_jobs : int64 (Q + 1,)
    priority : float64 (Q + 1,)
    may_preempt, may_be_preempted : bool (Q + 1,)
    """

    queue: np.ndarray
    refused: np.ndarray
    most: np.ndarray
    most_of_user: np.ndarray
    most_jobs: np.ndarray
    priority: np.ndarray
    may_preempt: np.ndarray
    may_be_preempted: np.ndarray


def queued(operation: Operation, jobs: Jobs, size: np.ndarray, fastest: float) -> Queued:
    """The queue of each job of a *size*, int (J,), with its estimate on machines of speed factor *fastest*."""
    queues, n_jobs = operation.queues, len(size)
    rate = jobs.speedup[jobs.curve, size] / fastest
    told = (jobs.demand.tolist(), rate.tolist(), jobs.estimate.tolist(), jobs.demand.tolist(), jobs.expected.tolist())
    estimate = np.array([float(estimated_time(*one)) for one in zip(*told, strict=True)])
    known = {
        "size": size,
        "estimate": estimate,
        "area": estimate * size,
        "class": jobs.job_class + 1.0,
        "queue": jobs.queue if len(jobs.queue) else 0.0,
        "profit": jobs.profit,
        "smallest": jobs.min_size,
        "largest": jobs.max_size,
    }
    table = np.zeros((len(NAMES), n_jobs))
    for name, column in known.items():
        table[COLUMN[name]] = column
    found = np.full(n_jobs, len(queues), dtype=np.int64)
    for number in range(len(queues) - 1, -1, -1):
        takes = queues[number].takes
        found[values(compile_rule(takes), table) > 0.0 if takes else slice(None)] = number

    def of_each(name: str, otherwise: float, kind: type) -> np.ndarray:
        return np.array([*(getattr(queue, name) for queue in queues), otherwise], dtype=kind)

    most, of_user = of_each("most", 2**40, np.int64), of_each("most_of_user", 2**40, np.int64)
    longest = of_each("longest", np.inf, np.float64)
    return Queued(
        queue=found,
        refused=(estimate > longest[found]) | (size > np.minimum(most, of_user)[found]),
        most=most,
        most_of_user=of_user,
        most_jobs=of_each("most_jobs", 2**40, np.int64),
        priority=of_each("priority", 0.0, np.float64),
        may_preempt=of_each("may_preempt", False, np.bool_),
        may_be_preempted=of_each("may_be_preempted", False, np.bool_),
    )


def shares_of_largest(queued: Queued) -> np.ndarray:
    """`queue_priority` of each job: the priority of its queue over the largest one; float64 (J,)."""
    largest = queued.priority.max()
    each: np.ndarray = queued.priority / largest if largest > 0.0 else queued.priority
    return each[queued.queue]


@arithmetic
def predicted(last, before, ended, told):
    """What a job will take: the mean of its user's last two run times, or one, or what is *told* if none has *ended*.

    At most what is told; all in s.
    """
    if ended == 0:
        return told
    return min(told, last if ended == 1 else (before + last) / 2.0)


@arithmetic
def raised(now, began, limit, step):
    """By when a job that *began* then is expected to end, if that is after *now* when it has run for a *step*; else -1.

    At most its *limit*, by when its user expects it to end.
    """
    return min(began + step, limit) if began + step > now else -1.0
