"""What SED decides. Pure rules, called by the reference and by the kernel alike.

Availability vectors and delays are indexed by delay class, 0 for the fastest. Delays are integers (all delays times
their common denominator), so that no comparison is ever left to rounding.
"""

import numpy as np

from engine.compiled.compilation import compiled

NOT_NOW = -1


@compiled
def choose_delay_class(available: np.ndarray, delay: np.ndarray, min_size: int, max_size: int) -> int:
    """The class that SED maps a job to, or `NOT_NOW`.

    Smallest delay / min(available, max_size) among the classes with at least *min_size* available machines; among
    equals the one that leaves the fewest machines over, then the fastest.
    Source: Schnor et al. 1996, section 3.3.3 (quotients compared as cross products).

    Parameters
    ----------
    available : int64 (K,), machines available in each class
    delay : int64 (K,), delay of each class times the common denominator
    """
    chosen = NOT_NOW
    for m in range(available.shape[0]):
        if available[m] < min_size:
            continue
        if chosen == NOT_NOW:
            chosen = m
            continue
        here = delay[m] * min(available[chosen], max_size)
        best = delay[chosen] * min(available[m], max_size)
        if here < best:
            chosen = m
        elif here == best:
            left = available[m] - min(available[m], max_size)
            if left < available[chosen] - min(available[chosen], max_size):
                chosen = m
    return chosen


@compiled
def choose_migration_class(available: np.ndarray, current: int, size: int) -> int:
    """The fastest class below *current* with *size* available machines, or `NOT_NOW`.

    *available* is counted with the job itself taken off its machines.
    Source: Schnor et al. 1996, section 3.3.5; the cluster of machines never changes its size.
    """
    for m in range(current):
        if available[m] >= size:
            return m
    return NOT_NOW


@compiled
def migration_pays(pause: float, remaining: float, rate_there: float, rate_here: float) -> bool:
    """Whether stopping for *pause* seconds and going on at *rate_there* ends before staying at *rate_here*."""
    return pause + remaining / rate_there < remaining / rate_here


@compiled
def rigid_size(max_size: int, machines: int) -> int:
    """Size of a rigid job under First-Come-First-Served: its largest, but not more than there are machines."""
    return min(max_size, machines)
