"""Ordered queues, compiled: everybody who waits is in `queue`, evicted jobs first, then by priority."""

from engine.compiled.compilation import part, small
from engine.parallel_jobs.space_sharing.kernel.queues import fastest_idle, promised, run_time, run_time_now, start_now
from engine.parallel_jobs.space_sharing.kernel.site import is_disrupted, is_refused, leave_queue
from engine.parallel_jobs.space_sharing.kernel.tables import FREE, N_WAITING
from engine.parallel_jobs.space_sharing.rules.orders import priority
from engine.queues.backfilling import may_backfill


@small
def _sort(site, now, jobs, first, last, order):
    """Put *jobs* from *first* to *last* - 1 in order; they nearly are, where nothing moves. `booked` is worked with."""
    for x in range(first, last):
        j = jobs[x]
        takes = run_time(site, j, site.fastest)
        due = site.due[j]
        value = priority(order, now, site.arrival[j], site.arrival[0], takes, site.low[j], due)
        site.booked[j] = value
        y = x
        while y > first:
            other = jobs[y - 1]
            if site.booked[other] > value or (site.booked[other] == value and other < j):
                break
            jobs[y] = other
            y -= 1
        jobs[y] = j


@part
def _pass_head(site, now, backfill_order, ends, sizes):
    """As under EASY, for those behind the head in an order of their own."""
    shadow, spare = promised(site, site.queue[0], ends, sizes)
    behind, fastest = site.idle, fastest_idle(site)
    count = evicted = 0
    for x in range(1, site.tally[N_WAITING]):
        j = site.queue[x]
        if site.low[j] > site.tally[FREE]:
            continue
        # Who may not on the fastest idle machine may not on those that are left, either: few have to be sorted.
        if not may_backfill(now, run_time(site, j, fastest), site.low[j], site.tally[FREE], shadow, spare):
            continue
        behind[count] = j
        count += 1
        if is_disrupted(site) and site.disruption[j].evicted:
            evicted += 1
    _sort(site, now, behind, evicted, count, backfill_order)
    for k in range(count):
        if site.tally[FREE] == 0:
            break
        j = behind[k]
        if site.low[j] > site.tally[FREE]:
            continue
        takes = run_time_now(site, j)
        if may_backfill(now, takes, site.low[j], site.tally[FREE], shadow, spare):
            x = 1
            while site.queue[x] != j:
                x += 1
            leave_queue(site, x)
            start_now(site, now, j)
            if not now + takes <= shadow:
                spare -= site.low[j]


@small
def ordered_pass(site, now, order, backfill_order, first, last, ends, sizes):
    """One pass: jobs *first* to *last* - 1 have come. *ends*, *sizes*: (P + 1,), to work with."""
    for j in range(first, last):
        if not is_refused(site, j):
            site.queue[site.tally[N_WAITING]] = j
            site.tally[N_WAITING] += 1
    evicted = 0
    if is_disrupted(site):
        while evicted < site.tally[N_WAITING] and site.disruption[site.queue[evicted]].evicted:
            evicted += 1
    _sort(site, now, site.queue, evicted, site.tally[N_WAITING], order)
    while site.tally[N_WAITING] > 0 and site.low[site.queue[0]] <= site.tally[FREE]:
        j = site.queue[0]
        leave_queue(site, 0)
        start_now(site, now, j)
    if site.tally[N_WAITING] > 1 and site.tally[FREE] > 0:
        _pass_head(site, now, backfill_order, ends, sizes)
