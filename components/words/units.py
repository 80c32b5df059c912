"""In which units the pages tell times and rates: as people think of them, or as scenarios and papers hold them.

Everybody is told minutes, hours and jobs per hour, by size, unless they ask for the units of the papers. Published
marks are converted with all else: a mark is the same mark on either axis, and one page does not have two units for one
thing. Only pictures and sentences are converted; scenarios, exports, the API and what is typed keep their units.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import NamedTuple

PEOPLE, PAPER = "people", "paper"
DEFAULT = PEOPLE

_CHOSEN: ContextVar[str] = ContextVar("units")


class Unit(NamedTuple):
    """What a quantity is told in: *name*, and what a value in the unit of the scenario is multiplied by."""

    name: str
    factor: float


TIMES = (
    (1e-3, "µs", 1e6),
    (1.0, "ms", 1e3),
    (120.0, "s", 1.0),
    (7_200.0, "min", 1 / 60),
    (172_800.0, "h", 1 / 3600),
    (float("inf"), "d", 1 / 86_400),
)
"""Below how many seconds a time is told in which unit: up to two of the next one, but not below one of its own."""

RATES = (
    (1 / 3.6, "jobs per day", 86.4),
    (1000 / 3.6, "jobs per hour", 3.6),
    (1000 / 0.06, "jobs per minute", 0.06),
    (float("inf"), "jobs per second", 0.001),
)
"""Below how many jobs per 1000 s a rate is told in which unit: hours, unless that is less than 1 or a thousand."""

MACHINE_TIMES = (
    (120.0, "machine seconds", 1.0),
    (7_200.0, "machine minutes", 1 / 60),
    (float("inf"), "machine hours", 1 / 3600),
)

KINDS = {"s": TIMES, "jobs per 1000 s": RATES, "machine seconds": MACHINE_TIMES}
"""Of each unit that is converted."""


DAY = 86_400


def clock(seconds: float) -> str:
    """A time of day: "12:00", "0:30"; from the second day on "day 2, 12:00"."""
    day, rest = divmod(round(seconds), DAY)
    hours, minutes = divmod(rest // 60, 60)
    return f"{f'day {day + 1}, ' if day else ''}{hours}:{minutes:02}"


def instant(seconds: float) -> str:
    """An instant of a replication: "90 s", "12:00:27", "116.2 d"; `time_axis.js` writes the same."""
    if chosen() == PAPER or abs(seconds) <= 120:
        return f"{seconds:.6g} s"
    if seconds >= 360_000:
        return f"{seconds / DAY:.4g} d"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}"


def chosen() -> str:
    """The units of whoever is answered."""
    return _CHOSEN.get(DEFAULT)


def choose(units: str | None) -> None:
    """From now on tell in these *units*; in the default ones if there are no such."""
    _CHOSEN.set(units if units in (PEOPLE, PAPER) else DEFAULT)


@contextmanager
def told_in(units: str) -> Iterator[None]:
    """Within this, tell in these *units*."""
    before = _CHOSEN.set(units)
    yield
    _CHOSEN.reset(before)


def is_converted(unit: str) -> bool:
    """Whether quantities in this *unit* of scenarios are told by size."""
    return unit in KINDS


def bridge(unit: str) -> str:
    """What leads from the unit in which a rate is typed to the one in which it is told; nothing for other units."""
    return "1 per 1000 s is 3.6 per hour" if unit == "jobs per 1000 s" and chosen() == PEOPLE else ""


def unit_for(unit: str, size: float) -> Unit:
    """In what to tell quantities in a *unit* of scenarios whose typical or largest value is *size*."""
    if chosen() == PAPER or unit not in KINDS or not size > 0:
        return Unit(unit, 1.0)
    return next(Unit(name, factor) for below, name, factor in KINDS[unit] if size < below)
