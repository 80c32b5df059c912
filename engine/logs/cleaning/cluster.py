"""How many processors the cluster of a log has: a proposal, for somebody else to decide."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.logs.head import Head
from engine.logs.limits import PROCESSORS


class Proposal(NamedTuple):
    """A number of processors, and where it is from, as a sentence."""

    processors: int
    source: str


def propose(
    head: Head, size: NDArray[np.int64], start: NDArray[np.float64], run: NDArray[np.float64], held: NDArray[np.int64]
) -> Proposal:
    """Propose `MaxProcs` of the head, else `MaxNodes`, else what was in use at once, at least the largest size.

    Arrays are of the jobs: size, when they started (s, NaN where it is not known), run time (s), and the processors
    that they held, as recorded.
    """
    for label in ("MaxProcs", "MaxNodes"):
        number = head.number(label)
        if number and number <= PROCESSORS:
            return Proposal(number, f"{label} of the head")
    largest = min(int(size.max(initial=1)), PROCESSORS)
    most, _ = in_use_at_once(start, run, held)
    if most > largest:
        return Proposal(min(most, PROCESSORS), "the most in use at once, as recorded: the head names none")
    return Proposal(largest, "the largest size of a job: the head names none")


def in_use_at_once(start: NDArray[np.float64], run: NDArray[np.float64], size: NDArray[np.int64]) -> tuple[int, float]:
    """Give the largest number of processors in use at once, and when it was first; ends come before starts.

    Asked of times as recorded: a job with a run time of 0 was gone within the clock's step, and is not counted beside
    others. Neither is one whose start (NaN), run time or size is not known.
    """
    ran = np.isfinite(start) & (run > 0) & (size > 0)
    start, run, size = start[ran], run[ran], size[ran]
    times = np.concatenate((start, start + run))
    change = np.concatenate((size, -size))
    order = np.lexsort((change, times))
    busy = np.cumsum(change[order])
    if not len(busy):
        return 0, 0.0
    most = int(busy.argmax())
    return int(busy[most]), float(times[order][most])
