"""The small whole numbers that small instances are made of: drawn, and changed a little, by uniform numbers."""

from collections.abc import Sequence

Ends = tuple[int, int]
"""Least and most of a number."""


def between(low: int, high: int, uniform: float) -> int:
    """A whole number from *low* to *high*, by one in [0, 1)."""
    return low + int(uniform * (high - low + 1))


def drawn(numbers: Sequence[Ends], uniform: Sequence[float]) -> list[int]:
    """One of each of the *numbers*, by as many in [0, 1); what is more of these is left."""
    return [between(*ends, part) for ends, part in zip(numbers, uniform, strict=False)]


def changed(value: int, ends: Ends, how: float, by: float, near: int) -> int:
    """Another number for *value*, by two in [0, 1): drawn anew, or a step of at most *near* up or down."""
    low, high = ends
    if how < 0.5:
        return between(low, high, by)
    step = 1 + int(by * near)
    return min(max(value + (step if how < 0.75 else -step), low), high)
