"""Factors of the hours of a day as a tiny picture."""

from math import ceil
from typing import Any

from components.controls.values import ValuesError, parse_numbers
from engine.synchronous_iterative.inputs.background import HOURS

LOWEST_TOP = 2.0
"""The picture goes at least so high; `clientside/studio/day.js` has the same number."""


def factors_of(value: Any) -> list[float]:
    """The 24 factors that a field holds or somebody has typed; 1 for every hour if there are none, or not so many."""
    try:
        found = parse_numbers(value) if isinstance(value, str) and value.strip() else value or []
    except ValuesError:
        found = []
    return list(map(float, found)) if len(found) == HOURS else [1.0] * HOURS


def top_of(value: Any) -> float:
    """How high the picture goes."""
    return max(LOWEST_TOP, float(ceil(max(factors_of(value)))))


def day_style(value: Any) -> dict[str, str]:
    """The style that cuts the steps of a day out of a rectangle."""
    factors, top = factors_of(value), top_of(value)
    corners = [
        f"{100 * hour / HOURS:.2f}% {100 * (1 - factor / top):.1f}%"
        for n, factor in enumerate(factors)
        for hour in (n, n + 1)
    ]
    return {"clipPath": f"polygon(0% 100%, {', '.join(corners)}, 100% 100%)"}
