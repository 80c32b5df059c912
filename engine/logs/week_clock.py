"""The clock of a log: 0 is the Monday 0:00, local time, before the first arrival, so that days are in place."""

import re
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo

import numpy as np
from numpy.typing import NDArray

from engine.logs.head import LATEST, Head
from engine.logs.limits import LogError

HOUR, DAY, WEEK = 3600, 86_400, 604_800
MONDAY = 4 * DAY
"""1970-01-05 was a Monday."""
TAKEN_FOR_UNIX_TIME = 10**8
LONGEST = 200 * 366 * DAY
"""A log over more than 200 years gets no summer time."""
_ZONE = re.compile(r"[A-Za-z0-9_+-]{1,32}(/[A-Za-z0-9_+-]{1,32}){0,2}")


@dataclass(frozen=True, eq=False)
class WeekClock:
    """Where second 0 of the simulation stands.

    Attributes
    ----------
    monday : int or None
        Unix time of second 0; None where the log tells no date.
    start : int
        Unix time (or, without a date, the second of a week that begins with the log) of submit time 0.
    zone : str
        The IANA name of the zone, "UTC", or seconds east of Greenwich as "UTC+3600 s".
    said : tuple of str
        What had to be assumed, a sentence each.
    changes, offsets : arrays
        Unix times from which on local time is so many seconds ahead of UTC; the first is before all arrivals.
    """

    monday: int | None
    start: int
    zone: str
    said: tuple[str, ...]
    changes: NDArray[np.int64]
    offsets: NDArray[np.int64]

    def arrival(self, submit: NDArray[np.int64], unit: int) -> NDArray[np.float64]:
        """Give seconds on this clock for submit times in *unit*-ths of a second; exact."""
        return (submit + (self.start - (self.monday or 0)) * unit) / unit

    def local(self, arrival: NDArray[np.float64]) -> NDArray[np.float64]:
        """Give seconds of local time, summer time included, since that Monday 0:00: what clocks on walls show."""
        if self.monday is None:
            return arrival
        return arrival + self._offset(arrival + self.monday) - self._offset(self.monday)

    def week(self, arrival: NDArray[np.float64]) -> NDArray[np.int64]:
        """Give the week, from 1, from Monday to Monday in local time."""
        return np.floor(self.local(arrival) / WEEK).astype(np.int64) + 1

    def later(self, weeks: int) -> tuple["WeekClock", int]:
        """Give the clock that begins so many Mondays later, and by how many seconds."""
        if self.monday is None:
            return replace(self, start=self.start - weeks * WEEK), weeks * WEEK
        seconds = weeks * WEEK
        seconds += int(self._offset(self.monday) - self._offset(self.monday + seconds))
        return replace(self, monday=self.monday + seconds), seconds

    def _offset(self, unix: NDArray[np.float64] | int) -> NDArray[np.int64]:
        which = np.searchsorted(self.changes, unix, "right") - 1
        return self.offsets[np.maximum(which, 0)]

    def hour_of_week(self, arrival: NDArray[np.float64]) -> NDArray[np.int64]:
        """Give 0 (Monday 0:00 to 1:00) to 167, in local time."""
        return (np.floor(self.local(arrival) / HOUR) % 168).astype(np.int64)


def clock_of(head: Head, first_submit: int, last_submit: int) -> WeekClock:
    """Make the clock of a log from its head and its first and last submit time in whole seconds."""
    said = []
    start = head.unix_start
    if start is None and first_submit > TAKEN_FOR_UNIX_TIME:
        start = 0
        said.append("The head tells no start; the submit times are taken for Unix time.")
    if start is None or not 0 <= start + first_submit <= LATEST:
        said.append("The log tells no date; its start is taken for a Monday, 0:00.")
        origin = -(first_submit // WEEK * WEEK)
        return WeekClock(None, origin, "", tuple(said), np.zeros(1, np.int64), np.zeros(1, np.int64))
    zone, name, sentence = _zone(head)
    if sentence:
        said.append(sentence)
    first, last = start + first_submit, start + last_submit
    if last - first > LONGEST or last > LATEST:
        last = first
        said.append("The log is longer than 200 years; summer time is left out.")
    offset = _offset(zone, first)
    monday = (first + offset - MONDAY) // WEEK * WEEK + MONDAY - offset
    if (other := _offset(zone, monday)) != offset:  # the clocks changed between that Monday and the first arrival
        monday += offset - other
    changes, offsets = changes_of(zone, monday, last)
    return WeekClock(monday, start, name, tuple(said), changes, offsets)


def _zone(head: Head) -> tuple[tzinfo, str, str]:
    """Give the zone of a head, its name, and what is to be said of it."""
    name = head.zone
    if name:
        try:
            return zone_named(name), name, ""
        except LogError:
            pass
        return UTC, "UTC", "The time zone of the head is not known; days and weeks are those of UTC."
    east = head.seconds_east
    if east is not None:
        told = "The head names no time zone, only seconds east of Greenwich: days and weeks are without summer time."
        return timezone(timedelta(seconds=east)), f"UTC{east:+d} s", told
    return UTC, "UTC", "The head names no time zone; days and weeks are those of UTC."


def zone_named(name: str) -> tzinfo:
    """Give a zone by its IANA name; raises `LogError` for what is none."""
    if _ZONE.fullmatch(name):
        try:
            return ZoneInfo(name)
        except (OSError, ValueError, LookupError):  # unknown, a folder, or no file of a zone
            pass
    raise LogError("this is no time zone; a name such as Europe/Berlin is needed")


def _offset(zone: tzinfo, unix: int) -> int:
    away = datetime.fromtimestamp(unix, UTC).astimezone(zone).utcoffset()
    return int(away.total_seconds()) if away else 0


def changes_of(zone: tzinfo, first: int, last: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Find when the offset changes, by looking once a day and halving what is between."""
    changes, offsets = [first], [_offset(zone, first)]
    if isinstance(zone, timezone):
        return np.array(changes), np.array(offsets)
    for day in range(first, last + DAY, DAY):
        here = offsets[-1]
        there = _offset(zone, day + DAY)
        if there == here:
            continue
        low, high = day, day + DAY
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if _offset(zone, middle) == here else (low, middle)
        changes.append(high)
        offsets.append(there)
    return np.array(changes, np.int64), np.array(offsets, np.int64)
