"""Periodic checkpoints: what they cost a running job, and what a failure leaves of its work.

Called by the reference and by the kernel alike. The pauses for checkpoints are spread evenly: with an interval I and a
cost C a job makes progress at I / (I + C) of its rate, and has a checkpoint at every whole multiple of I + C since it
began to compute.
"""

from math import floor

from engine.compiled.compilation import compiled


@compiled
def progress_share(interval: float, cost: float) -> float:
    """Share of the time in which a job computes; 1 without periodic checkpoints (*interval* 0 s)."""
    return interval / (interval + cost) if interval > 0 else 1.0


@compiled
def kept_work(
    now: float, began: float, period: float, changed: float, kept: float, since: float, remaining: float, rate: float
) -> float:
    """Work that was left at the last checkpoint up to *now*, s on one machine of speed factor 1.

    Parameters
    ----------
    began : instant from which the job has computed since its last start, s
    period : time from one checkpoint to the next, interval and cost, s; 0 without any
    changed : instant at which rate, machines or size changed last, s
    kept : what this function said then (at the start: all the work that was left)
    since, remaining, rate : from *since* on, *remaining* work is being done at *rate*
    """
    if period <= 0 or now <= began:
        return kept
    last = min(now, began + floor((now - began) / period) * period)
    if last <= changed:
        return kept
    if last <= since:
        return remaining
    return max(0.0, remaining - (last - since) * rate)
