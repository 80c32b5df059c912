"""What can be done to the jobs and machines of `tables.py`, compiled."""

import numpy as np

from engine.compiled.compilation import part, small
from engine.parallel_jobs.machine_events.checkpoints import kept_work
from engine.parallel_jobs.records import Happening
from engine.parallel_jobs.space_sharing.kernel.tables import (
    FREE,
    N_ENTRIES,
    N_ROWS,
    N_RUNNING,
    N_SEATS,
    N_STARTING,
    N_WAITING,
)
from engine.parallel_jobs.space_sharing.rules.estimates import estimated_time

ARRIVAL, START, END, RESIZE, REJECTION = (
    int(one) for one in (Happening.ARRIVAL, Happening.START, Happening.END, Happening.RESIZE, Happening.REJECTION)
)
UPGRADE, DOWNGRADE = int(Happening.UPGRADE), int(Happening.DOWNGRADE)

NO_SEAT = -1


@small
def is_disrupted(site):
    """Whether there are machine events."""
    return len(site.disrupted) > 0


@small
def note(site, now, happening, j, seat):
    """Count a row, and write it down if the log has room (none at all while it is only being counted)."""
    if is_disrupted(site):
        note_machines(site, now, happening, j, seat)
    else:
        n = site.tally[N_ROWS]
        if n < site.rows.shape[0]:
            site.rows[n].time = now
            site.rows[n].happening = happening
            site.rows[n].job = j
            for g in range(site.free.shape[0]):
                site.held_rows[n, g] = site.held[seat, g] if seat != NO_SEAT else 0
        site.tally[N_ROWS] = n + 1


@part
def note_machines(site, now, happening, j, seat):
    """The same where machines have numbers: the slowest first, of equal ones the lowest number first."""
    e, delay_class = site.tally[N_ENTRIES], -1
    g = site.free.shape[0] - 1
    while seat != NO_SEAT and g >= 0:
        first = g
        while first > 0 and site.alpha[first - 1] == site.alpha[g]:
            first -= 1
        for x in range(first, g + 1):
            if site.held[seat, x] > 0:
                delay_class = max(delay_class, site.column[x].delay_class)
                if happening != UPGRADE and happening != DOWNGRADE:
                    if e < site.entry.shape[0]:
                        site.entry[e] = site.column[x].number
                    e += 1
        g = first - 1
    site.tally[N_ENTRIES] = e
    write_row(site, now, happening, j, delay_class)


@small
def write_row(site, now, happening, j, delay_class):
    """Write a row whose machines are written already."""
    n = site.tally[N_ROWS]
    if n < site.rows.shape[0]:
        site.rows[n].time = now
        site.rows[n].happening = happening
        site.rows[n].job = j
        site.rows[n].delay_class = delay_class
        site.rows[n].end_entry = site.tally[N_ENTRIES]
    site.tally[N_ROWS] = n + 1


@small
def account(site, g, now, change):
    """Let *change* more processors of group *g* be in use from *now* on."""
    site.busy[g] += (now - site.busy_since[g]) * site.used[g]
    site.busy_since[g] = now
    site.used[g] += change
    site.free[g] -= change
    site.tally[FREE] -= change


@small
def take(site, now, seat, wanted):
    """Give the job so many more idle processors, the fastest first."""
    site.seat[seat].number += wanted
    for g in range(site.free.shape[0]):
        more = min(site.free[g], wanted)
        if more > 0:
            account(site, g, now, more)
            site.held[seat, g] += more
            wanted -= more


@small
def give_back(site, now, seat, number):
    """Take so many processors from the job, the slowest first."""
    site.seat[seat].number -= number
    for x in range(site.free.shape[0]):
        g = site.free.shape[0] - 1 - x
        back = min(site.held[seat, g], number)
        if back > 0:
            account(site, g, now, -back)
            site.held[seat, g] -= back
            number -= back


@small
def remaining_work(site, now, seat):
    """Work that is left of the job."""
    own = site.seat[seat]
    if now <= own.since:
        return own.remaining
    return max(0.0, own.remaining - (now - own.since) * own.rate)


@small
def slowest(site, seat):
    """Speed factor of the slowest processor of the job, its users counted."""
    found = 0.0
    for g in range(site.free.shape[0]):
        if site.held[seat, g] > 0:
            found = max(found, site.alpha[g])
    return found


@small
def proceed(site, now, j, seat, since):
    """Run job *j* from *since* on with the processors that it has now."""
    own = site.seat[seat]
    own.rate = site.speedup[site.curve[j], own.number] / slowest(site, seat)
    own.since = since
    own.end = now + ((since - now) + own.remaining / own.rate)


@small
def pause_of(site, j):
    """Time that job *j* needs when it starts, before it goes on from its checkpoint."""
    return site.disruption[j].pause if is_disrupted(site) else 0.0


@small
def begin(site, now, k, size):
    """Start the job at place *k* of *run* with so many processors, the fastest that are idle."""
    sit_down(site, k)
    take(site, now, site.run[k], size)
    set_out(site, now, k, size)


@small
def sit_down(site, k):
    """The job at place *k* of *run* has no processors yet."""
    own = site.seat[site.run[k]]
    own.number, own.resizes = 0, 0


@small
def set_out(site, now, k, size):
    """It has so many processors, and starts."""
    seat, j = site.run[k], site.crew[k]
    own = site.seat[seat]
    own.remaining = site.work[j]
    pause = 0.0
    if is_disrupted(site):
        pause = begin_disrupted(site, now, j, seat, size)
    else:
        site.start[j] = now
        site.at_start[j] = size
    note(site, now, START, np.int64(j), np.int64(seat))
    proceed(site, now, j, seat, now + pause)
    own.expected_end = now + (pause + estimated(site, j, site.work[j], own.rate))


@small
def estimated(site, j, work, rate):
    """Time for so much *work* of job *j* at a *rate*, as its user estimates it."""
    return estimated_time(work, rate, site.estimate[j], site.demand[j], site.expected[j])


@part
def begin_disrupted(site, now, j, seat, size):
    """What machine events add to the start of a job, perhaps not its first; its pause before it goes on."""
    past = site.disruption[j]
    if past.evicted:
        site.seat[seat].resizes = site.resizes[j]
    else:
        site.start[j] = now
        site.at_start[j] = size
    past.runs = True
    past.began, past.changed, past.kept = now + past.pause, now, site.work[j]
    return past.pause


@small
def kept(site, now, j, seat):
    """Work that was left of job *j* at its last checkpoint."""
    own, past = site.seat[seat], site.disruption[j]
    return kept_work(now, past.began, site.period, past.changed, past.kept, own.since, own.remaining, own.rate)


@part
def keep(site, now, j, seat):
    """Remember that, before the rate changes."""
    site.disruption[j].kept = kept(site, now, j, seat)
    site.disruption[j].changed = now


@small
def settle(site, now, j, seat):
    """Account for the progress until now, before the rate changes."""
    if is_disrupted(site):
        keep(site, now, j, seat)
    site.seat[seat].remaining = remaining_work(site, now, seat)


@small
def resize(site, now, k, size):
    """Let the job at place *k* shrink or grow."""
    seat, j = site.run[k], site.crew[k]
    own = site.seat[seat]
    settle(site, now, j, seat)
    if size < own.number:
        give_back(site, now, seat, own.number - size)
    else:
        take(site, now, seat, size - own.number)
    own.resizes += 1
    note(site, now, RESIZE, np.int64(j), np.int64(seat))
    proceed(site, now, j, seat, max(now, own.since) + site.resize_cost)


@small
def carry_out(site, now):
    """Give the running jobs their shares: first those that shrink, then those that grow, then those that start."""
    running = site.tally[N_RUNNING]
    for growing in range(2):
        for k in range(running):
            own = site.seat[site.run[k]]
            if (own.share > own.number) if growing else (own.share < own.number):
                resize(site, now, k, own.share)
    for k in range(running, running + site.tally[N_STARTING]):
        begin(site, now, k, site.seat[site.run[k]].share)
    site.tally[N_RUNNING] += site.tally[N_STARTING]
    site.tally[N_STARTING] = 0


@small
def add_starting(site, j):
    """Let job *j* be about to start: it gets a seat."""
    k = site.tally[N_RUNNING] + site.tally[N_STARTING]
    site.tally[N_SEATS] -= 1
    site.run[k] = site.free_seats[site.tally[N_SEATS]]
    site.crew[k] = j
    site.tally[N_STARTING] += 1


@small
def retire(site, now, k):
    """The job at place *k* ends; its number."""
    seat, j = site.run[k], site.crew[k]
    site.end[j] = now
    give_back(site, now, seat, site.seat[seat].number)
    note(site, now, END, np.int64(j), NO_SEAT)
    stand_up(site, k)
    return j


@small
def stand_up(site, k):
    """Take the job at place *k* from its seat."""
    seat, j = site.run[k], site.crew[k]
    site.resizes[j] = site.seat[seat].resizes
    site.free_seats[site.tally[N_SEATS]] = seat
    site.tally[N_SEATS] += 1
    for x in range(k, site.tally[N_RUNNING] - 1):
        site.run[x], site.crew[x] = site.run[x + 1], site.crew[x + 1]
    site.tally[N_RUNNING] -= 1


@small
def reject(site, now, j, reason):
    """Send job *j* away."""
    site.reason[j] = reason
    site.start[j] = site.end[j] = site.arrival[j]
    note(site, now, REJECTION, j, NO_SEAT)


@small
def is_refused(site, j):
    """Whether job *j*, which has arrived, was sent away since it could never start."""
    return is_disrupted(site) and site.end[j] < np.inf


@small
def leave_queue(site, x):
    """Take the job at place *x* out of the queue."""
    for k in range(x, site.tally[N_WAITING] - 1):
        site.queue[k] = site.queue[k + 1]
    site.tally[N_WAITING] -= 1
