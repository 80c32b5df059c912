"""What First-Come-First-Served, First Fit and EASY do, compiled: queues of jobs of one size.

Evicted jobs wait in `queue` before all others; nobody else does.
"""

import numpy as np

from engine.compiled.compilation import part, small
from engine.parallel_jobs.space_sharing.kernel.site import (
    add_starting,
    begin,
    estimated,
    is_disrupted,
    is_refused,
    leave_queue,
)
from engine.parallel_jobs.space_sharing.kernel.tables import EASY, FF, FREE, N_LEAVING, N_RUNNING, N_STARTING, N_WAITING
from engine.parallel_jobs.space_sharing.kernel.waiting import NOBODY, THERE, join, leave, next_that_fits, time_until
from engine.queues.backfilling import may_backfill, reservation


@small
def start_now(site, now, j):
    """Start job *j* with the size that it needs."""
    add_starting(site, j)
    site.tally[N_STARTING] -= 1
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


@small
def first_fit(site, now, first, last, whole):
    """Jobs *first* to *last* - 1, which have arrived, alone, or the *whole* queue: nobody in it fits otherwise."""
    for j in range(first, last):
        if is_refused(site, j):
            continue
        if not whole and site.low[j] <= site.tally[FREE]:
            start_now(site, now, j)
        else:
            join(site.waiting, j, site.low[j], 0.0, None)
    if whole:
        if is_disrupted(site) and site.tally[N_WAITING] > 0:
            evicted_first_fit(site, now, True)
        while site.tally[FREE] > 0 and site.waiting.tally[THERE] > 0:
            j = next_that_fits(site.waiting, 0, site.tally[FREE], 0, np.inf)
            if j == NOBODY:
                break
            leave(site.waiting, j, None)
            start_now(site, now, j)


@small
def heads(site, now, head, arrived, waited):
    """Start heads of the queue while they fit; the new head. Those that have passed it have a start already.

    The first *waited* jobs are in the tree of those that wait.
    """
    if is_disrupted(site) and site.tally[N_WAITING] > 0:
        evicted_first_fit(site, now, False)
    if is_disrupted(site) and site.tally[N_WAITING] > 0:
        return head
    while head < arrived:
        if site.at_start[head] == 0 and not is_refused(site, head):
            if site.low[head] > site.tally[FREE]:
                break
            if head < waited:
                leave(site.waiting, head, None)
            start_now(site, now, head)
        head += 1
    return head


@small
def run_time(site, j, alpha):
    """Estimated run time of job *j* on machines of speed factor *alpha*."""
    pause = site.disruption[j].pause if is_disrupted(site) else 0.0
    rate = site.speedup[site.curve[j], site.low[j]] / alpha
    return pause + estimated(site, j, site.work[j], rate)


@small
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


@small
def fastest_idle(site):
    """Speed factor of the fastest idle machine, infinite without one: nobody starts on a faster one in this pass."""
    found = np.inf
    for g in range(site.free.shape[0]):
        if site.free[g] > 0:
            found = min(found, site.alpha[g])
    return found


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


@small
def lasting(site, seat):
    """Processors of the job that will be there for others when it has ended."""
    number = site.seat[seat].number
    if is_disrupted(site) and site.tally[N_LEAVING] > 0:
        for g in range(site.column.shape[0]):
            if site.held[seat, g] > 0 and site.column[g].leaving:
                number -= 1
    return number


@small
def promised(site, head, ends, sizes):
    """When the head of a queue will start, by what is expected, and how many processors are spare then."""
    n = site.tally[N_RUNNING]
    for k in range(n):
        ends[k], sizes[k] = site.seat[site.run[k]].expected_end, lasting(site, site.run[k])
    return reservation(ends[:n], sizes[:n], site.tally[FREE], site.low[head], np.inf)


@small
def backfill(site, now, head, ends, sizes):
    """EASY: whoever fits and does not delay the head of the queue, *head* unless an evicted job waits."""
    if is_disrupted(site) and site.tally[N_WAITING] > 0:
        head = site.queue[0]
    shadow, spare = promised(site, head, ends, sizes)
    if is_disrupted(site) and site.tally[N_WAITING] > 1:
        spare = backfill_evicted(site, now, shadow, spare)
    first = 0  # the head itself is never found, since it does not fit
    while site.tally[FREE] > 0:
        # The tree knows shortest run times, on the fastest machines.
        j = next_that_fits(site.waiting, first, site.tally[FREE], spare, time_until(now, shadow))
        if j == NOBODY:
            break
        first = site.waiting.leaf[j] + 1
        takes = run_time_now(site, j)
        if may_backfill(now, takes, site.low[j], site.tally[FREE], shadow, spare):
            leave(site.waiting, j, None)
            start_now(site, now, j)
            if not now + takes <= shadow:
                spare -= site.low[j]


@small
def queue_pass(site, now, policy, head, before, arrived, whole, ends, sizes):
    """One pass: jobs *before* to *arrived* - 1 have come, and the *whole* queue is looked at anew or not.

    Returns the new head of the queue, which First Fit does not know. *ends*, *sizes*: (P + 1,), to work with.
    """
    if policy == FF:
        first_fit(site, now, before, arrived, whole)
        return head
    head = heads(site, now, head, arrived, before if policy == EASY else 0)
    again = is_disrupted(site) and site.tally[N_WAITING] > 0
    if policy == EASY and (head < arrived or again):
        for j in range(max(head, before), arrived):
            if site.at_start[j] == 0 and not is_refused(site, j):
                join(site.waiting, j, site.low[j], run_time(site, j, site.fastest), None)
        if site.tally[FREE] > 0 and (head + 1 < arrived or again):
            backfill(site, now, head, ends, sizes)
    return head
