"""What Simple Profit and Lazy Profit decide, compiled."""

from engine.compilation import inlined, part
from engine.parallel_jobs.records import Reason
from engine.parallel_jobs.space_sharing.kernel_site import (
    NO_SEAT,
    REJECTION,
    add_fresh,
    is_struck,
    leave_queue,
    note,
    remaining_work,
    slowest,
)
from engine.parallel_jobs.space_sharing.kernel_tables import LOOKAHEAD, N_FRESH, N_RUNNING, N_WAITING, PROCESSORS
from engine.parallel_jobs.space_sharing.profit import NEVER, accept, deal_idle, is_late, limits_now, need
from engine.parallel_jobs.space_sharing.waiting import NOBODY

NONE, NOT_AT_LOOKAHEAD, DROPPED = int(Reason.NONE), int(Reason.NOT_AT_LOOKAHEAD), int(Reason.DROPPED)


@inlined
def processors_of(site):
    """Processors that are there."""
    return site.tally[PROCESSORS]


@inlined
def deadline(site, j):
    """Instant of the deadline of job *j*."""
    return site.contender[j].arrival + site.contender[j].deadline


@inlined
def needs(site, j, work, time):
    """Processors for *work* in *time*, counted on the slowest machines."""
    return need(work * site.alpha[-1], time, site.speedup[site.curve[j]], site.low[j], site.high[j])


@inlined
def strict_needs_at(site, j, when):
    """Processors that waiting job *j* needs to meet its deadline if it starts at *when*."""
    pause = site.strain[j].pause if is_struck(site) else 0.0
    return needs(site, j, site.work[j], deadline(site, j) - when - pause)


@inlined
def was_evicted(site, j):
    """Whether job *j* has ever lost its machines."""
    return is_struck(site) and site.strain[j].evicted


@inlined
def needs_at(site, j, when):
    """The same, but an evicted job that cannot meet its deadline runs late."""
    needed = strict_needs_at(site, j, when)
    return site.low[j] if needed == NEVER and was_evicted(site, j) else needed


@inlined
def some_are_gone(site):
    """Whether not all machines are there."""
    return is_struck(site) and site.tally[PROCESSORS] < site.run.shape[0] - 1


@inlined
def claim(site, j, when):
    """Processors to be left for waiting job *j*: none if there are too few, as long as machines are gone."""
    needed = needs_at(site, j, when)
    return 0 if needed > processors_of(site) and (was_evicted(site, j) or some_are_gone(site)) else needed


@inlined
def n_allocated(site):
    """How many run or are about to start."""
    return site.tally[N_RUNNING] + site.tally[N_FRESH]


@inlined
def survey(site, now):
    """What the running jobs have, and what they need to meet their deadlines."""
    for k in range(site.tally[N_RUNNING]):
        look_at(site, now, k)
    if is_struck(site):
        survey_evicted(site, now)


@inlined
def look_at(site, now, k):
    """The same for the job at place *k* of *run*."""
    seat, j = site.run[k], site.crew[k]
    own, size = site.contender[j], site.seat[seat].number
    own.share = size
    own.left = remaining_work(site, now, seat)
    own.ready = max(now, site.seat[seat].since)
    own.factor = slowest(site, seat)
    least = needs(site, j, own.left, deadline(site, j) - own.ready - site.resize_cost)
    late = is_struck(site) and look_at_late(site, now, j, seat)
    own.least, own.most = limits_now(least, size, site.low[j], site.high[j], not site.moldable[j], late)


@part
def look_at_late(site, now, j, seat):
    """Whether running job *j* misses its deadline as it is."""
    own = site.contender[j]
    late = is_late(now, site.seat[seat].end, deadline(site, j))
    site.strain[j].late_until = late_until(site, j, own.ready, own.left) if late else 0.0
    return late


@part
def survey_evicted(site, now):
    """Which waiting jobs can only be late."""
    for x in range(site.tally[N_WAITING]):
        j = site.queue[x]
        past = site.strain[j]
        late = past.evicted and strict_needs_at(site, j, now) == NEVER
        past.late_until = late_until(site, j, now + past.pause, site.work[j]) if late else 0.0


@inlined
def late_until(site, j, ready, left):
    """When late job *j* ends at the latest: others may leave it its smallest size on the slowest machines."""
    return ready + left * site.alpha[-1] / site.speedup[site.curve[j], site.low[j]]


@inlined
def attempt(site, now, j, reserved, for_profit):
    """Put job *j* into the allocation if that can be done, and if it pays; why not."""
    own = site.contender[j]
    own.left, own.ready, own.factor = site.work[j], now, site.alpha[-1]
    if is_struck(site):
        own.ready = now + site.strain[j].pause
    own.least, own.most, own.share = needs_at(site, j, now), site.high[j], 0
    reason = accept(
        site.contender, site.crew[: n_allocated(site)], j, processors_of(site), reserved, for_profit, site.speedup
    )
    if reason == NONE:
        add_fresh(site, j)
    return reason


@inlined
def reject(site, now, j, reason):
    """Send job *j* away."""
    site.reason[j] = reason
    site.start[j] = site.end[j] = site.arrival[j]
    note(site, now, REJECTION, j, NO_SEAT)


@inlined
def share_out(site):
    """Deal out what is idle."""
    deal_idle(site.contender, site.crew[: n_allocated(site)], processors_of(site), site.speedup)
    for k in range(n_allocated(site)):
        site.seat[site.run[k]].share = site.contender[site.crew[k]].share


@inlined
def reserved_for_others(site, now, but, by_the_letter):
    """Processors that the waiting jobs need by now.

    Once machines have gone these may be more than there are: then those that wait further back do not count.
    """
    total = 0
    if not by_the_letter:
        for x in range(site.tally[N_WAITING]):
            if site.queue[x] != but:
                total += claim(site, site.queue[x], now)
            elif was_evicted(site, but) or some_are_gone(site):
                break
    return total


@part
def restart_evicted(site, now):
    """They were accepted: nobody asks for their profit again."""
    x = 0
    while x < site.tally[N_WAITING]:
        if attempt(site, now, site.queue[x], 0, False) == NONE:
            leave_queue(site, x)
        else:
            x += 1


@inlined
def simple(site, now, arrived):
    """An arrival, or (NOBODY) an end or a machine event; how many jobs were sent away."""
    survey(site, now)
    if is_struck(site) and site.tally[N_WAITING] > 0:
        restart_evicted(site, now)
    gone = 0
    if arrived != NOBODY:
        site.contender[arrived].arrival = now
        reason = attempt(site, now, arrived, reserved_for_others(site, now, NOBODY, False), True)
        if reason != NONE:
            reject(site, now, arrived, reason)
            gone = 1
    share_out(site)
    return gone


# Lazy -----------------------------------------------------------------------------------------------------------------


@inlined
def look_ahead(site):
    """The job with the earliest deadline among those that run or wait."""
    best = NOBODY
    for k in range(site.tally[N_RUNNING] + site.tally[N_WAITING]):
        j = site.crew[k] if k < site.tally[N_RUNNING] else site.queue[k - site.tally[N_RUNNING]]
        earlier = best == NOBODY or deadline(site, j) < deadline(site, best)
        if earlier or (deadline(site, j) == deadline(site, best) and j < best):
            best = j
    return best


@inlined
def is_schedulable(site, j):
    """Whether job *j* and all that wait can run when the lookahead job is gone."""
    ahead = site.tally[LOOKAHEAD]
    if ahead == NOBODY:
        return False
    when = deadline(site, ahead)
    if is_struck(site):
        when = max(when, site.strain[ahead].late_until)
    total = strict_needs_at(site, j, when)
    for x in range(site.tally[N_WAITING]):
        if site.queue[x] != j:
            total += claim(site, site.queue[x], when)
    for k in site.crew[: n_allocated(site)]:
        if k != ahead:
            total += site.contender[k].least
    return total <= processors_of(site)


@inlined
def force(site, now, x, by_the_letter):
    """Start the waiting job at place *x*, profit or not; 1 if it has to be dropped.

    An evicted job waits on, and while machines are gone any job that could still meet its deadline.
    """
    j = site.queue[x]
    gone = 0
    if attempt(site, now, j, reserved_for_others(site, now, j, by_the_letter), False) == NONE:
        leave_queue(site, x)
    elif not was_evicted(site, j) and not (some_are_gone(site) and strict_needs_at(site, j, now) != NEVER):
        leave_queue(site, x)
        if j == site.tally[LOOKAHEAD]:
            site.tally[LOOKAHEAD] = NOBODY
        reject(site, now, j, DROPPED)
        gone = 1
    return gone


@inlined
def serve_waiting(site, now, by_the_letter):
    """The waiting jobs in order of acceptance; how many were dropped."""
    x, gone = 0, 0
    while x < site.tally[N_WAITING]:
        j = site.queue[x]
        if attempt(site, now, j, reserved_for_others(site, now, j, by_the_letter), True) == NONE:
            leave_queue(site, x)
        elif is_schedulable(site, j):
            x += 1
        else:
            before = site.tally[N_WAITING]
            gone += force(site, now, x, by_the_letter)
            x += 1 - (before - site.tally[N_WAITING])
    return gone


@inlined
def lazy(site, now, arrived, ended, by_the_letter):
    """An arrival, or (NOBODY) an end or a machine event; how many jobs were sent away."""
    if ended != NOBODY and ended == site.tally[LOOKAHEAD]:
        site.tally[LOOKAHEAD] = NOBODY
    survey(site, now)
    if site.tally[LOOKAHEAD] == NOBODY:
        site.tally[LOOKAHEAD] = look_ahead(site)
    gone = serve_waiting(site, now, by_the_letter)
    if arrived != NOBODY:
        site.contender[arrived].arrival = now
        reason = attempt(site, now, arrived, reserved_for_others(site, now, NOBODY, by_the_letter), True)
        if reason != NONE and is_schedulable(site, arrived):
            site.queue[site.tally[N_WAITING]] = arrived
            site.tally[N_WAITING] += 1
        elif reason != NONE:
            reject(site, now, arrived, NOT_AT_LOOKAHEAD)
            gone += 1
        elif not by_the_letter:
            x = 0
            while x < site.tally[N_WAITING]:
                if is_schedulable(site, site.queue[x]):
                    x += 1
                else:
                    before = site.tally[N_WAITING]
                    gone += force(site, now, x, by_the_letter)
                    x += 1 - (before - site.tally[N_WAITING])
    share_out(site)
    return gone
