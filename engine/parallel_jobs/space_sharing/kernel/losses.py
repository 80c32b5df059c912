"""Jobs that lose machines: they shrink, migrate or are evicted, and wait again or are sent away."""

import numpy as np

from engine.compiled.compilation import part, small
from engine.parallel_jobs.records import Happening, Reason
from engine.parallel_jobs.space_sharing.kernel.columns import let_in, vacate
from engine.parallel_jobs.space_sharing.kernel.profits import look_at
from engine.parallel_jobs.space_sharing.kernel.site import (
    NO_SEAT,
    RESIZE,
    account,
    estimated,
    give_back,
    kept,
    note_machines,
    proceed,
    reject,
    remaining_work,
    settle,
    stand_up,
    take,
)
from engine.parallel_jobs.space_sharing.kernel.tables import (
    FOR_PROFIT,
    FREE,
    MOST_EVER,
    N_LEAVING,
    N_REFUSED,
    N_WAITING,
    SIMPLE,
    SIMPLE_R,
    UFF,
)

TOO_FEW_PROCESSORS, DROPPED = int(Reason.TOO_FEW_PROCESSORS), int(Reason.DROPPED)
EVICTION, MIGRATION = int(Happening.EVICTION), int(Happening.MIGRATION)


@part
def rescue(site, policy, now, k, g, notice):
    """Let the job at place *k* leave the machine of column *g* within the *notice* (-inf for none)."""
    seat, j = site.run[k], site.crew[k]
    own, past = site.seat[seat], site.disruption[j]
    ready = max(now, own.since)
    pause = site.checkpoint + 1 * past.process
    freed = 0
    if notice >= 0 and _can_spare(site, policy, now, k):
        settle(site, now, j, seat)
        _take_away(site, now, g, seat)
        own.resizes += 1
        note_machines(site, now, RESIZE, np.int64(j), np.int64(seat))
        proceed(site, now, j, seat, ready + site.resize_cost)
    elif _can_move(site, now, k, notice):
        settle(site, now, j, seat)
        _take_away(site, now, g, seat)
        take(site, now, seat, 1)
        past.migrations += 1
        note_machines(site, now, MIGRATION, np.int64(j), np.int64(seat))
        go_on(site, now, j, seat, ready + pause)
    else:
        freed = _evict(site, policy, now, k, notice)
        let_in(site, g, -1)
    return freed


@small
def _can_move(site, now, k, notice):
    """Whether an idle machine can take the place of one of the job at place *k* within the *notice*."""
    pause = site.checkpoint + 1 * site.disruption[site.crew[k]].process
    return site.tally[FREE] > 0 and (max(now, site.seat[site.run[k]].since) - now) + pause <= notice


@part
def can_leave(site, policy, now, k, notice):
    """Whether the job at place *k* can do with one machine less, or move or write a checkpoint within the *notice*."""
    if site.checkpoint + site.seat[site.run[k]].number * site.disruption[site.crew[k]].process <= notice:
        return True
    return _can_spare(site, policy, now, k) or _can_move(site, now, k, notice)


@small
def _take_away(site, now, g, seat):
    """Take the machine of column *g* from its job, and out of the cluster."""
    site.seat[seat].number -= 1
    site.held[seat, g] = 0
    account(site, g, now, -1)
    let_in(site, g, -1)


@small
def _can_spare(site, policy, now, k):
    """Whether the job at place *k* can do with one machine less."""
    j, number = site.crew[k], site.seat[site.run[k]].number
    least = number
    if policy == UFF and not site.moldable[j]:
        least = site.low[j]
    elif policy in FOR_PROFIT:
        look_at(site, now, k)
        least = site.contender[j].least
    return number > least


@small
def _evict(site, policy, now, k, notice):
    """Take all machines from the job at place *k*: with a checkpoint if there is time, otherwise without its work.

    Returns its least processors.
    """
    seat, j = site.run[k], site.crew[k]
    past, least = site.disruption[j], site.low[j]
    remaining, left = remaining_work(site, now, seat), kept(site, now, j, seat)
    cost = site.checkpoint + site.seat[seat].number * past.process
    if cost <= notice:
        past.checkpoints += 1
        site.work[j], past.pause = remaining, cost
    else:
        past.failures += 1
        past.lost += left - remaining
        site.work[j], past.pause = left, 0.0
    past.evicted, past.evicted_at, past.runs = True, now, False
    give_back(site, now, seat, site.seat[seat].number)
    stand_up(site, k)
    note_machines(site, now, EVICTION, np.int64(j), NO_SEAT)
    site.low[j], site.high[j] = past.low, past.high
    if past.floor > site.tally[MOST_EVER]:
        give_up(site, now, j)
    else:
        _wait_again(site, policy, j)
    return least


@part
def preempt(site, policy, now, k):
    """Take all machines from the job at place *k*, which has all the time that a checkpoint takes."""
    _evict(site, policy, now, k, np.inf)
    if site.tally[N_LEAVING] > 0:
        vacate(site)


@small
def _wait_again(site, policy, j):
    """Let job *j* wait before all others, or under Simple Profit behind those that were evicted before.

    Of those that were evicted at one instant the lowest number is first.
    """
    n, place, at = site.tally[N_WAITING], 0, site.disruption[j].evicted_at
    if policy in (SIMPLE, SIMPLE_R):
        place = n
        while place > 0 and j < site.queue[place - 1] and site.disruption[site.queue[place - 1]].evicted_at == at:
            place -= 1
    else:
        while place < n and site.queue[place] < j and site.disruption[site.queue[place]].evicted_at == at:
            place += 1
    for x in range(n, place, -1):
        site.queue[x] = site.queue[x - 1]
    site.queue[place] = j
    site.tally[N_WAITING] += 1


@small
def give_up(site, now, j):
    """Send job *j* away, since it could never start (again)."""
    reject(site, now, j, DROPPED if site.disruption[j].evicted else TOO_FEW_PROCESSORS)
    site.tally[N_REFUSED] += 1


@small
def go_on(site, now, j, seat, since):
    """Run from *since* on, and let the user estimate the end anew."""
    own = site.seat[seat]
    proceed(site, now, j, seat, since)
    own.expected_end = now + ((since - now) + estimated(site, j, own.remaining, own.rate))
