"""Jobs that wait and processors in use, as step functions of time, and their extremes in equal parts of a window."""

from typing import NamedTuple

import numpy as np

from engine.parallel_jobs.records import Reason, Records


class Steps(NamedTuple):
    """From `time[n]` on, up to the next one.

    Attributes
    ----------
    time : float64 (S,), s, ascending, begins with the first arrival
    waiting : int32 (S,), jobs that wait
    used : int32 (S,), processors on which a job runs
    waited, worked : float64 (S,), integrals of both up to `time[n]`
    """

    time: np.ndarray
    waiting: np.ndarray
    used: np.ndarray
    waited: np.ndarray
    worked: np.ndarray


def steps_of(records: Records, since: np.ndarray, until: np.ndarray, size: np.ndarray) -> Steps:
    """Of all jobs that are taken, and of pieces of processor time."""
    taken = records.reason == Reason.NONE
    arrival, start = records.arrival[taken], records.start[taken]
    time = np.concatenate([arrival, start, since, until])
    order = np.argsort(time, kind="stable")
    time = time[order]
    last = np.append(time[1:] != time[:-1], True)

    def along(parts: list[np.ndarray]) -> np.ndarray:
        found: np.ndarray = np.cumsum(np.concatenate(parts)[order])[last].astype(np.int32)
        return found

    one, none, nothing = np.ones(len(arrival), np.int64), np.zeros(len(arrival), np.int64), np.zeros(len(since), int)
    size = size.astype(np.int64)
    waiting = along([one, -one, nothing, nothing])
    used = along([none, none, size, -size])
    time = time[last]
    spans = np.diff(time)
    return Steps(time, waiting, used, *(np.append(0.0, np.cumsum(spans * one[:-1])) for one in (waiting, used)))


class Extremes(NamedTuple):
    """Least, mean and largest value of a step function in each of some parts of a window; float64 (C,)."""

    least: np.ndarray
    mean: np.ndarray
    largest: np.ndarray


def extremes(time: np.ndarray, value: np.ndarray, integral: np.ndarray, edges: np.ndarray) -> Extremes:
    """Between each two neighbors of *edges* (s, ascending); before the first step and after the last one it is 0."""
    if len(time) == 0:
        nothing = np.zeros(len(edges) - 1)
        return Extremes(nothing, nothing, nothing)
    reached = np.searchsorted(time, edges, side="right") - 1
    inside = np.maximum(reached, 0)
    total = np.where(reached < 0, 0.0, integral[inside] + value[inside] * (edges - time[inside]))
    begin = inside[:-1]
    end = np.maximum(
        np.searchsorted(time, edges[1:], side="left"), begin + 1
    )  # one that begins at an edge is behind it
    part = np.append(value[begin[0] : end[-1]], 0)  # no index of reduceat may be the length
    bounds = np.column_stack([begin, end]).ravel() - begin[0]
    early, never = reached[:-1] < 0, edges[1:] <= time[0]

    def each(function: np.ufunc) -> np.ndarray:
        found = function.reduceat(part, bounds)[::2].astype(np.float64)
        return np.where(never, 0.0, np.where(early, function(found, 0.0), found))

    return Extremes(each(np.minimum), np.diff(total) / np.diff(edges), each(np.maximum))
