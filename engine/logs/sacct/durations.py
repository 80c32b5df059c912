"""Durations as Slurm prints and takes them, in whole seconds: [DD-]HH:MM:SS, MM:SS, MM:SS.mmm, D-HH:MM; and counts such
as 1.50K.
"""

import re

import numpy as np
from numpy.typing import NDArray

from engine.logs.limits import NUMBER
from engine.logs.numbers import THOUSAND, numbers
from engine.logs.table import NO_LIMIT

Array = NDArray[np.int64]

UNKNOWN, WRONG = -1, -2
ALLOWED = "[DD-]HH:MM:SS or MM:SS is needed"
ALLOWED_COUNT = "a whole number is needed"

_ENDLESS, _OF_PARTITION = b"unlimited", (b"partition_limit", b"invalid")
_DAYS = re.compile(rb"(\d{1,6})-(\d{1,2}):(\d{2})")
_SHORT = re.compile(rb"(?:(\d{1,6})-)?(?:(\d{1,4}):)?(\d{1,3}):(\d{2})(\.\d{1,6})?")
_SCALED = re.compile(rb"(\d{1,9}(?:\.\d{1,3})?)([KMG])")
_SCALE = {b"K": 1 << 10, b"M": 1 << 20, b"G": 1 << 30}

_CLOCK = np.array([1, 1, 0, 1, 1, 0, 1, 1], bool)  # where the digits of HH:MM:SS stand


def durations(text: NDArray[np.uint8], starts: Array, stops: Array) -> Array:
    """Read many at once: seconds, -1 for not known, -2 for what is none."""
    seconds = np.full(len(starts), WRONG, np.int64)
    length = stops - starts
    regular = (length == 8) | ((length >= 10) & (length <= 15))
    rows = np.flatnonzero(regular)
    if len(rows):
        clock = text[stops[rows][:, None] + np.arange(-8, 0)] - np.uint8(48)
        good = (clock[:, _CLOCK] <= 9).all(1) & (clock[:, [2, 5]] == 10).all(1)  # ":" follows "9"
        hours, minutes, rest = (clock[:, at] * np.int64(10) + clock[:, at + 1] for at in (0, 3, 6))
        good &= (minutes < 60) & (rest < 60)
        days = np.zeros(len(rows), np.int64)
        longer = np.flatnonzero(good & (length[rows] > 8))
        if len(longer):
            dash = stops[rows[longer]] - 9
            found = numbers(text, starts[rows[longer]], dash)
            days[longer] = found.thousandths // THOUSAND
            good[longer] &= (text[dash] == ord("-")) & found.good & found.whole & (days[longer] >= 0)
        seconds[rows[good]] = (days * 86_400 + hours * 3600 + minutes * 60 + rest)[good]
    for row in np.flatnonzero(seconds == WRONG).tolist():
        seconds[row] = _one(_word(text, starts, stops, row))
    return np.where(seconds > NUMBER, WRONG, seconds)


def limits(text: NDArray[np.uint8], starts: Array, stops: Array) -> Array:
    """Read limits of time, as durations; that of a partition is not known here."""
    return _with_words(durations(text, starts, stops), text, starts, stops)


def limits_in_minutes(text: NDArray[np.uint8], starts: Array, stops: Array) -> Array:
    """Read limits that are printed as whole minutes, in seconds."""
    minutes = counts(text, starts, stops)
    seconds = np.where(minutes > NUMBER // 60, WRONG, np.where(minutes > 0, minutes * 60, minutes))
    return _with_words(seconds, text, starts, stops)


def _with_words(found: Array, text: NDArray[np.uint8], starts: Array, stops: Array) -> Array:
    for row in np.flatnonzero(found == WRONG).tolist():
        word = _word(text, starts, stops, row).lower()
        if word == _ENDLESS:
            found[row] = NO_LIMIT
        elif word in _OF_PARTITION:
            found[row] = UNKNOWN
    return found


def _word(text: NDArray[np.uint8], starts: Array, stops: Array, row: int) -> bytes:
    return text[starts[row] : stops[row]][:40].tobytes()


def _one(word: bytes) -> int:
    if not word:
        return UNKNOWN
    if found := _DAYS.fullmatch(word):
        days, hours, minutes = map(int, found.groups())
        return days * 86_400 + hours * 3600 + minutes * 60 if hours < 24 and minutes < 60 else WRONG
    found = _SHORT.fullmatch(word)
    if not found:
        return WRONG
    days, hours, minutes, seconds = (int(part or 0) for part in found.groups()[:4])
    if seconds >= 60 or (found[2] and minutes >= 60) or (found[1] and not found[2]):
        return WRONG
    return days * 86_400 + hours * 3600 + minutes * 60 + seconds + (float(found[5] or 0) >= 0.5)


def counts(text: NDArray[np.uint8], starts: Array, stops: Array) -> Array:
    """Read whole numbers; -1 for an empty field, -2 for what is none."""
    found = numbers(text, starts, stops)
    values = found.thousandths // THOUSAND
    values[~found.good | (values < 0) | (found.thousandths % THOUSAND != 0)] = WRONG
    values[starts == stops] = UNKNOWN
    return values


def scaled_counts(text: NDArray[np.uint8], starts: Array, stops: Array) -> Array:
    """Read whole numbers that may end in K, M or G, as Slurm prints counts of nodes."""
    values = counts(text, starts, stops)
    for row in np.flatnonzero(values == WRONG).tolist():
        if found := _SCALED.fullmatch(_word(text, starts, stops, row)):
            values[row] = round(float(found[1]) * _SCALE[found[2]])
    values[values > NUMBER] = WRONG
    return values
