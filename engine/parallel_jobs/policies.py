"""What each policy decides. Pure rules, called by the reference and by the kernel alike.

Availability vectors and delays are indexed by delay class, 0 for the fastest. Delays are integers (all delays times
their common denominator), so that no comparison is ever left to rounding.
"""

from enum import IntEnum

import numpy as np

from engine.compiled.compilation import compiled
from engine.contract.family import Policy

NOT_NOW = -1


class PolicyCode(IntEnum):
    """Numbers of the policies inside the kernel (functions as arguments would defeat numba's disk cache)."""

    SED = 0
    SED_NU = 1
    SED_NM = 2
    FCFS = 3
    FF = 4
    EASY = 5
    CONSERVATIVE = 6
    UFF = 7
    SIMPLE = 8
    SIMPLE_R = 9
    LAZY = 10
    LAZY_R = 11


POLICIES = {
    policy.name: policy
    for policy in (
        Policy(
            "SED",
            "Shortest Expected Delay",
            "Maps a job to the delay class with the shortest expected delay, upgrades it when it gets its machines for "
            "itself, and migrates it when faster machines are left idle.",
            "Schnor et al. 1996, section 3.3",
            PolicyCode.SED,
            "Time sharing",
        ),
        Policy(
            "SED-NU",
            "Shortest Expected Delay, no upgrading",
            "As SED, but a job keeps the delay that it was assigned.",
            "Schnor et al. 1996, section 4.3.1",
            PolicyCode.SED_NU,
            "Time sharing",
        ),
        Policy(
            "SED-NM",
            "Shortest Expected Delay, no migration",
            "As SED, but a job stays on its machines.",
            "Schnor et al. 1996, section 4.4.1",
            PolicyCode.SED_NM,
            "Time sharing",
        ),
        Policy(
            "FCFS",
            "First-Come-First-Served",
            "Each job takes the size requested, the fastest free machines first, for itself alone, or waits; nobody "
            "passes the one who waits longest.",
            "the usual baseline; Feitelson & Rudolph 1995",
            PolicyCode.FCFS,
            "One size",
        ),
        Policy(
            "FF",
            "First Fit",
            "As FCFS, but whoever fits starts, in order of arrival: the traditional jobs of Kumar 2001.",
            "Kumar 2001, section 4.1.1",
            PolicyCode.FF,
            "One size",
        ),
        Policy(
            "EASY",
            "EASY backfilling",
            "As FCFS, but a job may pass the first in the queue if, by the estimates, it does not delay that one.",
            "Lifka 1995",
            PolicyCode.EASY,
            "One size",
        ),
        Policy(
            "Conservative",
            "Conservative backfilling",
            "Every waiting job has a reservation; a job may pass others if, by the estimates, it delays none of them.",
            "Mu'alem & Feitelson 2001, section 2",
            PolicyCode.CONSERVATIVE,
            "One size",
        ),
        Policy(
            "UFF",
            "Uniform First Fit",
            "Starts whoever fits with its smallest size, in order of arrival; then all running jobs share the machines "
            "evenly, within their limits. Malleable jobs shrink and expand.",
            "Kumar 2001, section 3.2.2",
            PolicyCode.UFF,
            "Resizing",
        ),
        Policy(
            "Simple",
            "Simple Profit",
            "Takes a job at once or not at all: if its deadline can be met and it brings more than it costs the jobs "
            "that shrink for it.",
            "Kumar 2001, section 3.2.4",
            PolicyCode.SIMPLE,
            "Profit",
        ),
        Policy(
            "Simple-R",
            "Simple Profit, rigid",
            "As Simple, but every job has the size requested and keeps it.",
            "Kumar 2001, section 4.2",
            PolicyCode.SIMPLE_R,
            "Profit",
        ),
        Policy(
            "Lazy",
            "Lazy Profit",
            "As Simple, but a job that cannot start now is taken if it can when the job with the earliest deadline has "
            "ended.",
            "Kumar 2001, section 3.2.5",
            PolicyCode.LAZY,
            "Profit",
        ),
        Policy(
            "Lazy-R",
            "Lazy Profit, rigid",
            "As Lazy, but every job has the size requested and keeps it.",
            "Kumar 2001, section 4.2",
            PolicyCode.LAZY_R,
            "Profit",
        ),
    )
}


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
