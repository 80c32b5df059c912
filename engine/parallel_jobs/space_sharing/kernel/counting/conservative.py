"""Conservative backfilling where processors are only counted: the passes of `kernel/conservative.py`, by indices."""

from typing import NamedTuple

import numpy as np

from engine.compiled.compilation import compiled, part, small
from engine.compiled.structure import by_reference
from engine.parallel_jobs.space_sharing.kernel.counting.feedback import follow, next_coming
from engine.parallel_jobs.space_sharing.kernel.counting.profile import (
    Profile,
    all_idle,
    book,
    forget,
    forget_blocks,
    idle_at,
    most_idle,
    room,
)
from engine.parallel_jobs.space_sharing.kernel.counting.queues import (
    arrive,
    begin,
    ends_now,
    estimate,
    first_coming,
    next_instant,
    retire,
)
from engine.parallel_jobs.space_sharing.kernel.counting.tables import FREE
from engine.parallel_jobs.space_sharing.kernel.waiting import (
    NOBODY,
    THERE,
    TOO_MANY,
    Queue,
    ask_anew,
    empty_queue,
    join,
    last_times,
    leave,
    next_after,
    next_that_fits,
    time_until,
)
from engine.parallel_jobs.space_sharing.rules.backfilling import NEVER, hull

LOST = 0
"""Entry of `Plan.tally`: waiting jobs whose run time the clock loses, so that their places take no time."""


@by_reference
class Plan(NamedTuple):
    """Reservations of J jobs.

    Attributes
    ----------
    booked, until : float64 (J,), s, of a job that waits or runs
    profile, tally : see its module, and above
    line, last : those who wait with a reservation, and when they are to start; see `waiting.py`
    """

    booked: np.ndarray
    until: np.ndarray
    profile: Profile
    line: Queue
    last: np.ndarray
    tally: np.ndarray


def no_plan(n_jobs: int, processors: int) -> Plan:
    """Nobody has a reservation."""
    line = empty_queue(n_jobs)
    return Plan(
        booked=np.empty(n_jobs),
        until=np.empty(n_jobs),
        profile=all_idle(n_jobs, processors),
        line=line,
        last=last_times(line),
        tally=np.zeros(1, np.int64),
    )


@small
def _book_from(site, plan, j, start):
    plan.booked[j], plan.until[j] = start, start + site.estimate[j]
    if not plan.booked[j] < plan.until[j]:
        plan.tally[LOST] += 1
    book(plan.profile, start, plan.until[j], site.low[j])


@small
def _take_out(site, plan, j):
    if not plan.booked[j] < plan.until[j]:
        plan.tally[LOST] -= 1
    book(plan.profile, plan.booked[j], plan.until[j], -site.low[j])


@small
def _reserve(site, plan, now, j):
    """Book the earliest place for job *j*."""
    _book_from(site, plan, j, room(plan.profile, site.low[j], site.estimate[j], now, np.inf, -np.inf, np.inf))


@small
def _give_up(site, plan, j, needed):
    """Put back what was booked for job *j* beyond what is needed; what has become idle by that."""
    if not needed < plan.until[j]:
        return NEVER
    book(plan.profile, needed, plan.until[j], -site.low[j])
    return needed, plan.until[j]


@small
def _has_moved(site, plan, now, j, freed):
    """Book a better place for job *j*, if there is one in what is *freed*; whether there was."""
    start, end = plan.booked[j], plan.until[j]
    if now <= start < end:
        at = room(plan.profile, site.low[j], site.estimate[j], now, start, freed[0], freed[1])
        if not at < start:
            return False
        _take_out(site, plan, j)
        _book_from(site, plan, j, at)
    else:  # it is late, or its run time is lost in a rounding error
        _take_out(site, plan, j)
        _reserve(site, plan, now, j)
        if plan.booked[j] == start:
            return False
    ask_anew(plan.line, j, site.low[j], plan.booked[j], plan.last)
    return True


@part
def _reserve_anew(site, plan, now, freed):
    """Each waiting job in turn gets the earliest place, until nobody can move any more.

    Who moves gets into what has become idle: he needs no more than is idle there, and was to start after that begins.
    """
    while freed[0] < freed[1]:
        before, freed = freed, NEVER
        reach, leaf = before, 0
        most = most_idle(plan.profile, reach[0], reach[1])
        while True:
            if plan.tally[LOST] > 0 or plan.line.node[1].time < now:  # somebody has to be looked at in any case
                j = next_that_fits(plan.line, leaf, TOO_MANY - 1, 0, np.inf)
            else:
                j = next_after(plan.line, plan.last, leaf, most, 0, np.inf, reach[0])
            if j == NOBODY:
                break
            leaf = plan.line.leaf[j] + 1
            old = plan.booked[j], plan.until[j]
            if _has_moved(site, plan, now, j, reach):
                freed = hull(freed, old)
                reach = hull(before, freed)
                most = most_idle(plan.profile, reach[0], reach[1])
        forget(plan.profile, now)


@small
def _start_due(site, plan, now):
    """Start everybody whose reservation is due; what has become idle since who is late needs another place."""
    freed, leaf = NEVER, 0
    while site.tally[FREE] > 0:
        j = next_that_fits(plan.line, leaf, site.tally[FREE], 0, now)
        if j == NOBODY:
            break
        leaf = plan.line.leaf[j] + 1
        leave(plan.line, j, plan.last)
        if not plan.booked[j] < plan.until[j]:
            plan.tally[LOST] -= 1
        begin(site, now, j)
        expected = now + site.estimate[j]
        freed = hull(freed, _give_up(site, plan, j, expected))
        plan.booked[j], plan.until[j] = now, expected
    return freed


@small
def _reserve_next(site, plan, now):
    """The first of those behind gets a reservation behind all the others', and is behind no longer."""
    j = next_that_fits(site.waiting, 0, TOO_MANY - 1, 0, np.inf)
    leave(site.waiting, j, None)
    _reserve(site, plan, now, j)
    join(plan.line, j, site.low[j], plan.booked[j], plan.last)


@small
def _starts_behind(site, plan, now, j):
    """Start job *j*, which has no reservation, if it fits and ends before it delays anybody; whether it does."""
    if site.low[j] > site.tally[FREE]:
        return False
    if room(plan.profile, site.low[j], site.estimate[j], now, np.inf, -np.inf, np.inf) > now:
        return False
    begin(site, now, j)
    plan.booked[j], plan.until[j] = now, now + site.estimate[j]
    book(plan.profile, now, plan.until[j], site.low[j])
    return True


@part
def _start_behind(site, plan, now):
    """Start whoever may of those that have no reservation.

    Who ends before the first reservation begins is in nobody's way, and others need processors idle at that instant.
    """
    leaf = 0
    while site.tally[FREE] > 0 and site.waiting.tally[THERE] > 0:
        first = max(now, plan.line.node[1].time)
        spare = idle_at(plan.profile, first)
        j = next_that_fits(site.waiting, leaf, site.tally[FREE], spare, time_until(now, first))
        if j == NOBODY:
            break
        leaf = site.waiting.leaf[j] + 1
        if _starts_behind(site, plan, now, j):
            leave(site.waiting, j, None)


@small
def _start_all_due(site, plan, now, depth):
    """Start whoever is due, until as many have reservations as may; whether anybody started."""
    there = plan.line.tally[THERE] + site.waiting.tally[THERE]
    while True:
        while plan.line.tally[THERE] < depth and site.waiting.tally[THERE] > 0:
            _reserve_next(site, plan, now)
        freed = _start_due(site, plan, now)
        while freed[0] < freed[1]:
            _reserve_anew(site, plan, now, freed)
            freed = _start_due(site, plan, now)
        if plan.line.tally[THERE] == depth or site.waiting.tally[THERE] == 0:
            break
    return plan.line.tally[THERE] + site.waiting.tally[THERE] < there


@compiled
def simulate(site, plan, depth, feedback):
    """At each instant all ends by number, all arrivals, and then one pass; *depth* jobs may have reservations.

    *feedback* is empty where all jobs come of themselves.
    """
    n_jobs, follow_others = site.gap.shape[0], feedback.job.shape[0] > 0
    gone = arrived = 0
    next_arrival = first_coming(site, feedback)
    while gone < n_jobs:
        now = next_instant(site, next_arrival)
        freed, ended = NEVER, ends_now(site, now)
        while ends_now(site, now):
            j = retire(site, now)
            gone += 1
            freed = hull(freed, _give_up(site, plan, j, now))
            if follow_others:
                follow(feedback, now, j)
        if follow_others:
            next_arrival = next_coming(feedback)
        forget_blocks(plan.profile, now)
        before = arrived
        while arrived < n_jobs and next_arrival == now:
            next_arrival = arrive(site, feedback, now, arrived)
            arrived += 1
        if freed[0] < freed[1]:
            _reserve_anew(site, plan, now, freed)
        behind = before
        while behind < arrived and plan.line.tally[THERE] < depth and site.waiting.tally[THERE] == 0:
            estimate(site, behind)
            _reserve(site, plan, now, behind)
            join(plan.line, behind, site.low[behind], plan.booked[behind], plan.last)
            behind += 1
        for j in range(behind, arrived):
            join(site.waiting, j, site.low[j], estimate(site, j), None)
        if plan.line.tally[THERE] == 0:
            continue
        if _start_all_due(site, plan, now, depth) or ended:
            _start_behind(site, plan, now)
        else:  # whoever was there before cannot start now, either
            for j in range(behind, arrived):
                if _starts_behind(site, plan, now, j):
                    leave(site.waiting, j, None)
