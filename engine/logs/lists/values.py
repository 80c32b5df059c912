"""Words of a table as times and quantities: numbers in any unit, dates, durations with colons, and what is unknown."""

import re
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.logs.dates import LONGEST, dates
from engine.logs.execution import CANCELLED, COMPLETED, FAILED
from engine.logs.limits import NUMBER
from engine.logs.names import NOTHING
from engine.logs.numbers import THOUSAND, floats, numbers
from engine.logs.sacct.states import CODES, LEFT_OUT, STATUS
from engine.logs.table import NO_LIMIT

Array = NDArray[np.int64]
Mask = NDArray[np.bool_]

UNKNOWN = -THOUSAND
"""In thousandths, as everywhere here."""

LATE = 1e11
"""Instants beyond are no seconds, but thousandths, or each thousand times more of them, so many since 1970."""

ENDLESS = frozenset((b"unlimited", b"infinite", b"infinity", b"inf"))
"""Words, in small letters, of an estimate without a limit."""
_NOT_TOLD = NOTHING | {b"partition_limit", b"invalid", b"unknown"}
_CLOCK = re.compile(rb"(?:(\d{1,6})(?:-| ?d(?:ays?)?,? ))?(?:(\d{1,6}):)?(\d{1,4}):(\d{1,2})([.,]\d{1,9})?", re.I)
_COUNT = re.compile(rb"(\d{1,12}(?:\.\d{1,9})?) ?(ms|s|secs?|seconds?|min|mins|minutes?|h|hr|hrs|hours?|d|days?)", re.I)
_ISO = re.compile(rb"P(?:(\d{1,6})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:(\d{1,9}(?:\.\d{1,9})?)S)?)?", re.I)
_OF_A_DAY = (86_400, 3600, 60, 1)

WORDS = {
    **{word.lower(): STATUS[code] for word, code in CODES.items()},
    **dict.fromkeys(
        (b"complete", b"done", b"finished", b"success", b"successful", b"succeeded", b"pass", b"ok"), COMPLETED
    ),
    **dict.fromkeys((b"passed", b"cd"), COMPLETED),
    **dict.fromkeys((b"fail", b"failure", b"error", b"oom", b"timed_out", b"time_out", b"f", b"to", b"nf"), FAILED),
    **dict.fromkeys((b"canceled", b"cancel", b"killed", b"kill", b"aborted", b"ca", b"terminated"), CANCELLED),
}
"""How a job ended, in words and small letters, as the status in SWF; -1 for jobs that are not over."""
NOT_OVER = frozenset(word.lower() for word in LEFT_OUT)


class Values(NamedTuple):
    """A column of a block, int64 (n,) and masks (n,).

    Attributes
    ----------
    value : array
        Thousandths, of seconds for times; `UNKNOWN` where there is none.
    odd : mask
        Where a word stands that says none: NaN, a negative number, or what cannot be read.
    wrong : mask
        Where it cannot be read.
    dated, local : mask
        Instants since 1970 that were no seconds; those of them that say no zone.
    short : mask
        Durations such as 12:30, read as minutes and seconds.
    forms : set of str
        "h" if a duration has hours, minutes and seconds, "d" if one has days, hours and minutes alone, "m" as `short`.
    """

    value: Array
    odd: Mask
    wrong: Mask
    dated: Mask
    local: Mask
    short: Mask
    forms: frozenset[str] = frozenset()


def quantities(block: bytes, text: NDArray[np.uint8], starts: Array, stops: Array) -> Values:
    """Read whole numbers."""
    found = numbers(text, starts, np.maximum(stops, starts))
    value = found.thousandths
    good = found.good & (value % THOUSAND == 0) & (stops > starts)
    return _values(block, starts, stops, value, good)


def times(
    block: bytes,
    text: NDArray[np.uint8],
    starts: Array,
    stops: Array,
    seconds: float,
    is_instant: bool,
    is_limit: bool = False,
) -> Values:
    """Read instants or durations; numbers are in a unit of so many *seconds*, and bounds come after it.

    Of limits there may be none.
    """
    n = len(starts)
    dated, local, short = np.zeros(n, bool), np.zeros(n, bool), np.zeros(n, bool)
    is_there = stops > starts
    value = np.full(n, UNKNOWN)
    if seconds == 1.0:
        found = numbers(text, starts, stops)
        good = found.good & is_there
        value[good] = found.thousandths[good]
        left = np.flatnonzero(is_there & (~good | (is_instant & (value > LATE * THOUSAND))))
    else:
        good, left = np.zeros(n, bool), np.flatnonzero(is_there)
    if not len(left):
        return _values(block, starts, stops, value, good)
    number = floats(text, starts[left], stops[left])
    is_number = np.isfinite(number)
    in_seconds = number * seconds
    if is_instant and seconds == 1.0:
        for power, beyond in enumerate((LATE, LATE * 1e3, LATE * 1e6), 1):
            late = number > beyond
            in_seconds[late] = number[late] / 1000.0**power
            dated[left] |= late
    exact = np.rint(in_seconds) * THOUSAND if seconds > 1 else np.rint(in_seconds * THOUSAND)
    fits = is_number & (exact <= NUMBER * THOUSAND) & (exact > -NUMBER * THOUSAND)
    value[left[fits]], good[left[fits]] = exact[fits].astype(np.int64), True
    good[left[is_number & ~fits]] = False
    left = left[~is_number]
    if is_instant:
        milliseconds, is_local, is_date = dates(text, starts[left], stops[left])
        rows = left[is_date]
        value[rows], good[rows], dated[rows], local[rows] = milliseconds[is_date], True, True, is_local[is_date]
        return _values(block, starts, stops, value, good, dated, local)
    forms = set()
    words = [block[starts[row] : stops[row]] for row in left.tolist()]
    for row, word in zip(left.tolist(), words, strict=True):
        thousandths, form = duration(word) if len(word) <= LONGEST else (-1, "")
        if is_limit and word.lower() in ENDLESS:
            thousandths = NO_LIMIT * THOUSAND
        if thousandths >= 0:
            value[row], good[row] = thousandths, True
            short[row] = form == "m"
            forms.add(form)
    return _values(block, starts, stops, value, good, short=short, forms=frozenset(forms - {""}))


def _values(
    block: bytes,
    starts: Array,
    stops: Array,
    value: Array,
    good: Mask,
    dated: Mask | None = None,
    local: Mask | None = None,
    short: Mask | None = None,
    forms: frozenset[str] = frozenset(),
) -> Values:
    """Sort what is no number, or a negative one, into what is said not to be known and what cannot be read."""
    none = np.zeros(len(value), bool)
    is_none = ~good | (value < 0)
    odd = is_none & ~(good & (value == UNKNOWN))
    value[is_none] = UNKNOWN
    wrong = none.copy()
    unread = np.flatnonzero(~good & (stops > starts))
    words = [block[starts[row] : stops[row]].lower() for row in unread.tolist()]
    wrong[unread] = [word not in _NOT_TOLD for word in words]
    dated, local, short = (none if mask is None else mask for mask in (dated, local, short))
    return Values(value, odd, wrong, dated, local, short, forms)


@lru_cache(maxsize=100_000)
def duration(word: bytes) -> tuple[int, str]:
    """Read a duration that is no number, in thousandths of a second, -1 for none, and its form.

    The form is "h" for HH:MM:SS, "m" for MM:SS, "d" for D-HH:MM.
    """
    if found := _CLOCK.fullmatch(word):
        days, first, second, third = (int(part or 0) for part in found.groups()[:4])
        rest = round(float((found[5] or b"0").replace(b",", b".")) * THOUSAND)
        if third >= 60 or (found[2] and second >= 60):
            return -1, ""
        form = "h" if found[2] else "d" if found[1] else "m"
        clock = (first, second, third) if form == "h" else (second, third, 0) if form == "d" else (0, second, third)
        return _thousandths((days, *clock)) + rest, form
    if found := _COUNT.fullmatch(word):
        unit = found[2].lower()
        scale = 0.001 if unit == b"ms" else {b"s": 1, b"m": 60, b"h": 3600, b"d": 86_400}[unit[:1]]
        return round(float(found[1]) * scale * THOUSAND), ""
    if (found := _ISO.fullmatch(word)) and any(found.groups()):
        *whole, seconds = found.groups()
        return _thousandths((*(int(part or 0) for part in whole), 0)) + round(float(seconds or 0) * THOUSAND), ""
    return -1, ""


def _thousandths(parts: tuple[int, ...]) -> int:
    return sum(part * scale for part, scale in zip(parts, _OF_A_DAY, strict=True)) * THOUSAND


def statuses(block: bytes, text: NDArray[np.uint8], starts: Array, stops: Array) -> tuple[Values, Mask]:
    """Read how jobs ended, in numbers of SWF or in words; and which are not over."""
    found = quantities(block, text, starts, stops)
    rows = np.flatnonzero(found.wrong)
    over = np.zeros(len(starts), bool)
    if not len(rows):
        return found, over
    words = [block[starts[row] : stops[row]] for row in rows.tolist()]
    meant = {word: word.lower().split(b" ", 1)[0].rstrip(b"+") for word in set(words)}
    read = np.array([WORDS.get(meant[word], -2) for word in words], np.int64)
    over[rows] = [meant[word] in NOT_OVER for word in words]
    known = read > -2
    found.value[rows[known]] = read[known] * THOUSAND
    found.odd[rows[known]] = found.wrong[rows[known]] = False
    return found, over
