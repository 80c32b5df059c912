"""Which job to take and whom to take processors from, for profit (Kumar 2001, sections 3.2.4 and 3.2.5).

Called by the reference and by the kernel alike, on arrays of structures that have the fields of `CONTENDER`. Running
jobs stand in *run* in the order in which they started.
"""

import numpy as np

from engine.compiled.compilation import compiled
from engine.parallel_jobs.records import Reason

NEVER = 1_000_000
"""Processors that a job needs which cannot meet its deadline: more than any cluster has."""

ROUNDING = 1e-9
"""A deadline is met if it is missed by less than this share of the time left: such a miss is rounding."""

CONTENDER_FIELDS = [
    ("share", np.int64),  # processors in the allocation that is being made
    ("kept", np.int64),  # the share before the attempt at hand
    ("least", np.int64),  # processors that it must have
    ("most", np.int64),
    ("left", np.float64),  # work that is left, s on one machine of speed factor 1
    ("ready", np.float64),  # instant from which it computes: now, or the end of its pause
    ("factor", np.float64),  # speed factor of its slowest machine
    ("arrival", np.float64),
    ("deadline", np.float64),  # counted from the arrival, s
    ("profit", np.float64),  # the largest, $
    ("late_until", np.float64),  # when it ends at the latest if it misses its deadline; 0 otherwise (Lazy, kernel)
    ("curve", np.int64),  # row of *speedup*
]
"""What a decision needs to know about a job."""

CONTENDER = np.dtype((np.record, np.dtype(CONTENDER_FIELDS, align=True)))

NONE, TOO_FEW, NO_PROFIT = int(Reason.NONE), int(Reason.TOO_FEW_PROCESSORS), int(Reason.NO_PROFIT)


@compiled
def need(work: float, time: float, speedup: np.ndarray, least: int, most: int) -> int:
    """The least number of processors on which *work* is done in *time*, or `NEVER`.

    Parameters
    ----------
    work : s on one machine as fast as those to be counted on
    time : until the deadline, s
    speedup : float64 (P + 1,), not falling
    least, most : between which the number has to be
    """
    if time <= 0.0:
        return NEVER
    wanted = work / time * (1.0 - ROUNDING)
    if speedup[most] < wanted:
        return NEVER
    low, high = least, most
    while low < high:
        middle = (low + high) // 2
        if speedup[middle] >= wanted:
            high = middle
        else:
            low = middle + 1
    return low


@compiled
def is_late(now: float, end: float, deadline: float) -> bool:
    """Whether a job that ends at *end* misses its *deadline*, both instants."""
    return end - now > (deadline - now) * (1.0 + ROUNDING)


@compiled
def limits_now(least: int, size: int, low: int, high: int, resizable: bool, late: bool) -> tuple[int, int]:
    """Between how many processors a running job may be.

    Parameters
    ----------
    least : what it needs to meet its deadline if it is resized, or `NEVER`
    size : what it has
    low, high : its limits, whatever the deadline
    late : whether it misses its deadline as it is: then it may grow, and if that cannot help, it needs as little as it
        can do with
    """
    if late and resizable:
        return (low if least == NEVER else min(least, size)), high
    if least > size or not resizable:
        return size, size
    return least, high


@compiled
def profit_at(time: float, deadline: float, profit: float) -> float:
    """Profit of a job that ends *time* after its arrival: all until half the deadline, then linearly less (4.2)."""
    if time <= deadline / 2:
        return profit
    if time >= deadline:
        return 0.0
    return profit * (deadline - time) / (deadline / 2)


@compiled
def value(job: np.ndarray, j: int, processors: int, speedup: np.ndarray) -> float:
    """Profit of job *j* if it has so many processors until its end."""
    if processors == 0:
        return 0.0
    if job[j].deadline == np.inf:
        return float(job[j].profit)
    end = job[j].ready + job[j].left * job[j].factor / speedup[job[j].curve, processors]
    return profit_at(end - job[j].arrival, job[j].deadline, job[j].profit)


@compiled
def loss(job: np.ndarray, j: int, speedup: np.ndarray) -> float:
    """What one processor less costs (compute_loss)."""
    return value(job, j, job[j].share, speedup) - value(job, j, job[j].share - 1, speedup)


@compiled
def gain(job: np.ndarray, j: int, speedup: np.ndarray) -> float:
    """What one processor more brings (compute_profit)."""
    return value(job, j, job[j].share + 1, speedup) - value(job, j, job[j].share, speedup)


@compiled
def cheapest(job: np.ndarray, run: np.ndarray, speedup: np.ndarray) -> tuple[int, float]:
    """The job above its least that loses least by one processor less, and its loss; -1 if there is none."""
    found, least = -1, np.inf
    for j in run:
        if job[j].share > job[j].least:
            cost = loss(job, j, speedup)
            if found == -1 or cost < least:
                found, least = j, cost
    return found, least


@compiled
def accept(
    job: np.ndarray, run: np.ndarray, j: int, processors: int, reserved: int, for_profit: bool, speedup: np.ndarray
) -> int:
    """AcceptJob: give job *j* its least if that can be done, and if it pays; then more as long as that pays.

    Idle processors first, then one by one from the running job that loses least. Nothing is changed unless the answer
    is `Reason.NONE`.

    Parameters
    ----------
    processors : of the cluster
    reserved : processors that others need and that must be left
    for_profit : whether what it brings has to outweigh what it costs the others; otherwise forceAllocate
    """
    idle = room = processors
    for k in run:
        idle -= job[k].share
        room -= job[k].least
        job[k].kept = job[k].share
    if room - reserved < job[j].least:
        return TOO_FEW
    job[j].share = min(idle, job[j].least)
    idle -= job[j].share
    costs = 0.0
    while job[j].share < job[j].least:
        k, cost = cheapest(job, run, speedup)
        costs += cost
        job[k].share -= 1
        job[j].share += 1
    if for_profit and value(job, j, job[j].share, speedup) - costs < 0.0:
        for k in run:
            job[k].share = job[k].kept
        job[j].share = 0
        return NO_PROFIT
    while for_profit and job[j].share < job[j].most:
        more = gain(job, j, speedup)
        if idle > 0:
            if not more > 0.0:
                break
            idle -= 1
        else:
            k, cost = cheapest(job, run, speedup)
            if k == -1 or not more - cost > 0.0:
                break
            job[k].share -= 1
        job[j].share += 1
    return NONE


@compiled
def deal_idle(job: np.ndarray, run: np.ndarray, processors: int, speedup: np.ndarray) -> None:
    """Idle processors one by one to whom they bring most, the rest to the first below its most."""
    idle = processors
    for j in run:
        idle -= job[j].share
    while idle > 0:
        best, most = -1, 0.0
        for j in run:
            if job[j].share < job[j].most:
                more = gain(job, j, speedup)
                if more > most:
                    best, most = j, more
        if best == -1:
            break
        job[best].share += 1
        idle -= 1
    for j in run:
        more = min(idle, job[j].most - job[j].share)
        job[j].share += more
        idle -= more
