"""The jobs, or iterations, of which two policies differ most: those that somebody wants to see."""

from typing import NamedTuple

import numpy as np

from engine.why.paired import SAME, Paired

COUNT = 5
"""On either side."""

FOLLOWED = 20_000
"""Entries among which they are looked for: a replication is replayed no further."""


class Extreme(NamedTuple):
    """An entry by its number, from 0, and its difference in the unit of the metric."""

    entry: int
    difference: float


def extremes(pair: Paired) -> tuple[list[Extreme], list[Extreme]]:
    """Those with the most less under the second policy, and those with the most more, the largest first."""
    differs = pair.common & (abs(pair.difference) > SAME * pair.scale)
    value = np.where(differs, pair.difference, 0.0)[:FOLLOWED]
    return _largest(-value, -1.0), _largest(value, 1.0)


def _largest(size: np.ndarray, sign: float) -> list[Extreme]:
    order = np.argsort(-size, kind="stable")[:COUNT]
    return [Extreme(int(n), sign * float(size[n])) for n in order.tolist() if size[n] > 0]
