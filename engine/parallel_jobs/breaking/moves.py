"""The neighbors of a small instance: a number changed, a job or a group of machines more or less."""

import numpy as np

from engine.contract.breaking import MOST_JOBS
from engine.contract.small_numbers import between, changed, drawn
from engine.parallel_jobs.breaking.instance import (
    LATEST,
    LATEST_DEADLINE,
    LONGEST,
    LONGEST_ESTIMATE,
    MOST_FACTOR,
    MOST_GROUPS,
    MOST_MACHINES,
    MOST_PROFIT,
    Group,
    Instance,
    SmallJob,
    possible,
)

UNIFORM = 6
"""Uniform numbers that a move takes, all of them whichever move it is."""

RANGES = ((0, LATEST), (1, MOST_GROUPS * MOST_MACHINES), (1, LONGEST), (1, LONGEST_ESTIMATE))
"""Least and most of each number of a job."""

OF_PROFIT = ((1, LATEST_DEADLINE), (1, MOST_PROFIT))
"""Of those that only profit depends on."""

NEAR = 3
"""A number is changed by at most so much, or drawn anew."""

CHANGE_JOB, MORE_JOBS, FEWER_JOBS, CHANGE_GROUP = 0.70, 0.82, 0.90, 0.96
"""Below which uniform number a move is which; the rest are a group more or less."""


def ranges(of_profit: bool) -> tuple[tuple[int, int], ...]:
    """Of the numbers of a job that are tried."""
    return (*RANGES, *OF_PROFIT) if of_profit else RANGES


def moved(
    instance: Instance, uniform: np.ndarray, most_groups: int, most_jobs: int = MOST_JOBS, of_profit: bool = False
) -> Instance:
    """A neighbor of the *instance*, by `UNIFORM` numbers in [0, 1)."""
    groups, jobs = list(instance.groups), list(instance.jobs)
    what, first, second, third, fourth, fifth = uniform.tolist()
    if what < CHANGE_JOB:
        n = int(first * len(jobs))
        jobs[n] = _changed(jobs[n], second, third, fourth, of_profit)
    elif what < MORE_JOBS:
        job = _changed(jobs[int(first * len(jobs))], second, third, fourth, of_profit)
        if len(jobs) < most_jobs:
            jobs.append(job)
        else:
            jobs[int(fifth * len(jobs))] = job
    elif what < FEWER_JOBS:
        if len(jobs) > 1:
            del jobs[int(first * len(jobs))]
    elif what < CHANGE_GROUP or most_groups == 1:
        n = int(first * len(groups))
        groups[n] = _other_group(second, third, len(groups))
    elif third < 0.5 and len(groups) < most_groups:
        groups.append(_other_group(first, second, len(groups) + 1))
    elif len(groups) > 1:
        del groups[int(first * len(groups))]
    return possible(tuple(groups), jobs)


def at_random(uniform: np.ndarray, most_groups: int, most_jobs: int = MOST_JOBS, of_profit: bool = False) -> Instance:
    """An instance to begin with, by (`MOST_JOBS` + 1, `UNIFORM`) numbers: of as many jobs as there may be."""
    number = 1 + int(uniform[0, 0] * most_groups)
    groups = tuple(_other_group(uniform[0, n], uniform[0, n + 1], number) for n in range(1, number + 1))
    numbers = ranges(of_profit)
    jobs = [SmallJob(*drawn(numbers, row.tolist())) for row in uniform[1 : most_jobs + 1]]
    return possible(groups, [job._replace(estimate=job.run) for job in jobs])


def _changed(job: SmallJob, which: float, how: float, by: float, of_profit: bool) -> SmallJob:
    numbers = ranges(of_profit)
    field = int(which * len(numbers))
    value = changed(job[field], numbers[field], how, by, NEAR)
    other = job._replace(**{job._fields[field]: value})
    if field == job._fields.index("run") and job.estimate == job.run:  # who knows goes on knowing
        other = other._replace(estimate=value)
    return other


def _other_group(machines: float, factor: float, groups: int) -> Group:
    """The only group is of the fastest machines: speeds are relative."""
    return Group(between(1, MOST_MACHINES, machines), between(1, MOST_FACTOR, factor) if groups > 1 else 1)
