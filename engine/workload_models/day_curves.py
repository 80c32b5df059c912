"""Days as they were measured, as factors of the hours: of what comes in an hour, over the mean hour."""

from engine.compiled.elementary import total

CALZAROSSA_SERRAZI = (3.1, -8.5, 24.7, 130.8, 107.7, -804.2, -2038.5, 1856.8, 4618.6)
"""Calzarossa & Serrazi 1985: coefficients of the arrival rate from 8:30 (x = -1/2) to 18:00 (x = 1/2)."""

OPENS, CLOSES = 8.5, 18.0
"""Hours of the day between which the curve was measured; it says nothing about others."""


def calzarossa85_rate(hour: float) -> float:
    """The rate at an *hour* of the day, from 8.5 to 18."""
    x = (hour - OPENS) / (CLOSES - OPENS) - 0.5
    found = 0.0
    for one in reversed(CALZAROSSA_SERRAZI):
        found = found * x + one
    return found


def calzarossa85_between(begin: float, end: float) -> float:
    """The integral of the rate between two hours, of which only what is within the measured ones counts."""
    low, high = (min(max(hour, OPENS), CLOSES) for hour in (begin, end))
    return (_antiderivative(high) - _antiderivative(low)) * (CLOSES - OPENS)


def _antiderivative(hour: float) -> float:
    x = (hour - OPENS) / (CLOSES - OPENS) - 0.5
    found = 0.0
    for power in range(len(CALZAROSSA_SERRAZI), 0, -1):
        found = (found + CALZAROSSA_SERRAZI[power - 1] / power) * x
    return found


def calzarossa85_by_hour() -> tuple[float, ...]:
    """24 factors from 0:00 on, 1 in the mean: nobody comes outside of the measured hours."""
    hours = [calzarossa85_between(hour, hour + 1.0) for hour in range(24)]
    mean = total(hours) / 24
    return tuple(hour / mean for hour in hours)
