"""Time inside the models: whole ticks of 2^-20 s, so that two implementations agree to the bit."""

import numpy as np

PER_SECOND = 2**20
"""Ticks of a second, about a microsecond each; binary, so that times of 2.5 s and 0.625 s are exact."""

SPEED_ONE = 1024
"""The speed of a worker on which a task takes just its work; speeds are whole multiples of 1/1024."""

NEVER = 2**62


def to_ticks(seconds: np.ndarray | float) -> np.ndarray:
    """The nearest whole number of ticks, at least one."""
    return np.maximum(1, np.rint(np.asarray(seconds) * PER_SECOND)).astype(np.int64)


def cost_in_ticks(seconds: float) -> int:
    """The same of a cost, which may be none."""
    return round(seconds * PER_SECOND)
