"""Which part of a replication is whole days, or weeks, where its load comes back after so long: all that is measured.

A part of a day says as much about its hours as about the system.
"""

import numpy as np

FEWEST = 3
"""Periods from which on it can be told whether a queue settles: the middle ones are held against the last ones."""


def within(arrival: np.ndarray, period: float) -> int:
    """How many of the first jobs arrive within whole periods; all of them if there is no whole one, or no period (0).

    Parameters
    ----------
    arrival : float64 (J,), ascending, s
    """
    last = float(np.floor(arrival[-1] / period)) * period if period else 0.0
    return int(np.searchsorted(arrival, last)) if last else len(arrival)


def from_whole(cut: int, arrival: np.ndarray, period: float) -> int:
    """At least *cut* first jobs, so that the next one is the first of a period; *cut* if too few would be left."""
    if not cut or not period or cut >= len(arrival):
        return cut
    begin = float(np.ceil(arrival[cut] / period)) * period
    found = int(np.searchsorted(arrival, begin))
    return found if found < within(arrival, period) else cut


def thirds(span: float, period: float) -> tuple[tuple[float, float], tuple[float, float]] | None:
    """Since when and until when (s) the middle and the last part of a *span* are, equally long: about thirds.

    Of whole periods, if there is one; None if there are fewer than three of them, or there is no time at all.
    """
    if not period:
        third = span / 3
        return ((third, 2 * third), (2 * third, span)) if span else None
    count = int(span // period)
    if count < FEWEST:
        return None
    long, middle = count // 3, -(-count // 3)
    return (middle * period, (middle + long) * period), ((count - long) * period, count * period)
