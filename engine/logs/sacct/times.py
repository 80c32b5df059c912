"""Points in time as Slurm prints them: Unix seconds, or local time without a zone, or with an offset."""

import re

import numpy as np
from numpy.typing import NDArray

from engine.logs.numbers import THOUSAND, numbers

UNKNOWN, WRONG = -1, -2
ALLOWED = "YYYY-MM-DDTHH:MM:SS, Unix seconds, Unknown or None is needed"
FIRST_YEAR, LAST_YEAR = 1980, 2199
LATEST = 7_258_118_400
"""Unix seconds of the end of 2199."""

_WITH_OFFSET = re.compile(rb"(\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?)(?:Z|([+-])(\d\d):?(\d\d))")
_PATTERN = np.frombuffer(b"0000-00-00T00:00:00", np.uint8)
_TO_THE_MINUTE = len(b"0000-00-00T00:00")
_DIGITS = np.flatnonzero(_PATTERN == 48)
_MARKS = np.flatnonzero(_PATTERN != 48)
_DAYS = np.array([0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31])


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
    rows = np.flatnonzero(length == len(_PATTERN))
    if len(rows):
        seconds[rows] = _on_a_clock(text[starts[rows][:, None] + np.arange(len(_PATTERN))])
        is_local[rows] = seconds[rows] >= 0
    rows = np.flatnonzero(length == _TO_THE_MINUTE)
    if len(rows):
        seconds[rows] = _to_the_minute(text[starts[rows][:, None] + np.arange(_TO_THE_MINUTE)])
        is_local[rows] = seconds[rows] >= 0
    rows = np.flatnonzero((length > 0) & (length <= 12))
    if len(rows):
        found = numbers(text, starts[rows], stops[rows])
        value = found.thousandths // THOUSAND
        good = found.good & (found.thousandths % THOUSAND == 0) & (value >= 0) & (value <= LATEST)
        seconds[rows] = np.where(good, np.where(value == 0, UNKNOWN, value), WRONG)
    seconds[length == 0] = UNKNOWN
    for row in np.flatnonzero((seconds == WRONG) & (length <= 25)).tolist():
        seconds[row] = _one(text[starts[row] : stops[row]].tobytes())
    return seconds, is_local


def _one(word: bytes) -> int:
    if word.lower() in (b"unknown", b"none"):
        return UNKNOWN
    found = _WITH_OFFSET.fullmatch(word)
    if not found:
        return WRONG
    clock = np.frombuffer(found[1], np.uint8)[None, :]
    local = int((_to_the_minute if len(found[1]) == _TO_THE_MINUTE else _on_a_clock)(clock)[0])
    hours, minutes = int(found[3] or 0), int(found[4] or 0)
    if local < 0 or hours > 14 or minutes > 59:
        return WRONG
    return local - (hours * 3600 + minutes * 60) * (-1 if found[2] == b"-" else 1)


def _to_the_minute(characters: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Read YYYY-MM-DDTHH:MM, uint8 (n, 16), with seconds of 0."""
    seconds = np.broadcast_to(np.frombuffer(b":00", np.uint8), (len(characters), 3))
    return _on_a_clock(np.concatenate((characters, seconds), axis=1))


def _on_a_clock(characters: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Read YYYY-MM-DDTHH:MM:SS, or with a blank for T, uint8 (n, 19); -2 for what is none, or not in 1980 to 2199."""
    marks = characters[:, _MARKS]
    good = ((marks == _PATTERN[_MARKS]) | ((marks == ord(" ")) & (_PATTERN[_MARKS] == ord("T")))).all(1)
    digit = (characters[:, _DIGITS] - np.uint8(48)).astype(np.int64)
    good &= (digit <= 9).all(1)
    year = digit[:, 0] * 1000 + digit[:, 1] * 100 + digit[:, 2] * 10 + digit[:, 3]
    month, day, hour, minute, second = (digit[:, at] * 10 + digit[:, at + 1] for at in range(4, 14, 2))
    good &= (year >= FIRST_YEAR) & (year <= LAST_YEAR) & (month >= 1) & (month <= 12) & (day >= 1)
    good &= (hour < 24) & (minute < 60) & (second < 60)
    year, month = np.where(good, year, 2000), np.where(good, month, 1)
    is_leap = (year % 4 == 0) & ((year % 100 != 0) | (year % 400 == 0))
    good &= day <= _DAYS[month] + (is_leap & (month == 2))
    months = ((year - 1970) * 12 + month - 1).astype("datetime64[M]").astype("datetime64[D]").astype(np.int64)
    seconds = (months + day - 1) * 86_400 + hour * 3600 + minute * 60 + second
    return np.where(good, seconds, WRONG)
