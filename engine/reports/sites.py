"""Synthetic sites whose truth can be known: weeks, users and loads of several kinds, for as long as one likes.

They are for `coverage_of_logs`: how often the intervals that one log gives hold what the site is like in the long run.
"""

from collections.abc import Callable
from math import sqrt
from typing import NamedTuple

import numpy as np

from engine.compiled import elementwise
from engine.inputs.draws import Draws
from engine.workload_models.lublin99 import KINDS, expected, sample

WEEK = 604_800
PROCESSORS = 64

LARGEST = 6
"""Sizes are powers of two below 2 to this, processors."""

SHORTEST, LONGEST = 60, 10
"""Run times double evenly often from so many seconds on, so many times less one."""

MEAN_WORK = (2**LARGEST - 1) / LARGEST * SHORTEST * 1.5 * (2**LONGEST - 1) / LONGEST
"""Of a job, processor-seconds."""

LOAD = 0.55
SCATTER = 0.15
"""Standard deviation of the logarithm of the load of a week, so that weekly waits scatter as in archive logs."""

OFTEN = 5
"""Estimates are up to so many times the run time."""

ROOM = 1.3
"""So many more jobs of the model are drawn than come in the weeks in the mean."""


class Submitted(NamedTuple):
    """Jobs by arrival: float64 (J,) in whole seconds, run times and estimates too; sizes and users int64 (J,), users -1
    where nobody is known.
    """

    arrival: np.ndarray
    size: np.ndarray
    run: np.ndarray
    estimate: np.ndarray
    user: np.ndarray


class Site(NamedTuple):
    """(weeks, draws) -> its jobs of so many weeks from a Monday on, and whether its loads last for months."""

    submitted: Callable[[int, Draws], Submitted]
    lasting: bool


def _of_weeks(last: float) -> Callable[[int, Draws], Submitted]:
    """Weeks whose loads are correlated by so much with *last* week's."""

    def submitted(weeks: int, draws: Draws) -> Submitted:
        normal, now, found = draws.stream("load").normal(weeks), 0.0, np.empty(weeks)
        fresh = sqrt(1.0 - last * last)
        for week in range(weeks):
            now = normal[week] if week == 0 else last * now + fresh * normal[week]
            found[week] = now
        mean = LOAD * PROCESSORS * WEEK / MEAN_WORK
        loads = mean * elementwise.exp(SCATTER * found - SCATTER * SCATTER / 2)
        counts = np.floor(loads + draws.stream("round").random(weeks)).astype(np.int64)
        arrival = np.repeat(np.arange(weeks) * float(WEEK), counts)
        jobs = len(arrival)
        size, run = _sizes(draws.stream("size").random(jobs)), _runs(draws, jobs, draws.stream("run").random(jobs))
        return _in_order(arrival + np.floor(draws.stream("when").random(jobs) * WEEK), size, run, draws)

    return submitted


def _of_users(weeks: int, draws: Draws) -> Submitted:
    """Users come at random, stay for a quarter of a year in the mean, and each has sizes and run times of their own."""
    stay, active, before = 13, 60, 104
    users = active * (weeks + before) // stay
    begin = np.floor(draws.stream("begin").random(users) * (weeks + before)) - before
    stays = 1 + np.floor(draws.stream("stay").exponential(users) * stay).astype(np.int64)
    mean = LOAD * PROCESSORS * WEEK / MEAN_WORK / active
    each = (0.5 + draws.stream("rate").random(users)) * mean
    own_size, own_run = (draws.stream(name).random(users) for name in ("own size", "own run"))
    lasting = np.repeat(np.arange(users), stays)
    nth = np.arange(len(lasting)) - np.repeat(np.cumsum(stays) - stays, stays)
    week = begin[lasting] + nth
    there = (week >= 0) & (week < weeks)
    lasting, week = lasting[there], week[there]
    # In each of these weeks evenly between nothing and twice the user's rate.
    busy, rounding = (draws.stream(name).random(len(week)) for name in ("busy", "round"))
    counts = np.floor(each[lasting] * 2 * busy + rounding)
    of_user = np.repeat(lasting, counts.astype(np.int64))
    arrival = np.repeat(week * WEEK, counts.astype(np.int64))
    jobs = len(of_user)
    near = {name: draws.stream(name).random(jobs) - 0.5 for name in ("size", "run")}
    size = _sizes(_folded(own_size[of_user] + near["size"]))
    run = _runs(draws, jobs, _folded(own_run[of_user] + near["run"]))
    when = np.floor(draws.stream("when").random(jobs) * WEEK)
    return _in_order(arrival + when, size, run, draws, of_user + 1)


def _of_lublin99(weeks: int, draws: Draws) -> Submitted:
    kinds, load = KINDS["all"], 0.7
    known = expected(kinds, PROCESSORS)
    factor = known.work / (known.gap * PROCESSORS * load)
    jobs = int(ROOM * weeks * WEEK / (known.gap * factor)) + 2_000
    drawn = sample(kinds, PROCESSORS, draws, jobs, factor)
    until = int(np.searchsorted(drawn.arrival, weeks * WEEK))
    return _in_order(drawn.arrival[:until], drawn.size[:until].astype(np.int64), drawn.run[:until], draws)


def _folded(uniform: np.ndarray) -> np.ndarray:
    """Evenly in [0, 1) again, near what it was."""
    found = np.abs(uniform)
    folded: np.ndarray = np.where(found < 1.0, found, np.maximum(0.0, np.nextafter(2.0, 0.0) - found))
    return np.minimum(folded, np.nextafter(1.0, 0.0))


def _sizes(uniform: np.ndarray) -> np.ndarray:
    found: np.ndarray = 2 ** np.floor(uniform * LARGEST).astype(np.int64)
    return found


def _runs(draws: Draws, jobs: int, uniform: np.ndarray) -> np.ndarray:
    doubled = 2.0 ** np.floor(uniform * LONGEST).astype(np.int64)  # exact
    found: np.ndarray = np.floor(SHORTEST * doubled * (1 + draws.stream("between").random(jobs)))
    return found


def _in_order(
    arrival: np.ndarray, size: np.ndarray, run: np.ndarray, draws: Draws, user: np.ndarray | None = None
) -> Submitted:
    order = np.argsort(arrival, kind="stable")
    longer = 1 + np.floor(draws.stream("estimate").random(len(run)) * OFTEN)
    user = np.full(len(run), -1) if user is None else user
    return Submitted(arrival[order], size[order], run[order], (run * longer)[order], user[order])


SITES = {
    "weeks like the last": Site(_of_weeks(0.5), lasting=False),
    "weeks little alike": Site(_of_weeks(0.2), lasting=False),
    "lublin99": Site(_of_lublin99, lasting=False),
    "loads that last for months": Site(_of_weeks(0.9), lasting=True),
    "users who come and go": Site(_of_users, lasting=True),
}
