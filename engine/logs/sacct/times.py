"""Points in time as Slurm prints them: Unix seconds, or local time without a zone, or with an offset."""

import numpy as np
from numpy.typing import NDArray

from engine.logs.dates import LATEST, dates
from engine.logs.numbers import THOUSAND, numbers

UNKNOWN, WRONG = -1, -2
ALLOWED = "YYYY-MM-DDTHH:MM:SS, Unix seconds, Unknown or None is needed"
TO_THE_MINUTE = len("0000-00-00T00:00")
"""Characters; what is shorter is no time of day."""


def times(
    text: NDArray[np.uint8], starts: NDArray[np.int64], stops: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Read many at once.

    Returns
    -------
    Seconds (int64), -1 for not known and -2 for what is no time; and whether they are seconds of a local clock, counted
    as if it were in Greenwich.
    """
    length = stops - starts
    seconds = np.full(len(starts), WRONG, np.int64)
    is_local = np.zeros(len(starts), bool)
    rows = np.flatnonzero((length > 0) & (length <= 12))
    if len(rows):
        found = numbers(text, starts[rows], stops[rows])
        value = found.thousandths // THOUSAND
        good = found.good & (found.thousandths % THOUSAND == 0) & (value >= 0) & (value <= LATEST)
        seconds[rows] = np.where(good, np.where(value == 0, UNKNOWN, value), WRONG)
    rows = np.flatnonzero(length >= TO_THE_MINUTE)
    milliseconds, is_local[rows], is_date = dates(text, starts[rows], stops[rows])
    seconds[rows[is_date]] = milliseconds[is_date] // THOUSAND
    seconds[length == 0] = UNKNOWN
    for row in np.flatnonzero((seconds == WRONG) & (length <= len("Unknown"))).tolist():
        if text[starts[row] : stops[row]].tobytes().lower() in (b"unknown", b"none"):
            seconds[row] = UNKNOWN
    return seconds, is_local
