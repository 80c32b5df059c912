"""The metrics that every family takes of its jobs: times, slowdowns, percentiles, fairness."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from engine.inputs.measurement import Measurement
from engine.statistics.fairness import SHARES, class_variation, gini, jain_index, lorenz
from engine.statistics.means import mean
from engine.statistics.percentiles import percentiles
from engine.statistics.steadiness import present
from engine.statistics.whole_periods import from_whole, within

PERCENTILES = (50, 95, 99)
BOX = (5, 25, 50, 75, 95)
"""Percentiles of the bounded slowdowns of a job class; whiskers, box and median."""

JOB_METRICS = (
    "response_time",
    "wait_time",
    "slowdown",
    "bounded_slowdown",
    *(f"response_time_p{percent}" for percent in PERCENTILES),
    "jain_index",
    "gini",
    "warm_up_jobs",
    "middle_jobs_in_system",
    "late_jobs_in_system",
)
"""What `measure_jobs` gives for any jobs; `detail_names` lists the rest."""


SHORT = ("exponential", "hyperexponential")
"""Laws of demand with so many short jobs that the mean of 1 / demand does not exist: a job that has to wait has a
slowdown of about wait / demand, so that the mean slowdown does not exist either."""


def short_jobs(tree: Any) -> list[str]:
    """Which of these laws the *tree* of a scenario has."""
    found: set[str] = set()
    if isinstance(tree, dict):
        found = {law for law in SHORT if tree.get("distribution") == law}
    parts = tree.values() if isinstance(tree, dict) else tree if isinstance(tree, list) else ()
    return sorted(found.union(*(short_jobs(part) for part in parts)))


class JobTimes(NamedTuple):
    """J jobs in order of arrival.

    Attributes
    ----------
    arrival, start, end : float64 (J,), s
    alone : float64 (J,), response time of the job if it had the cluster to itself, s
    job_class : int (J,), number of its class
    """

    arrival: np.ndarray
    start: np.ndarray
    end: np.ndarray
    alone: np.ndarray
    job_class: np.ndarray


def detail_names(classes: Sequence[str]) -> Iterator[str]:
    """The metrics with a bracket, and those that need more than one job class."""
    if len(classes) > 1:
        yield "class_variation"
    yield from (f"lorenz[{share}]" for share in SHARES)
    for name in classes:
        yield f"class_slowdown[{name}]"
        yield from (f"class_slowdown_p{percent}[{name}]" for percent in BOX)


def measure_jobs(
    jobs: JobTimes, classes: Sequence[str], measurement: Measurement, period: float = 0.0
) -> tuple[dict[str, float], slice]:
    """The metrics of `JOB_METRICS` and `detail_names`, and which jobs they are of: the warm-up leaves out the first.

    Where the load comes back after a *period* (s), they are those that arrive within whole periods, if there is one.

    A fixed warm-up is longer than the jobs there are where few of those submitted were taken. It leaves none then, and
    what is a mean over jobs is missing; what is of all jobs is not.
    """
    until = within(jobs.arrival, period)
    response = (jobs.end - jobs.arrival)[:until]
    cut = from_whole(min(measurement.warm_up.cut(response), until), jobs.arrival, period)
    counted = slice(cut, until)
    middle, late = present(jobs.arrival, jobs.end, period)
    of_all = {"warm_up_jobs": float(cut)}
    if not np.isnan(middle):
        of_all |= {"middle_jobs_in_system": middle, "late_jobs_in_system": late}
    if cut == until:
        return of_all, counted
    response, alone = response[cut:], jobs.alone[counted]
    slowdown = response / alone
    # What is said of fairness is said of bounded slowdowns: the mean of unbounded ones may not exist (see `metrics`).
    bounded = bounded_slowdowns(response, alone, measurement)
    ordered = np.sort(bounded)
    found = {
        "response_time": mean(response),
        "wait_time": mean(jobs.start[counted] - jobs.arrival[counted]),
        "slowdown": mean(slowdown),
        "bounded_slowdown": mean(bounded),
        "jain_index": jain_index(bounded),
        "gini": gini(ordered),
    }
    found |= of_all
    found |= _named("response_time_p{}", PERCENTILES, percentiles(response, PERCENTILES))
    found |= _named("lorenz[{}]", SHARES, lorenz(ordered).tolist())
    return found | _of_classes(bounded, ordered, jobs.job_class[counted], classes), counted


def bounded_slowdowns(response: np.ndarray, alone: np.ndarray, measurement: Measurement) -> np.ndarray:
    """Of jobs with these response times (s) that take so long *alone* (s); float64 (J,)."""
    found: np.ndarray = np.maximum(response / np.maximum(alone, measurement.slowdown_threshold), 1.0)
    return found


def _of_classes(
    bounded: np.ndarray, ordered: np.ndarray, job_class: np.ndarray, classes: Sequence[str]
) -> dict[str, float]:
    found: dict[str, float] = {}
    means = np.full(len(classes), np.nan)
    for number, name in enumerate(classes):
        own = ordered if len(classes) == 1 else bounded[job_class == number]
        if len(own) == 0:  # a rare class that did not come
            continue
        means[number] = found[f"class_slowdown[{name}]"] = mean(own)
        for percent, value in zip(BOX, percentiles(own, BOX), strict=True):
            found[f"class_slowdown_p{percent}[{name}]"] = value
    if len(classes) > 1:
        found["class_variation"] = class_variation(means)
    return found


def _named(pattern: str, marks: Sequence[float], values: Sequence[float]) -> dict[str, float]:
    return {pattern.format(mark): value for mark, value in zip(marks, values, strict=True)}
