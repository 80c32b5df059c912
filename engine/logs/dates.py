"""Dates as programs print them (ISO 8601 and close to it), for many words at once."""

import numpy as np
from numpy.typing import NDArray

ALLOWED = "a date such as 2024-03-31 01:59:50 or 2024-03-31T01:59:50Z"
FIRST, LATEST = 315_532_800, 7_258_118_400
"""Unix seconds of the beginning of 1980 and of the end of 2199: what is outside of them is no date of a log."""
LONGEST = 40
"""Characters of a date."""

Array = NDArray[np.int64]


def dates(text: NDArray[np.uint8], starts: Array, stops: Array) -> tuple[Array, NDArray[np.bool_], NDArray[np.bool_]]:
    """Read words as dates.

    Returns
    -------
    Unix milliseconds, of a date without zone or offset as if its clock were in Greenwich; whether it is one of those;
    and whether the word is a date at all, from 1980 to 2199.
    """
    import pandas as pd

    milliseconds = np.zeros(len(starts), np.int64)
    is_date = np.zeros(len(starts), bool)
    # "now" and "today" are dates to pandas; those of a log begin with a year.
    rows = np.flatnonzero((stops - starts >= 7) & (stops - starts <= LONGEST) & (text[starts] - np.uint8(48) <= 9))
    if not len(rows):
        return milliseconds, is_date, is_date
    width = int((stops[rows] - starts[rows]).max())
    places = starts[rows][:, None] + np.arange(width)
    letters = np.where(places < stops[rows][:, None], text[np.minimum(places, len(text) - 1)], np.uint8(0))
    words = np.ascontiguousarray(letters).view(f"S{width}").ravel()
    found, which = np.unique(words, return_inverse=True)
    plain = [_plain(word) for word in found.tolist()]
    read = pd.to_datetime(plain, format="ISO8601", errors="coerce", utc=True).as_unit("ms")
    value = read.asi8[which]
    good = (value >= FIRST * 1000) & (value < LATEST * 1000)
    milliseconds[rows[good]] = value[good]
    is_date[rows[good]] = True
    zoned = np.array([_says_zone(word) for word in plain], bool)[which]
    is_local = is_date.copy()
    is_local[rows] &= ~zoned
    return milliseconds, is_local, is_date


def _plain(word: bytes) -> str:
    """A date as ISO 8601 has it: a point before fractions of a second, and "Z" for Greenwich."""
    text = word.decode("ascii", "replace").upper().replace(",", ".")
    for name in (" UTC", " GMT", "UTC", "GMT", " Z"):
        if text.endswith(name):
            return text.removesuffix(name) + "Z"
    return text


def _says_zone(word: str) -> bool:
    clock = word[10:]
    return clock.endswith("Z") or "+" in clock or "-" in clock
