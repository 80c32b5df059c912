"""The hours of the week: who arrives in them and how long he waits, what he brings, and how many wait meanwhile."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from engine.logs.week_clock import HOUR
from engine.parallel_jobs.for_whom.served import Served, means

HOURS = 168
HourOfWeek = Callable[[np.ndarray], np.ndarray]
"""Instants, s -> hours of the week, from 0 to 167."""


class ByHour(NamedTuple):
    """The 168 hours of a week from Monday 0:00 on; each array is (168,).

    Attributes
    ----------
    hours : int64, how often each is in what is measured
    arrivals : int64, jobs
    load : float64, work that arrives in an hour over what the cluster can do in it
    queue : float64, mean number of jobs that wait
    wait : float64, mean wait of those who arrive in it, s; NaN if nobody does
    """

    hours: np.ndarray
    arrivals: np.ndarray
    load: np.ndarray
    queue: np.ndarray
    wait: np.ndarray


def by_hour(
    counted: Served, present: Served, since: float, until: float, machines: int, hour_of_week: HourOfWeek
) -> ByHour:
    """Of what is measured from *since* to *until*, s.

    Parameters
    ----------
    counted, present : the jobs that arrive in that time, and all that may wait in it
    machines : of the cluster
    hour_of_week : of the clock of the arrivals
    """
    edges = np.arange(np.floor(since / HOUR), np.ceil(until / HOUR) + 1) * HOUR
    edges = np.clip(edges, since, until)
    there = hour_of_week((edges[:-1] + edges[1:]) / 2)
    seconds = np.bincount(there, weights=np.diff(edges), minlength=HOURS)
    waiting = np.bincount(there, weights=np.diff(waited_until(present, edges)), minlength=HOURS)
    arrivals = np.bincount(counted.hour, minlength=HOURS)

    def sums(values: np.ndarray) -> np.ndarray:
        return np.bincount(counted.hour, weights=values, minlength=HOURS)

    return ByHour(
        hours=np.bincount(there, minlength=HOURS),
        arrivals=arrivals,
        load=means(sums(counted.work), seconds * machines),
        queue=means(waiting, seconds),
        wait=means(sums(counted.wait), arrivals),
    )


def waited_until(served: Served, time: np.ndarray) -> np.ndarray:
    """How long all jobs together have waited until each *time*, s; float64 as *time*."""
    return _since(served.arrival, time) - _since(np.sort(served.arrival + served.wait), time)


def _since(instants: np.ndarray, time: np.ndarray) -> np.ndarray:
    """The sum of what has passed since each of these *instants* (ascending) that is over at a *time*."""
    before = np.concatenate([[0.0], np.cumsum(instants)])
    over = np.searchsorted(instants, time)
    found: np.ndarray = over * time - before[over]
    return found
