"""Uniform First Fit, compiled: whoever fits starts, and all share the machines evenly.

Evicted jobs wait in `queue` before all others; nobody else does.
"""

import numpy as np

from engine.compiled.compilation import part, small
from engine.parallel_jobs.space_sharing.kernel.site import add_starting, is_disrupted, is_refused, leave_queue
from engine.parallel_jobs.space_sharing.kernel.tables import N_RUNNING, N_STARTING, N_WAITING, PROCESSORS
from engine.parallel_jobs.space_sharing.kernel.waiting import NOBODY, THERE, join, leave, next_that_fits
from engine.parallel_jobs.space_sharing.rules.sharing import deal


@part
def share_with_evicted(site, minima):
    """Let the evicted jobs start that fit; the new sum of minima."""
    x = 0
    while x < site.tally[N_WAITING]:
        j = site.queue[x]
        if site.low[j] <= site.tally[PROCESSORS] - minima:
            leave_queue(site, x)
            add_starting(site, j)
            minima += site.low[j]
        else:
            x += 1
    return minima


@small
def share(site, first, last, whole, least, most, shares, minima):
    """Let whoever fits start of jobs *first* to *last* - 1 or of the *whole* queue, and share the machines.

    Returns the new sum of minima. What is decided is then to be carried out.
    """
    processors = site.tally[PROCESSORS]
    for j in range(first, last):
        if is_refused(site, j):
            continue
        if not whole and site.low[j] <= processors - minima:
            add_starting(site, j)
            minima += site.low[j]
        else:
            join(site.waiting, j, site.low[j], 0.0, None)
    if whole:
        if is_disrupted(site) and site.tally[N_WAITING] > 0:
            minima = share_with_evicted(site, minima)
        while minima < processors and site.waiting.tally[THERE] > 0:
            j = next_that_fits(site.waiting, 0, processors - minima, 0, np.inf)
            if j == NOBODY:
                break
            leave(site.waiting, j, None)
            add_starting(site, j)
            minima += site.low[j]
    running = site.tally[N_RUNNING]
    n = running + site.tally[N_STARTING]
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
