"""First-Come-First-Served, First Fit and EASY where processors are only counted: clock and passes."""

import numpy as np

from engine.compiled.compilation import compiled, inlined, small
from engine.inputs.span import ENDLESS, SpanError
from engine.parallel_jobs.records import Happening
from engine.parallel_jobs.space_sharing.kernel.counting.ends import pop_end, push_end
from engine.parallel_jobs.space_sharing.kernel.counting.feedback import come, follow, next_coming
from engine.parallel_jobs.space_sharing.kernel.counting.releases import release, released, reservation_of
from engine.parallel_jobs.space_sharing.kernel.counting.tables import (
    BUSY,
    EASY,
    FCFS,
    FF,
    FREE,
    N_RUNNING,
    N_TAPE,
    SIGNS,
    SINCE,
)
from engine.parallel_jobs.space_sharing.kernel.waiting import (
    NOBODY,
    THERE,
    TOO_MANY,
    join,
    leave,
    next_that_fits,
    time_until,
)
from engine.parallel_jobs.space_sharing.rules.estimates import estimated_time
from engine.queues.backfilling import may_backfill

ARRIVAL, START, END = int(Happening.ARRIVAL), int(Happening.START), int(Happening.END)


@inlined
def write(site, happening, j):
    """Note on the tape what happens to job *j*, if there is one."""
    if site.tape.shape[0] > 0:
        site.tape[site.tally[N_TAPE]] = SIGNS * j + happening
        site.tally[N_TAPE] += 1


@inlined
def use(site, now, processors):
    """Let so many more processors be in use from *now* on."""
    site.account[BUSY] += (now - site.account[SINCE]) * (site.total - site.tally[FREE])
    site.account[SINCE] = now
    site.tally[FREE] -= processors


@inlined
def rate(site, j):
    """Work that job *j* does in a second."""
    return site.speedup[site.curve[j], site.low[j]] / site.alpha


@inlined
def estimate(site, j):
    """What job *j*, which has come, takes as its user says; s. It is asked for again and again."""
    told = estimated_time(site.demand[j], rate(site, j), site.multiple[j], site.demand[j], site.expected[j])
    site.estimate[j] = told
    return told


@inlined
def begin(site, now, j):
    """Start job *j*."""
    low = np.int64(site.low[j])
    use(site, now, low)
    site.start[j], site.size[j] = now, low
    push_end(site.ending, site.tally[N_RUNNING], now + site.demand[j] / rate(site, j), j)
    site.tally[N_RUNNING] += 1
    write(site, START, j)


@inlined
def retire(site, now):
    """The job that ends first ends; its number."""
    j = pop_end(site.ending, site.tally[N_RUNNING])
    site.tally[N_RUNNING] -= 1
    site.end[j] = now
    use(site, now, -site.low[j])
    write(site, END, j)
    return j


@small
def first_coming(site, feedback):
    """When the first job comes, s."""
    return next_coming(feedback) if feedback.job.shape[0] > 0 else 0.0 + site.gap[0]


@small
def next_instant(site, next_arrival):
    """When something happens next, s."""
    soonest = site.ending[0].when if site.tally[N_RUNNING] > 0 else np.inf
    now = min(soonest, next_arrival)
    if not now < np.inf:
        raise SpanError(ENDLESS)
    return now


@inlined
def ends_now(site, now):
    """Whether somebody who runs ends at this instant."""
    return site.tally[N_RUNNING] > 0 and site.ending[0].when == now


@inlined
def arrive(site, feedback, now, n):
    """A job comes, as the *n*-th; when the next one does, s."""
    if feedback.job.shape[0] > 0:
        come(site, feedback, now, n)
    site.arrival[n] = now
    write(site, ARRIVAL, n)
    if feedback.job.shape[0] > 0:
        return next_coming(feedback)
    return now + site.gap[n + 1] if n + 1 < site.gap.shape[0] else np.inf


@inlined
def first_fit(site, now, first, last, ended):
    """Jobs *first* to *last* - 1 have come; only if some have *ended* one that came before fits."""
    if ended and site.waiting.tally[THERE] > 0:
        leaf = 0
        while site.tally[FREE] > 0:
            j = next_that_fits(site.waiting, leaf, site.tally[FREE], 0, np.inf)
            if j == NOBODY:
                break
            leaf = site.waiting.leaf[j] + 1
            leave(site.waiting, j, None)
            begin(site, now, j)
    for j in range(first, last):
        if site.low[j] <= site.tally[FREE]:
            begin(site, now, j)
        else:
            join(site.waiting, j, site.low[j], 0.0, None)


@inlined
def begin_known(site, now, j):
    """Start job *j*; by when it ends is known to those who wait."""
    begin(site, now, j)
    release(site.releases, now + site.estimate[j], site.low[j])


@inlined
def next_head(site, now, head):
    """Start heads of the queue while they fit; the head that does not, if anybody still waits."""
    while site.waiting.tally[THERE] > 0:
        while site.size[head] > 0:
            head += 1
        if site.low[head] > site.tally[FREE]:
            break
        leave(site.waiting, head, None)
        begin_known(site, now, head)
    return head


@small
def start_waiting(site, queue, behind, two, now, j):
    """Start job *j*, which waits in *queue* and, if there are *two*, in *behind*."""
    leave(queue, j, None)
    if two:
        leave(behind, j, None)
    begin_known(site, now, j)


@small
def pass_head(site, queue, behind, two, now, leaf, shadow, spare):
    """Start whoever may pass the head, from *leaf* of *behind* on; what is spare then.

    The head starts at *shadow*, with processors to *spare*; see `start_waiting`.
    """
    while site.tally[FREE] > 0:
        j = next_that_fits(behind, leaf, site.tally[FREE], spare, time_until(now, shadow))
        if j == NOBODY:
            break
        leaf = behind.leaf[j] + 1
        if may_backfill(now, site.estimate[j], site.low[j], site.tally[FREE], shadow, spare):
            start_waiting(site, queue, behind, two, now, j)
            if not now + site.estimate[j] <= shadow:
                spare -= site.low[j]
    return spare


@inlined
def backfill(site, now, head):
    """Start whoever may pass the head, of those that were there before; what it is promised, and whether it was asked.

    The first question is whether anybody fits: if not, nobody needs to know when the head will start.
    """
    free = site.tally[FREE]
    leaf = site.waiting.leaf[head] + 1
    if free == 0 or next_that_fits(site.waiting, leaf, free, TOO_MANY, np.inf) == NOBODY:
        return np.inf, 0, False
    shadow, spare = reservation_of(site.releases, free, site.low[head])
    return shadow, pass_head(site, site.waiting, site.waiting, False, now, leaf, shadow, spare), True


@compiled
def simulate(site, policy, feedback):
    """At each instant all ends by number, all arrivals, and then one pass.

    *feedback* is empty where all jobs come of themselves.
    """
    n_jobs, follow_others = site.gap.shape[0], feedback.job.shape[0] > 0
    gone = arrived = head = spare = 0
    shadow, known = np.inf, False  # what EASY promised the head holds until a job ends, or another is the head
    next_arrival = first_coming(site, feedback)
    while gone < n_jobs:
        now = next_instant(site, next_arrival)
        ended = ends_now(site, now)
        while ends_now(site, now):
            j = retire(site, now)
            gone += 1
            if policy == EASY:
                released(site.releases, site.start[j] + site.estimate[j], site.low[j])
            if follow_others:
                follow(feedback, now, j)
        if follow_others:
            next_arrival = next_coming(feedback)
        before = arrived
        while arrived < n_jobs and next_arrival == now:
            next_arrival = arrive(site, feedback, now, arrived)
            arrived += 1
        if policy == FCFS:
            while head < arrived and site.low[head] <= site.tally[FREE]:
                begin(site, now, head)
                head += 1
        elif policy == FF:
            first_fit(site, now, before, arrived, ended)
        else:
            if ended:
                known = False
                head = next_head(site, now, head)
                if site.waiting.tally[THERE] > 1:
                    shadow, spare, known = backfill(site, now, head)
            for j in range(before, arrived):
                takes = estimate(site, j)
                if site.waiting.tally[THERE] == 0:
                    if site.low[j] <= site.tally[FREE]:
                        begin_known(site, now, j)
                        continue
                    head, known = j, False
                elif site.low[j] <= site.tally[FREE]:
                    if not known:
                        shadow, spare = reservation_of(site.releases, site.tally[FREE], site.low[head])
                        known = True
                    if may_backfill(now, takes, site.low[j], site.tally[FREE], shadow, spare):
                        begin_known(site, now, j)
                        if not now + takes <= shadow:
                            spare -= site.low[j]
                        continue
                join(site.waiting, j, site.low[j], takes, None)
