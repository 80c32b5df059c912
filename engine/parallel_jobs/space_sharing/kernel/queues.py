"""What the policies do whose jobs have one size, and Uniform First Fit, compiled.

Evicted jobs wait in `queue` before all others; but for conservative backfilling, nobody else does.
"""

import numpy as np

from engine.compiled.compilation import inlined, part
from engine.parallel_jobs.space_sharing.kernel.site import add_fresh, begin, is_refused, is_struck, leave_queue
from engine.parallel_jobs.space_sharing.kernel.tables import (
    FREE,
    N_FRESH,
    N_LEAVING,
    N_PROFILE,
    N_RUNNING,
    N_WAITING,
    PROCESSORS,
)
from engine.parallel_jobs.space_sharing.rules.backfilling import (
    NEVER,
    book,
    earlier_place,
    forget,
    hull,
    may_backfill,
    place,
    reservation,
)
from engine.parallel_jobs.space_sharing.rules.sharing import deal
from engine.parallel_jobs.space_sharing.rules.waiting import NOBODY, THERE, join, leave, next_that_fits


@inlined
def start_now(site, now, j):
    """Start job *j* with the size that it needs."""
    add_fresh(site, j)
    site.tally[N_FRESH] -= 1
    site.tally[N_RUNNING] += 1
    begin(site, now, site.tally[N_RUNNING] - 1, site.low[j])


@part
def evicted_first_fit(site, now, skipping):
    """Start the evicted jobs that fit, or only (not *skipping*) up to the first that does not."""
    x = 0
    while x < site.tally[N_WAITING]:
        j = site.queue[x]
        if site.low[j] <= site.tally[FREE]:
            leave_queue(site, x)
            start_now(site, now, j)
        elif skipping:
            x += 1
        else:
            break


@inlined
def first_fit(site, now, first, last, whole):
    """Jobs *first* to *last* - 1, which have arrived, alone, or the *whole* queue: nobody in it fits otherwise."""
    for j in range(first, last):
        if is_refused(site, j):
            continue
        if not whole and site.low[j] <= site.tally[FREE]:
            start_now(site, now, j)
        else:
            join(site.waiting, j, site.low[j], 0.0)
    if whole:
        if is_struck(site) and site.tally[N_WAITING] > 0:
            evicted_first_fit(site, now, True)
        while site.tally[FREE] > 0 and site.waiting.tally[THERE] > 0:
            j = next_that_fits(site.waiting, 0, site.tally[FREE], 0, np.inf)
            if j == NOBODY:
                break
            leave(site.waiting, j)
            start_now(site, now, j)


@inlined
def heads(site, now, head, arrived, waited):
    """Start heads of the queue while they fit; the new head. Those that have passed it have a start already.

    The first *waited* jobs are in the tree of those that wait.
    """
    if is_struck(site) and site.tally[N_WAITING] > 0:
        evicted_first_fit(site, now, False)
    if is_struck(site) and site.tally[N_WAITING] > 0:
        return head
    while head < arrived:
        if site.at_start[head] == 0 and not is_refused(site, head):
            if site.low[head] > site.tally[FREE]:
                break
            if head < waited:
                leave(site.waiting, head)
            start_now(site, now, head)
        head += 1
    return head


@inlined
def run_time(site, j, alpha):
    """Estimated run time of job *j* on machines of speed factor *alpha*."""
    pause = site.strain[j].pause if is_struck(site) else 0.0
    return pause + site.work[j] / (site.speedup[site.curve[j], site.low[j]] / alpha) * site.estimate[j]


@inlined
def run_time_now(site, j):
    """Estimated run time on the fastest idle machines."""
    worst = 0.0
    left = site.low[j]
    for g in range(site.free.shape[0]):
        more = min(site.free[g], left)
        if more > 0:
            worst = max(worst, site.alpha[g])
            left -= more
    return run_time(site, j, worst)


@part
def backfill_evicted(site, now, shadow, spare):
    """EASY for the evicted jobs behind the first; what is left of *spare*."""
    x = 1
    while x < site.tally[N_WAITING]:
        j = site.queue[x]
        takes = run_time_now(site, j) if site.low[j] <= site.tally[FREE] else np.inf
        if may_backfill(now, takes, site.low[j], site.tally[FREE], shadow, spare):
            leave_queue(site, x)
            start_now(site, now, j)
            if not now + takes <= shadow:
                spare -= site.low[j]
        else:
            x += 1
    return spare


@inlined
def lasting(site, seat):
    """Processors of the job that will be there for others when it has ended."""
    number = site.seat[seat].number
    if is_struck(site) and site.tally[N_LEAVING] > 0:
        for g in range(site.column.shape[0]):
            if site.held[seat, g] > 0 and site.column[g].leaving:
                number -= 1
    return number


@inlined
def backfill(site, now, head, ends, sizes):
    """EASY: whoever fits and does not delay the head of the queue, *head* unless an evicted job waits."""
    if is_struck(site) and site.tally[N_WAITING] > 0:
        head = site.queue[0]
    n = site.tally[N_RUNNING]
    for k in range(n):
        ends[k], sizes[k] = site.seat[site.run[k]].expected_end, lasting(site, site.run[k])
    shadow, spare = reservation(ends[:n], sizes[:n], site.tally[FREE], site.low[head])
    if is_struck(site) and site.tally[N_WAITING] > 1:
        spare = backfill_evicted(site, now, shadow, spare)
    first = 0  # the head itself is never found, since it does not fit
    while site.tally[FREE] > 0:
        # The tree knows shortest run times on the fastest machines and no "now"; half a rounding step of room for it.
        time = (shadow - now) * (1 + 1e-12) + shadow * 1e-15
        j = next_that_fits(site.waiting, first, site.tally[FREE], spare, time)
        if j == NOBODY:
            break
        first = site.waiting.leaf[j] + 1
        takes = run_time_now(site, j)
        if may_backfill(now, takes, site.low[j], site.tally[FREE], shadow, spare):
            leave(site.waiting, j)
            start_now(site, now, j)
            if not now + takes <= shadow:
                spare -= site.low[j]


# conservative ---------------------------------------------------------------------------------------------------------


@inlined
def occupy(site, since, until, processors):
    """Take processors out of the profile (put them back if negative)."""
    site.tally[N_PROFILE] = book(site.instant, site.idle, site.tally[N_PROFILE], since, until, processors)


@inlined
def give_up(site, booked, needed, size):
    """Put back what was booked beyond what is needed; what has become idle by that."""
    if not needed < booked:
        return NEVER
    occupy(site, needed, booked, -size)
    return needed, booked


@inlined
def book_from(site, j, start, time):
    """Book this place for job *j*."""
    site.booked[j], site.booked_end[j] = start, start + time
    occupy(site, start, start + time, site.low[j])


@inlined
def reserve(site, now, j):
    """Book the earliest place for job *j*, its run time counted on the slowest machines."""
    time = run_time(site, j, site.alpha[-1])
    book_from(site, j, place(site.instant, site.idle, site.tally[N_PROFILE], site.low[j], time, now), time)


@inlined
def reserve_anew(site, now, freed):
    """Each waiting job in turn gets the earliest place, until nobody can move any more.

    It can only move into what has become idle since it was looked at: in the round before or in this one.
    """
    while freed[0] < freed[1]:
        before, freed = freed, NEVER
        for x in range(site.tally[N_WAITING]):
            j = site.queue[x]
            old = site.booked[j], site.booked_end[j]
            move(site, now, j, hull(before, freed))
            if site.booked[j] != old[0]:
                freed = hull(freed, old)
        site.tally[N_PROFILE] = forget(site.instant, site.idle, site.tally[N_PROFILE], now)


@inlined
def move(site, now, j, freed):
    """Book the earliest place for job *j* instead of its own, which is the earliest but for what is *freed*."""
    start, end = site.booked[j], site.booked_end[j]
    if now <= start < end:
        time = run_time(site, j, site.alpha[-1])
        n = site.tally[N_PROFILE]
        at = earlier_place(site.instant, site.idle, n, site.low[j], time, now, start, freed)
        if at < start:
            occupy(site, start, end, -site.low[j])
            book_from(site, j, at, time)
    else:  # it is late, since after a pause an end is late by a rounding error; or its run time is lost in one
        occupy(site, start, end, -site.low[j])
        reserve(site, now, j)


@part
def reserve_all(site, now):
    """All reservations anew, by the ends that are expected now: earlier promises may be broken."""
    site.instant[0], site.idle[0], site.tally[N_PROFILE] = now, site.tally[PROCESSORS] - site.tally[N_LEAVING], 1
    for k in range(site.tally[N_RUNNING]):
        j, own = site.crew[k], site.seat[site.run[k]]
        site.booked[j], site.booked_end[j] = now, max(own.expected_end, own.end)
        occupy(site, now, site.booked_end[j], lasting(site, site.run[k]))
    for x in range(site.tally[N_WAITING]):
        reserve(site, now, site.queue[x])


@inlined
def start_due(site, now):
    """Start everybody whose reservation is due; what has become idle since who starts needs less than reserved."""
    freed = NEVER
    x = 0
    while x < site.tally[N_WAITING] and site.tally[FREE] > 0:
        j = site.queue[x]
        if site.booked[j] > now or site.low[j] > site.tally[FREE]:
            x += 1
            continue
        leave_queue(site, x)
        start_now(site, now, j)
        expected = site.seat[site.run[site.tally[N_RUNNING] - 1]].expected_end
        freed = hull(freed, give_up(site, site.booked_end[j], expected, site.low[j]))
        site.booked[j], site.booked_end[j] = now, expected
    return freed


@inlined
def conservative(site, now, first, last, freed, changed):
    """One pass: jobs *first* to *last* - 1 have arrived, ends have *freed* some time, machines have *changed*.

    First better reservations for those that wait, then some for those that came, then whoever is due starts, which may
    make room again.
    """
    if changed:
        reserve_all(site, now)
    else:
        reserve_anew(site, now, freed)
    for j in range(first, last):
        if is_refused(site, j):
            continue
        site.queue[site.tally[N_WAITING]] = j
        site.tally[N_WAITING] += 1
        reserve(site, now, j)
    freed = start_due(site, now)
    while freed[0] < freed[1]:
        reserve_anew(site, now, freed)
        freed = start_due(site, now)


# Uniform First Fit ----------------------------------------------------------------------------------------------------


@part
def share_with_evicted(site, minima):
    """Let the evicted jobs start that fit; the new sum of minima."""
    x = 0
    while x < site.tally[N_WAITING]:
        j = site.queue[x]
        if site.low[j] <= site.tally[PROCESSORS] - minima:
            leave_queue(site, x)
            add_fresh(site, j)
            minima += site.low[j]
        else:
            x += 1
    return minima


@inlined
def share(site, first, last, whole, least, most, shares, minima):
    """Let whoever fits start of jobs *first* to *last* - 1 or of the *whole* queue, and share the machines.

    Returns the new sum of minima. What is decided is then to be carried out.
    """
    processors = site.tally[PROCESSORS]
    for j in range(first, last):
        if is_refused(site, j):
            continue
        if not whole and site.low[j] <= processors - minima:
            add_fresh(site, j)
            minima += site.low[j]
        else:
            join(site.waiting, j, site.low[j], 0.0)
    if whole:
        if is_struck(site) and site.tally[N_WAITING] > 0:
            minima = share_with_evicted(site, minima)
        while minima < processors and site.waiting.tally[THERE] > 0:
            j = next_that_fits(site.waiting, 0, processors - minima, 0, np.inf)
            if j == NOBODY:
                break
            leave(site.waiting, j)
            add_fresh(site, j)
            minima += site.low[j]
    running = site.tally[N_RUNNING]
    n = running + site.tally[N_FRESH]
    for k in range(n):
        least[k], most[k] = site.low[site.crew[k]], site.high[site.crew[k]]
    deal(least[:n], most[:n], processors, shares[:n])
    for k in range(n):
        site.seat[site.run[k]].share = shares[k]
    for k in range(running, n):
        j = site.crew[k]
        if site.moldable[j]:
            minima += shares[k] - site.low[j]
            site.low[j] = site.high[j] = shares[k]
    return minima
