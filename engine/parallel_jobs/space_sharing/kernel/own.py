"""Own policies, compiled: everybody who waits is in `queue`, evicted jobs first, then by what the rule says.

Rules are asked once per pass, at its beginning, and only in passes that could start somebody.
"""

import numpy as np

from engine.compiled.compilation import part, small
from engine.parallel_jobs.model import NONE, SKIP
from engine.parallel_jobs.space_sharing.kernel.own_groups import chosen_time, start_chosen
from engine.parallel_jobs.space_sharing.kernel.own_names import (
    count_usage,
    in_use_now,
    look_at_share,
    look_round,
    worth,
)
from engine.parallel_jobs.space_sharing.kernel.queues import fastest_idle, lasting, promised, run_time
from engine.parallel_jobs.space_sharing.kernel.site import is_disrupted, leave_queue
from engine.parallel_jobs.space_sharing.kernel.tables import FREE, N_LEAVING, N_RUNNING, N_WAITING, PROCESSORS
from engine.parallel_jobs.space_sharing.rules.backfilling import book, place
from engine.queues.backfilling import may_backfill

NEARLY = 8
"""Moves per job of an order that nearly stands."""

N_PROFILE = 0
"""Entry of `OwnTables.tally`."""


@small
def _is_before(value, one, other):
    """Whether job *one* stands before the *other*: it is worth more, or as much and has the lower number."""
    return value[one] > value[other] or (value[one] == value[other] and one < other)


@part
def _by_gaps(jobs, first, last, value):
    """The same for jobs in any order (Shell 1959, with the gaps of Knuth 1973)."""
    gap = 1
    while gap < (last - first) // 3:
        gap = 3 * gap + 1
    while gap > 0:
        for x in range(first + gap, last):
            j = jobs[x]
            y = x
            while y >= first + gap and _is_before(value, j, jobs[y - gap]):
                jobs[y] = jobs[y - gap]
                y -= gap
            jobs[y] = j
        gap //= 3


@small
def in_order(jobs, first, last, value):
    """Put *jobs* from *first* to *last* - 1 in order of their values, float64 (J,).

    They nearly are, from pass to pass. Where they are not, as when users change places by what they have used, the
    moves would grow with the square of those that wait.
    """
    left = NEARLY * (last - first)
    for x in range(first, last):
        j = jobs[x]
        y = x
        while y > first and _is_before(value, j, jobs[y - 1]):
            jobs[y] = jobs[y - 1]
            y -= 1
        jobs[y] = j
        left -= x - y
        if left < 0:
            break
    if left < 0:
        _by_gaps(jobs, first, last, value)


@small
def evicted_of(site, jobs, count):
    """How many of *jobs* were evicted; they are the first."""
    found = 0
    if is_disrupted(site):
        while found < count and site.disruption[jobs[found]].evicted:
            found += 1
    return found


@small
def _take(site, own, now, j):
    """Start waiting job *j*."""
    x = 0
    while site.queue[x] != j:
        x += 1
    leave_queue(site, x)
    start_chosen(site, own, now, j)


@small
def _behind(site, own, now, first, shadow, spare):
    """Those from place *first* of the queue on that may pass, in the order in which they do; how many.

    Who may not on the fastest idle machine, with all that is left now, may not later in this pass, either. There are
    few others: only these are put in order, and asked on which machines they would be.
    """
    count, fastest = 0, fastest_idle(site)
    for x in range(first, site.tally[N_WAITING]):
        j = site.queue[x]
        if site.low[j] > site.tally[FREE]:
            continue
        if may_backfill(now, run_time(site, j, fastest), site.low[j], site.tally[FREE], shadow, spare):
            own.behind[count] = j
            count += 1
    if own.two:
        in_order(own.behind, evicted_of(site, own.behind, count), count, own.other)
    return count


@part
def _pass_head(site, own, now, ends, sizes):
    """As under EASY."""
    shadow, spare = promised(site, site.queue[0], ends, sizes)
    count = _behind(site, own, now, 1, shadow, spare)
    for k in range(count):
        if site.tally[FREE] == 0:
            break
        j = own.behind[k]
        if site.low[j] > site.tally[FREE]:
            continue
        takes = chosen_time(site, own, now, j)
        if may_backfill(now, takes, site.low[j], site.tally[FREE], shadow, spare):
            _take(site, own, now, j)
            if not now + takes <= shadow:
                spare -= site.low[j]


@part
def _skip(site, own, now):
    """Whoever fits, nobody is waited for."""
    count = _behind(site, own, now, 1, np.inf, 0)
    for k in range(count):
        if site.low[own.behind[k]] <= site.tally[FREE]:
            _take(site, own, now, own.behind[k])


@small
def book_own(own, since, until, processors):
    """Take processors out of the profile."""
    own.tally[N_PROFILE] = book(own.instant, own.idle, own.tally[N_PROFILE], since, until, processors)


@small
def _starts(site, own, now, j, at):
    """Start waiting job *j* if it can now; whether it did."""
    if at > now or site.low[j] > site.tally[FREE]:
        return False
    _take(site, own, now, j)
    book_own(own, now, site.seat[site.run[site.tally[N_RUNNING] - 1]].expected_end, site.low[j])
    return True


@part
def _plan(site, own, now):
    """Reservations for the first few, all anew; then whoever is in nobody's way."""
    own.instant[0], own.idle[0], own.tally[N_PROFILE] = now, site.tally[PROCESSORS] - site.tally[N_LEAVING], 1
    for k in range(site.tally[N_RUNNING]):
        seat = site.run[k]
        until = max(site.seat[seat].expected_end, site.seat[seat].end)
        book_own(own, now, until, lasting(site, seat))
    protected = x = 0
    while x < site.tally[N_WAITING] and protected < own.reservation:
        j = site.queue[x]
        takes = run_time(site, j, site.alpha[-1])
        at = place(own.instant, own.idle, own.tally[N_PROFILE], site.low[j], takes, now)
        if not _starts(site, own, now, j, at):
            book_own(own, at, at + takes, site.low[j])
            protected += 1
            x += 1
    count = _behind(site, own, now, x, np.inf, 0)
    for k in range(count):
        j = own.behind[k]
        if site.low[j] <= site.tally[FREE]:
            takes = run_time(site, j, site.alpha[-1])
            _starts(site, own, now, j, place(own.instant, own.idle, own.tally[N_PROFILE], site.low[j], takes, now))


@part
def admits(site, own, now, j):
    """Whether the rule takes job *j*, which arrives now."""
    count_usage(own, now)
    look_round(site, own, now)
    own.behind[0] = j
    look_at_share(own, own.user[j])
    worth(site, own, now, own.admit, own.behind, 1, own.value)
    return own.value[j] > 0.0


@part
def own_pass(site, own, now, ends, sizes):
    """One pass. *ends*, *sizes*: (P + 1,), to work with."""
    count_usage(own, now)
    if site.tally[N_WAITING] > 0 and site.tally[FREE] > 0:
        look_round(site, own, now)
        worth(site, own, now, own.order, site.queue, site.tally[N_WAITING], own.value)
        if own.two:
            worth(site, own, now, own.backfill, site.queue, site.tally[N_WAITING], own.other)
        in_order(site.queue, evicted_of(site, site.queue, site.tally[N_WAITING]), site.tally[N_WAITING], own.value)
        if own.reservation > 1:
            _plan(site, own, now)
        else:
            while site.tally[N_WAITING] > 0 and site.low[site.queue[0]] <= site.tally[FREE]:
                j = site.queue[0]
                leave_queue(site, 0)
                start_chosen(site, own, now, j)
            if own.reservation == SKIP:
                _skip(site, own, now)
            elif own.reservation != NONE and site.tally[N_WAITING] > 1 and site.tally[FREE] > 0:
                _pass_head(site, own, now, ends, sizes)
    in_use_now(site, own)
