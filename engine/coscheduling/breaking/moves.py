"""The neighbors of a small instance: a number changed, a job more or less, more or fewer nodes or places on them."""

import numpy as np

from engine.contract.breaking import MOST_JOBS
from engine.contract.small_numbers import between, changed, drawn
from engine.coscheduling.breaking.instance import (
    FEWEST_TASKS,
    LATEST,
    LONGEST,
    MOST_NODES,
    MOST_SLOTS,
    Instance,
    SmallJob,
    possible,
)

UNIFORM = 5
"""Uniform numbers that a move takes, all of them whichever move it is."""

NEAR = 2
"""A number is changed by at most so much, or drawn anew."""

CHANGE_JOB, MORE_JOBS, FEWER_JOBS, CHANGE_NODES = 0.70, 0.82, 0.90, 0.95
"""Below which uniform number a move is which; the rest change how many processes a node takes."""


def ranges(types: int) -> tuple[tuple[int, int], ...]:
    """Least and most of each number of a job, where there are so many job *types*."""
    return ((0, LATEST), (FEWEST_TASKS, MOST_NODES), (1, LONGEST), (0, types - 1))


def moved(instance: Instance, uniform: np.ndarray, types: int, most_jobs: int = MOST_JOBS) -> Instance:
    """A neighbor of the *instance*, by `UNIFORM` numbers in [0, 1)."""
    nodes, slots, jobs = instance.nodes, instance.slots, list(instance.jobs)
    what, first, second, third, fourth = uniform.tolist()
    place = int(first * len(jobs))
    if what < CHANGE_JOB:
        jobs[place] = _changed(jobs[place], second, third, fourth, types)
    elif what < MORE_JOBS:
        job = _changed(jobs[place], second, third, fourth, types)
        if len(jobs) < most_jobs:
            jobs.append(job)
        else:
            jobs[place] = job
    elif what < FEWER_JOBS:
        if len(jobs) > 1:
            del jobs[place]
    elif what < CHANGE_NODES:
        nodes = between(FEWEST_TASKS, MOST_NODES, second)
    else:
        slots = between(1, MOST_SLOTS, second)
    return possible(nodes, slots, jobs)


def at_random(uniform: np.ndarray, types: int, most_jobs: int = MOST_JOBS) -> Instance:
    """An instance to begin with, by (`MOST_JOBS` + 1, `UNIFORM`) numbers: of as many jobs as there may be."""
    nodes, slots = between(FEWEST_TASKS, MOST_NODES, uniform[0, 0]), between(1, MOST_SLOTS, uniform[0, 1])
    numbers = ranges(types)
    jobs = [SmallJob(*drawn(numbers, row.tolist())) for row in uniform[1 : most_jobs + 1]]
    return possible(nodes, slots, jobs)


def _changed(job: SmallJob, which: float, how: float, by: float, types: int) -> SmallJob:
    numbers = ranges(types)
    field = int(which * len(numbers))
    value = changed(job[field], numbers[field], how, by, NEAR)
    return job._replace(**{job._fields[field]: value})
