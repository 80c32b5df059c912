"""Conservative backfilling, compiled: everybody who waits, evicted jobs first, is in `queue`.

Everybody in it has a reservation, or the first few.
"""

from engine.compiled.compilation import part, small
from engine.parallel_jobs.space_sharing.kernel.queues import lasting, run_time, start_now
from engine.parallel_jobs.space_sharing.kernel.site import is_refused, leave_queue
from engine.parallel_jobs.space_sharing.kernel.tables import (
    DEPTH,
    FREE,
    N_LEAVING,
    N_PROFILE,
    N_RESERVED,
    N_RUNNING,
    N_WAITING,
    PROCESSORS,
)
from engine.parallel_jobs.space_sharing.rules.backfilling import NEVER, book, earlier_place, forget, hull, place


@small
def occupy(site, since, until, processors):
    """Take processors out of the profile (put them back if negative)."""
    site.tally[N_PROFILE] = book(site.instant, site.idle, site.tally[N_PROFILE], since, until, processors)


@small
def give_up(site, booked, needed, size):
    """Put back what was booked beyond what is needed; what has become idle by that."""
    if not needed < booked:
        return NEVER
    occupy(site, needed, booked, -size)
    return needed, booked


@small
def book_from(site, j, start, time):
    """Book this place for job *j*."""
    site.booked[j], site.booked_end[j] = start, start + time
    occupy(site, start, start + time, site.low[j])


@small
def reserve(site, now, j):
    """Book the earliest place for job *j*, its run time counted on the slowest machines."""
    time = run_time(site, j, site.alpha[-1])
    book_from(site, j, place(site.instant, site.idle, site.tally[N_PROFILE], site.low[j], time, now), time)


@small
def reserve_anew(site, now, freed):
    """Each waiting job in turn gets the earliest place, until nobody can move any more.

    It can only move into what has become idle since it was looked at: in the round before or in this one.
    """
    while freed[0] < freed[1]:
        before, freed = freed, NEVER
        for x in range(site.tally[N_RESERVED]):
            j = site.queue[x]
            old = site.booked[j], site.booked_end[j]
            move(site, now, j, hull(before, freed))
            if site.booked[j] != old[0]:
                freed = hull(freed, old)
        site.tally[N_PROFILE] = forget(site.instant, site.idle, site.tally[N_PROFILE], now)


@small
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
    site.tally[N_RESERVED] = 0
    reserve_more(site, now)


@small
def reserve_more(site, now):
    """Those behind who are among the first by now get reservations behind all the others'."""
    while site.tally[N_RESERVED] < min(site.tally[DEPTH], site.tally[N_WAITING]):
        reserve(site, now, site.queue[site.tally[N_RESERVED]])
        site.tally[N_RESERVED] += 1


@small
def start_due(site, now):
    """Start everybody whose reservation is due; what has become idle since who starts needs less than reserved."""
    freed = NEVER
    x = 0
    while x < site.tally[N_RESERVED] and site.tally[FREE] > 0:
        j = site.queue[x]
        if site.booked[j] > now or site.low[j] > site.tally[FREE]:
            x += 1
            continue
        leave_queue(site, x)
        site.tally[N_RESERVED] -= 1
        start_now(site, now, j)
        expected = site.seat[site.run[site.tally[N_RUNNING] - 1]].expected_end
        freed = hull(freed, give_up(site, site.booked_end[j], expected, site.low[j]))
        site.booked[j], site.booked_end[j] = now, expected
    return freed


@part
def start_behind(site, now):
    """Start those without a reservation that fit, and would end on the slowest machines before they delay anybody."""
    x = site.tally[N_RESERVED]
    while x < site.tally[N_WAITING] and site.tally[FREE] > 0:
        j = site.queue[x]
        time = run_time(site, j, site.alpha[-1])
        if (
            site.low[j] > site.tally[FREE]
            or place(site.instant, site.idle, site.tally[N_PROFILE], site.low[j], time, now) > now
        ):
            x += 1
            continue
        leave_queue(site, x)
        start_now(site, now, j)
        site.booked[j], site.booked_end[j] = now, site.seat[site.run[site.tally[N_RUNNING] - 1]].expected_end
        occupy(site, now, site.booked_end[j], site.low[j])


@small
def conservative(site, now, first, last, freed, changed):
    """One pass: jobs *first* to *last* - 1 have arrived, ends have *freed* some time, machines have *changed*.

    First better reservations for those that wait, then some for those that came, then whoever is due starts, which may
    make room again, and let others be among the first.
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
    while True:
        reserve_more(site, now)
        freed = start_due(site, now)
        while freed[0] < freed[1]:
            reserve_anew(site, now, freed)
            freed = start_due(site, now)
        if site.tally[N_RESERVED] == min(site.tally[DEPTH], site.tally[N_WAITING]):
            break
    if site.tally[N_RESERVED] < site.tally[N_WAITING]:
        start_behind(site, now)
