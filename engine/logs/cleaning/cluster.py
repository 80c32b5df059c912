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


def propose(head: Head, sizes: NDArray[np.int64]) -> Proposal:
    """Propose `MaxProcs` of the head, else `MaxNodes`, else the largest size."""
    for label in ("MaxProcs", "MaxNodes"):
        number = head.number(label)
        if number and number <= PROCESSORS:
            return Proposal(number, f"{label} of the head")
    return Proposal(min(int(sizes.max(initial=1)), PROCESSORS), "the largest size of a job: the head names none")


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
