"""What the real scheduler did: no policy, for it had outages, reservations and priorities that no log shows."""

from typing import NamedTuple

import numpy as np

from engine.logs.cleaning.clean import CleanedLog
from engine.logs.cleaning.cluster import in_use_at_once

KNOWN = 0.99
"""The share of jobs whose wait must be known."""
TAU = 10.0
"""Seconds below which run times count as this long in a bounded slowdown."""


class Recorded(NamedTuple):
    """A schedule as recorded.

    Attributes
    ----------
    known : float
        The share of jobs whose wait is known; the means are theirs.
    wait, slowdown, bounded_slowdown : float
        Means over the jobs that arrive in the measured period; wait in seconds.
    utilization : float
        Busy over available processor time in that period.
    most, most_at : int, float
        The most processors in use at once, and when that was first, in seconds on the log's clock.
    processors : int
        Of the cluster.
    """

    known: float
    wait: float
    slowdown: float
    bounded_slowdown: float
    utilization: float
    most: int
    most_at: float
    processors: int

    @property
    def sentence(self) -> str:
        """Say how many processors were in use at once, and whether that can be."""
        said = f"at most {self.most:,} of {self.processors:,} processors in use at once"
        if self.most > self.processors:
            return f"{said}: more than the cluster has"
        return said


def recorded(log: CleanedLog, begin: float, end: float) -> Recorded | None:
    """Measure the recorded schedule of a log; None if the wait of more than 1 % of the jobs is not known."""
    is_known = np.isfinite(log.wait)
    known = float(is_known.mean())
    here = is_known & (log.arrival >= begin) & (log.arrival < end)
    if known < KNOWN or not here.any():
        return None
    wait, run = log.wait[here], log.run[here]
    start = (log.arrival + log.wait)[is_known]
    stop = start + log.run[is_known]
    size = log.size[is_known]
    busy = (np.clip(stop, begin, end) - np.clip(start, begin, end)) @ size.astype(np.float64)
    most, most_at = in_use_at_once(start, log.run[is_known], size)
    return Recorded(
        known=known,
        wait=float(wait.mean()),
        slowdown=float(((wait + run) / run).mean()),
        bounded_slowdown=float(np.maximum(1.0, (wait + run) / np.maximum(run, TAU)).mean()),
        utilization=float(busy / (log.processors * (end - begin))),
        most=most,
        most_at=most_at,
        processors=log.processors,
    )
