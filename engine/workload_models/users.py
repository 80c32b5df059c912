"""Whose jobs are those of a workload model: users who come and go, each with sizes and run times of his own.

A model of ours, for want of a published one: lublin99 and its like draw jobs and no users. Nothing else about the jobs
changes. What it is to have: some users with much and many with little work; some who are there all the time and more
who come for weeks; jobs of one user are like each other and come after each other (parallel-jobs README, models).
"""

import numpy as np

from engine.inputs.draws import Draws
from engine.workload_models.jobs import RigidJobs

WEEK = 604_800

STAYING = 3
"""One in so many of those who are there at a time is there all the time."""

STAY, BEFORE = 8, 60
"""Weeks that the others stay in the mean, evenly exponential and rounded up; and from how long before the first job."""

RAREST = 0.05
"""How often a user submits is 1 / (RAREST + u): the busiest twenty times as often as the idlest."""

AGAIN = 0.5
"""Of the jobs of one kind (powers of two of size and run time), those whose user is that of the one before."""

APART = 2
"""So many powers of two of run time are as far apart as one of size."""


def users_of(jobs: RigidJobs, draws: Draws, active: int) -> np.ndarray:
    """The user of each job, from 1; int64 (J,).

    Parameters
    ----------
    active : users who are there in a mean week, at least 1
    """
    count = len(jobs.arrival)
    week = (jobs.arrival // WEEK).astype(np.int64)
    weeks = int(week[-1]) + 1
    begin, end = _presence(draws, active, weeks)
    users = len(begin)
    often = 1.0 / (RAREST + draws.stream("how often users submit").random(users))
    size, run = _octave(jobs.size), _octave(jobs.run)
    taste = draws.stream("tastes of users").integers(0, count, users)  # that of a job, so that all kinds have users
    kind = size * (run.max() + 1) + run
    kinds, of_kind = np.unique(kind, return_inverse=True)
    like = _likeness(kinds // (run.max() + 1), size[taste]) * _likeness(kinds % (run.max() + 1), run[taste], APART)
    uniform = draws.stream("users").random(count)
    found = np.empty(count, dtype=np.int64)
    order = np.lexsort((of_kind, week))
    edges = np.searchsorted(week[order], np.arange(weeks + 1))
    for number in range(weeks):
        own = order[edges[number] : edges[number + 1]]
        if not len(own):
            continue
        there = np.flatnonzero((begin <= number) & (number < end))
        upto = np.cumsum(like[:, there] * often[there], axis=1)
        first, start = np.unique(of_kind[own], return_index=True)
        for which, since, until in zip(first, start, np.append(start[1:], len(own)), strict=True):
            some = own[since:until]
            place = np.searchsorted(upto[which], uniform[some] * upto[which, -1], side="right")
            found[some] = there[np.minimum(place, len(there) - 1)]
    return _again(found, of_kind, draws.stream("users again").random(count) < AGAIN, week) + 1


def _presence(draws: Draws, active: int, weeks: int) -> tuple[np.ndarray, np.ndarray]:
    """From which week to which (exclusive) each user is there; int64 (U,) both. Somebody always is."""
    staying = -(-active // STAYING)
    others = (active - staying) * (weeks + BEFORE) // STAY
    begin = draws.stream("when users come").integers(-BEFORE, weeks, others)
    stay = 1 + np.floor(draws.stream("how long users stay").exponential(others) * (STAY - 0.5)).astype(np.int64)
    return np.concatenate([np.zeros(staying, np.int64), begin]), np.concatenate([np.full(staying, weeks), begin + stay])


def _octave(value: np.ndarray) -> np.ndarray:
    """The power of two below a positive number; exact."""
    return np.frexp(value.astype(np.float64))[1].astype(np.int64) - 1


def _likeness(kinds: np.ndarray, tastes: np.ndarray, apart: int = 1) -> np.ndarray:
    """How readily users with these tastes submit jobs of these kinds; float64 (kinds, users), at most 1."""
    away = (kinds[:, None] - tastes[None, :]) / apart
    found: np.ndarray = 1.0 / (1.0 + away * away)
    return found * found


def _again(user: np.ndarray, kind: np.ndarray, again: np.ndarray, week: np.ndarray) -> np.ndarray:
    """Users of whom some are those of the job of the same kind before, in the same week."""
    order = np.lexsort((np.arange(len(user)), kind, week))
    fresh = ~again[order]
    fresh[0] = True
    fresh[1:] |= (kind[order][1:] != kind[order][:-1]) | (week[order][1:] != week[order][:-1])
    taken = np.maximum.accumulate(np.where(fresh, np.arange(len(user)), 0))
    found = np.empty(len(user), dtype=np.int64)
    found[order] = user[order][taken]
    return found
