"""Two policies on the same jobs, or iterations, of one replication, held against each other entry by entry."""

from typing import NamedTuple

import numpy as np

from engine.contract.entries import Entries, Measure
from engine.statistics.blocks import of_ratio

SAME = 1e-9
"""Share of both values together up to which they are the same: what is left of sums taken in another order."""


class Paired(NamedTuple):
    """The second policy less the first, of J entries in their order.

    Attributes
    ----------
    difference : float64 (J,), of each entry; 0 of those that are not counted under both
    parts : {name: float64 (J,)}, whose sum it is
    common : bool (J,), which entries are counted under both
    scale : float64 (J,), the two values of each together, both taken as positive
    weight : what the sum of the differences is multiplied by to be what they bring to the metric
    values : float64 (K,) of each policy, the metric in each of K replications, one unless these are blocks of a log
    brought : {name: float64 (K,)}, what each part brings to the difference of the metric
    counted : float64 (K,), what is left of it: that some entries are counted under one of both policies alone
    groups : as in `Entries`
    """

    difference: np.ndarray
    parts: dict[str, np.ndarray]
    common: np.ndarray
    scale: np.ndarray
    weight: float
    values: tuple[np.ndarray, np.ndarray]
    brought: dict[str, np.ndarray]
    counted: np.ndarray
    groups: dict[str, np.ndarray]


def paired(one: Entries, other: Entries, metric: str) -> Paired:
    """Hold *other* against *one*; `ValueError` if the metric is not told of entries, or these are not the same."""
    a, b = one.measure(metric), other.measure(metric)
    if len(a.counted) != len(b.counted):
        raise ValueError(f"the two do not have the same {one.kind}s: {len(a.counted):,} and {len(b.counted):,}")
    common = a.counted & b.counted
    nothing = np.zeros(len(common))
    parts = {
        name: np.where(common, b.parts.get(name, nothing) - a.parts.get(name, nothing), 0.0)
        for name in _in_order(tuple(a.parts), tuple(b.parts))
    }
    value = tuple(np.where(m.counted, sum(m.parts.values(), nothing), 0.0) for m in (a, b))
    whole = Means(one.block, a.is_sum, common)
    values = tuple(whole.of(v, m.counted) for v, m in zip(value, (a, b), strict=True))
    brought = {name: whole.of(part, common) for name, part in parts.items()}
    difference = sum(parts.values(), nothing)
    counted = values[1] - values[0] - whole.of(difference, common)
    if (a.counted == b.counted).all():
        counted = np.zeros(len(counted))  # else it is what rounding leaves
    weight = 1.0 if a.is_sum else 1.0 / max(int(common.sum()), 1)
    scale = np.where(common, abs(value[0]) + abs(value[1]), 0.0)
    return Paired(difference, parts, common, scale, weight, (values[0], values[1]), brought, counted, dict(one.groups))


def _in_order(some: tuple[str, ...], others: tuple[str, ...]) -> list[str]:
    """All names, in an order that does not depend on which come first: sums are the same to the bit then."""
    place = {name: min(one.index(name) for one in (some, others) if name in one) for name in (*some, *others)}
    return sorted(place, key=lambda name: (place[name], name))


class Means:
    """Takes the mean, or sum, of some entries, in each block if there are blocks."""

    def __init__(self, block: np.ndarray | None, is_sum: bool, entries: np.ndarray) -> None:
        self._is_sum = is_sum
        self._block = np.zeros(len(entries), dtype=np.int64) if block is None else block
        self._blocks = int(self._block.max(initial=0)) + 1
        inside = self._block >= 0
        self._jobs = np.bincount(self._block[inside], minlength=self._blocks).astype(np.float64)

    def of(self, values: np.ndarray, counted: np.ndarray) -> np.ndarray:
        """Of the entries that are *counted* (bool (J,)); float64 (K,), NaN where there are none."""
        numbers = self._block[counted]
        sums = np.bincount(numbers, weights=values[counted], minlength=self._blocks)
        if self._is_sum:
            return sums
        with np.errstate(invalid="ignore"):
            means: np.ndarray = sums / np.bincount(numbers, minlength=self._blocks)
        return of_ratio(means, self._jobs) if self._blocks > 1 else means


def of_entry(measure: Measure) -> np.ndarray:
    """The value of each entry; float64 (J,)."""
    return sum(measure.parts.values(), np.zeros(len(measure.counted)))
