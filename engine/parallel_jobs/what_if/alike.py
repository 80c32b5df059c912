"""From when on two runs go alike, told from their logs."""

from collections import Counter

import numpy as np

from engine.parallel_jobs.records import Happening, Log

DIGITS = 10
"""Significant digits of the times of two rows that are the same: sums are taken in another order."""

Line = tuple[float, int, int, int, tuple[int, ...]]


def lines(log: Log, horizon: float) -> list[Line]:
    """The rows up to *horizon* (s), in an order that does not depend on which of those at one instant came first."""
    until = int(np.searchsorted(log.time, horizon, side="right"))
    first, machine = log.first_machine.tolist(), log.machine.tolist()
    return sorted(
        (
            float(f"{log.time[n]:.{DIGITS}g}"),
            int(log.happening[n]),
            int(log.job[n]),
            int(log.delay_class[n]),
            tuple(machine[first[n] : first[n + 1]]),
        )
        for n in range(until)
    )


def parting(one: list[Line], other: list[Line]) -> tuple[float | None, set[int]]:
    """The instant of the last row that only one of them has (None if there is none), and the jobs of all such rows."""
    counted = Counter(one)
    counted.subtract(other)
    only = [line for line, times in counted.items() if times]
    jobs = {job for _, happening, job, *_ in only if happening != Happening.MACHINE}
    return max((line[0] for line in only), default=None), jobs
