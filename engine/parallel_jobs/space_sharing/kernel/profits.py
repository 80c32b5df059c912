"""What Simple Profit and Lazy Profit decide, compiled."""

from engine.compiled.compilation import part, small
from engine.parallel_jobs.records import Reason
from engine.parallel_jobs.space_sharing.kernel.site import (
    add_starting,
    is_disrupted,
    leave_queue,
    pause_of,
    reject,
    remaining_work,
    slowest,
)
from engine.parallel_jobs.space_sharing.kernel.tables import (
    LAZY,
    LAZY_R,
    LOOKAHEAD,
    N_RUNNING,
    N_STARTING,
    N_WAITING,
    PROCESSORS,
)
from engine.parallel_jobs.space_sharing.kernel.waiting import NOBODY
from engine.parallel_jobs.space_sharing.rules.profit import NEVER, accept, deal_idle, is_late, limits_now, need

NONE, NOT_AT_LOOKAHEAD, DROPPED = int(Reason.NONE), int(Reason.NOT_AT_LOOKAHEAD), int(Reason.DROPPED)


@small
def processors_of(site):
    """Processors that are there."""
    return site.tally[PROCESSORS]


@small
def deadline(site, j):
    """Instant of the deadline of job *j*."""
    return site.contender[j].arrival + site.contender[j].deadline


@small
def needs(site, j, work, time):
    """Processors for *work* in *time*, counted on the slowest machines."""
    return need(work * site.alpha[-1], time, site.speedup[site.curve[j]], site.low[j], site.high[j])


@small
def strict_needs_at(site, j, when):
    """Processors that waiting job *j* needs to meet its deadline if it starts at *when*."""
    pause = site.disruption[j].pause if is_disrupted(site) else 0.0
    return needs(site, j, site.work[j], deadline(site, j) - when - pause)


@small
def was_evicted(site, j):
    """Whether job *j* has ever lost its machines."""
    return is_disrupted(site) and site.disruption[j].evicted


@small
def needs_at(site, j, when, accepted):
    """The same, but a job that was *accepted* before and cannot meet its deadline runs late."""
    needed = strict_needs_at(site, j, when)
    return site.low[j] if needed == NEVER and accepted else needed


@small
def may_be_late(site, j, by_the_letter):
    """Whether waiting job *j* is not to be dropped."""
    return was_evicted(site, j) or not by_the_letter


@small
def anybody_can_be_late(site):
    """Whether accepted jobs may miss their deadlines."""
    return is_disrupted(site) or site.resize_cost > 0.0


@small
def some_are_gone(site):
    """Whether not all machines are there."""
    return is_disrupted(site) and site.tally[PROCESSORS] < site.run.shape[0] - 1


@small
def claim(site, j, when, by_the_letter):
    """Processors to be left for waiting job *j*: none if there are too few, as long as machines are gone."""
    needed = needs_at(site, j, when, may_be_late(site, j, by_the_letter))
    return 0 if needed > processors_of(site) and (was_evicted(site, j) or some_are_gone(site)) else needed


@small
def n_allocated(site):
    """How many run or are about to start."""
    return site.tally[N_RUNNING] + site.tally[N_STARTING]


@small
def survey(site, now, by_the_letter):
    """What the running jobs have, and what they need to meet their deadlines."""
    for k in range(site.tally[N_RUNNING]):
        look_at(site, now, k)
    if anybody_can_be_late(site):
        survey_waiting(site, now, by_the_letter)


@small
def look_at(site, now, k):
    """The same for the job at place *k* of *run*."""
    seat, j = site.run[k], site.crew[k]
    own, size = site.contender[j], site.seat[seat].number
    own.share = size
    own.left = remaining_work(site, now, seat)
    own.ready = max(now, site.seat[seat].since)
    own.factor = slowest(site, seat)
    least = needs(site, j, own.left, deadline(site, j) - own.ready - site.resize_cost)
    late = anybody_can_be_late(site) and look_at_late(site, now, j, seat)
    own.least, own.most = limits_now(least, size, site.low[j], site.high[j], not site.moldable[j], late)


@part
def look_at_late(site, now, j, seat):
    """Whether running job *j* misses its deadline as it is."""
    own = site.contender[j]
    late = is_late(now, site.seat[seat].end, deadline(site, j))
    own.late_until = late_until(site, j, own.ready, own.left) if late else 0.0
    return late


@part
def survey_waiting(site, now, by_the_letter):
    """Which waiting jobs can only be late."""
    for x in range(site.tally[N_WAITING]):
        j = site.queue[x]
        late = may_be_late(site, j, by_the_letter) and strict_needs_at(site, j, now) == NEVER
        site.contender[j].late_until = late_until(site, j, now + pause_of(site, j), site.work[j]) if late else 0.0


@small
def late_until(site, j, ready, left):
    """When late job *j* ends at the latest: others may leave it its smallest size on the slowest machines."""
    return ready + left * site.alpha[-1] / site.speedup[site.curve[j], site.low[j]]


@small
def attempt(site, now, j, reserved, for_profit, accepted):
    """Put job *j*, which may have been *accepted* before, into the allocation if that can be done, and if it pays."""
    own = site.contender[j]
    own.left, own.ready, own.factor = site.work[j], now, site.alpha[-1]
    if is_disrupted(site):
        own.ready = now + site.disruption[j].pause
    own.least, own.most, own.share = needs_at(site, j, now, accepted), site.high[j], 0
    reason = accept(
        site.contender, site.crew[: n_allocated(site)], j, processors_of(site), reserved, for_profit, site.speedup
    )
    if reason == NONE:
        add_starting(site, j)
    return reason


@small
def share_out(site):
    """Deal out what is idle."""
    deal_idle(site.contender, site.crew[: n_allocated(site)], processors_of(site), site.speedup)
    for k in range(n_allocated(site)):
        site.seat[site.run[k]].share = site.contender[site.crew[k]].share


@small
def reserved_for_others(site, now, but, by_the_letter):
    """Processors that the waiting jobs need by now.

    Once machines have gone these may be more than there are: then those that wait further back do not count.
    """
    total = 0
    if not by_the_letter:
        for x in range(site.tally[N_WAITING]):
            if site.queue[x] != but:
                total += claim(site, site.queue[x], now, by_the_letter)
            elif was_evicted(site, but) or some_are_gone(site):
                break
    return total


@part
def restart_evicted(site, now):
    """They were accepted: nobody asks for their profit again."""
    x = 0
    while x < site.tally[N_WAITING]:
        if attempt(site, now, site.queue[x], 0, False, True) == NONE:
            leave_queue(site, x)
        else:
            x += 1


# Lazy -----------------------------------------------------------------------------------------------------------------


@small
def look_ahead(site):
    """The job with the earliest deadline among those that run, are about to start, or wait."""
    best, n = NOBODY, n_allocated(site)
    for k in range(n + site.tally[N_WAITING]):
        j = site.crew[k] if k < n else site.queue[k - n]
        earlier = best == NOBODY or deadline(site, j) < deadline(site, best)
        if earlier or (deadline(site, j) == deadline(site, best) and j < best):
            best = j
    return best


@small
def is_schedulable(site, j, by_the_letter):
    """Whether job *j* and all that wait can run when the lookahead job is gone."""
    ahead = site.tally[LOOKAHEAD]
    if ahead == NOBODY:
        return False
    when = deadline(site, ahead)
    if anybody_can_be_late(site):
        when = max(when, site.contender[ahead].late_until)
    total = strict_needs_at(site, j, when)
    for x in range(site.tally[N_WAITING]):
        if site.queue[x] != j:
            total += claim(site, site.queue[x], when, by_the_letter)
    for k in site.crew[: n_allocated(site)]:
        if k != ahead:
            total += site.contender[k].least
    return total <= processors_of(site)


@small
def force(site, now, x, by_the_letter):
    """Start the waiting job at place *x*, profit or not; 1 if it has to be dropped, which is by the letter only.

    Even then an evicted job waits on, and while machines are gone any job that could still meet its deadline.
    """
    j = site.queue[x]
    gone = 0
    stays = may_be_late(site, j, by_the_letter)
    if attempt(site, now, j, reserved_for_others(site, now, j, by_the_letter), False, stays) == NONE:
        leave_queue(site, x)
    elif not stays and not (some_are_gone(site) and strict_needs_at(site, j, now) != NEVER):
        leave_queue(site, x)
        if j == site.tally[LOOKAHEAD]:
            site.tally[LOOKAHEAD] = NOBODY
        reject(site, now, j, DROPPED)
        gone = 1
    return gone


@small
def serve_waiting(site, now, by_the_letter):
    """The waiting jobs in order of acceptance; how many were dropped."""
    x, gone = 0, 0
    while x < site.tally[N_WAITING]:
        j = site.queue[x]
        accepted = may_be_late(site, j, by_the_letter)
        if attempt(site, now, j, reserved_for_others(site, now, j, by_the_letter), True, accepted) == NONE:
            leave_queue(site, x)
        elif is_schedulable(site, j, by_the_letter):
            x += 1
        else:
            before = site.tally[N_WAITING]
            gone += force(site, now, x, by_the_letter)
            x += 1 - (before - site.tally[N_WAITING])
    return gone


@small
def force_those_that_cannot_wait(site, now, by_the_letter):
    """Start them, profit or not; how many were dropped."""
    x, gone = 0, 0
    while x < site.tally[N_WAITING]:
        if is_schedulable(site, site.queue[x], by_the_letter):
            x += 1
        else:
            before = site.tally[N_WAITING]
            gone += force(site, now, x, by_the_letter)
            x += 1 - (before - site.tally[N_WAITING])
    return gone


@small
def keep_looking_ahead(site):
    """Look ahead to another job if there is none any more to look ahead to."""
    if site.tally[LOOKAHEAD] == NOBODY:
        site.tally[LOOKAHEAD] = look_ahead(site)


# both -----------------------------------------------------------------------------------------------------------------


@small
def begin_pass(site, now, policy, by_the_letter):
    """Before the first arrival of an instant, or before the pass: what there is, and those that wait.

    Returns how many jobs were sent away.
    """
    gone = 0
    survey(site, now, by_the_letter)
    if policy in (LAZY, LAZY_R):
        keep_looking_ahead(site)
        gone = serve_waiting(site, now, by_the_letter)
    elif is_disrupted(site) and site.tally[N_WAITING] > 0:
        restart_evicted(site, now)
    return gone


@small
def decide(site, now, policy, arrived, by_the_letter):
    """Take job *arrived*, let it wait, or send it away; how many were sent away."""
    patient = policy in (LAZY, LAZY_R)
    site.contender[arrived].arrival = now
    reserved = reserved_for_others(site, now, NOBODY, patient and by_the_letter)
    reason = attempt(site, now, arrived, reserved, True, False)
    gone = 0
    if reason != NONE and patient and is_schedulable(site, arrived, by_the_letter):
        site.queue[site.tally[N_WAITING]] = arrived
        site.tally[N_WAITING] += 1
    elif reason != NONE:
        reject(site, now, arrived, NOT_AT_LOOKAHEAD if patient else reason)
        gone = 1
    elif patient and not by_the_letter:
        gone = force_those_that_cannot_wait(site, now, by_the_letter)
    if patient:
        keep_looking_ahead(site)
    return gone
