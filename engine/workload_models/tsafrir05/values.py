"""Which estimates users give: few round ones that most of them take, and others up to the largest.

Constants are those of the author's program; times are in seconds.
"""

from itertools import pairwise
from math import floor

from engine.compiled.elementary import power

MINUTE, HOUR = 60, 3600

HEAD = 20
"""So many values have most of the jobs."""

LEAST_LARGEST, STEP = 100 * MINUTE, 5 * MINUTE
"""The smallest largest estimate with room for the head, and of what all of them are multiples."""

USUAL = (*(n * MINUTE for n in (5, 10, 15, 20, 30)), *(n * HOUR for n in (1, 2, 3, 4, 5, 6, 8, 10, 12, 18)))
MULTIPLES = (*(n * HOUR for n in (200, 100, 50, 10, 5, 2, 1)), *(n * MINUTE for n in (20, 10, 5)))

IN_USE = ((0, 0), (20, 10), (200, 20), (1000, 35), (10_000, 90), (70_000, 340), (250_000, 565))
"""(jobs, different estimates): straight lines between these; of more jobs, no more."""

MOVES = (0, 30, -30, 20, -20, 10, -10)


def values_in_use(jobs: int) -> int:
    """How many different estimates so many *jobs* have."""
    for (from_jobs, low), (to_jobs, high) in pairwise(IN_USE):
        if jobs <= to_jobs:
            return floor(low + (high - low) * (jobs - from_jobs) / (to_jobs - from_jobs) + 0.5)
    return IN_USE[-1][1]


def check_largest(largest: float) -> None:
    """Refuse a *largest* estimate (s) that leaves no room for the head; `ValueError`."""
    if largest < LEAST_LARGEST or largest % STEP:
        raise ValueError(
            f"the largest estimate is {largest / MINUTE:g} min; at least {LEAST_LARGEST // MINUTE} min are needed, in "
            f"whole {STEP // MINUTE} minutes"
        )


def head(largest: int) -> list[int]:
    """The 20 most frequent estimates, in no order but the *largest* first."""
    found = [largest, *(one for one in USUAL if one < largest)]
    for unit in MULTIPLES:
        for one in range(largest // unit * unit, 0, -unit):
            if len(found) < HEAD and one not in found:
                found.append(one)
    return found


def tail(largest: int, count: int, taken: list[int]) -> list[int]:
    """The other estimates of *count* in all, ascending; what finds no free place is left out."""
    others = count - HEAD
    bend = 1.0 + 12.1039 * power(float(count), -0.6026)
    used, found = set(taken), []
    for n in range(1, others + 1):
        x = n / others
        near = floor(largest * (bend - 1.0) * x / (bend - x) / MINUTE + 0.5) * MINUTE
        place = next((near + move for move in MOVES if 0 < near + move <= largest and near + move not in used), None)
        if place is not None:
            used.add(place)
            found.append(place)
    return sorted(found)
