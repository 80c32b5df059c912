"""What the real scheduler did: no policy, for it had outages, reservations and priorities that no log shows."""

from typing import NamedTuple

import numpy as np

from engine.logs.cleaning.clean import CleanedLog
from engine.logs.cleaning.cluster import in_use_at_once

KNOWN = 0.99
"""The share of jobs whose wait must be known."""
TAU = 10.0
"""Seconds below which run times count as this long in a bounded slowdown."""

MEANS = (
    *("wait_time", "response_time", "slowdown", "bounded_slowdown", "processor_slowdown", "area_wait", "waited_jobs"),
    *("largest_wait", "utilization"),
)
"""What is told of a recorded schedule; the names of `engine.metrics`, and the same definitions."""


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


def recorded_means(log: CleanedLog, threshold: float = TAU) -> dict[str, float]:
    """`MEANS` of the schedule as recorded, over the jobs that arrive in the measured part of the log; of utilization,
    over its time.

    Run times below *threshold* (s) count as this long in bounded slowdowns. Nothing if the wait of more than 1 % of the
    jobs is not known.
    """
    is_known = np.isfinite(log.wait)
    begin, until, inside = log.period
    here = is_known.copy()
    here[: inside.start] = here[inside.stop :] = False
    if is_known.mean() < KNOWN or not here.any():
        return {}
    wait, run, size = log.wait[here], log.run[here], log.size[here].astype(np.float64)
    response, longest, area = wait + run, np.maximum(run, threshold), run * size
    start = (log.arrival + log.wait)[is_known]
    stop = start + log.run[is_known]
    busy = (np.clip(stop, begin, until) - np.clip(start, begin, until)) @ log.size[is_known].astype(np.float64)
    return {
        "wait_time": float(wait.mean()),
        "response_time": float(response.mean()),
        "slowdown": float((response / run).mean()),
        "bounded_slowdown": float(np.maximum(1.0, response / longest).mean()),
        "processor_slowdown": float(np.maximum(1.0, response / (size * longest)).mean()),
        "area_wait": float((wait * area).sum() / area.sum()),
        "waited_jobs": float((wait > 0).mean()),
        "largest_wait": float(wait.max()),
        "utilization": float(busy / (log.processors * (until - begin))),
    }


def recorded(log: CleanedLog) -> Recorded | None:
    """Measure the recorded schedule of a log; None if the wait of more than 1 % of the jobs is not known."""
    means = recorded_means(log)
    if not means:
        return None
    is_known = np.isfinite(log.wait)
    most, most_at = in_use_at_once(log.arrival + log.wait, log.held_for, log.held)
    return Recorded(
        known=float(is_known.mean()),
        wait=means["wait_time"],
        slowdown=means["slowdown"],
        bounded_slowdown=means["bounded_slowdown"],
        utilization=means["utilization"],
        most=most,
        most_at=most_at,
        processors=log.processors,
    )
