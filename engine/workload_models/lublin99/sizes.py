"""How many processors a job of lublin99 asks for."""

from functools import lru_cache
from math import floor

import numpy as np

from engine.compiled import elementwise
from engine.compiled.elementary import LN_2, log2
from engine.workload_models.lublin99.constants import MADE_FOR, Kind


def fitted(kind: Kind, processors: int) -> Kind:
    """The *kind* for so many *processors*: middle and high are moved by log2(processors / 128).

    `ValueError` if the middle would not be above the low end.
    """
    shift = log2(processors) - log2(MADE_FOR)
    moved = kind._replace(middle=kind.middle + shift, high=kind.high + shift)
    if moved.middle <= moved.low:
        raise ValueError(f"lublin99 is for larger clusters; at least {fewest(kind)} processors are needed")
    return moved


def fewest(kind: Kind) -> int:
    """The smallest power of two of processors that the sizes of a *kind* can be made for."""
    found = 1
    while log2(found) - log2(MADE_FOR) + kind.middle <= kind.low:
        found *= 2
    return found


def sizes_of(kind: Kind, processors: int, which: np.ndarray, where: np.ndarray) -> np.ndarray:
    """Sizes by uniform numbers for the kind of size and for the size; int32 (J,), processors."""
    kind = fitted(kind, processors)
    lower = kind.low + where * ((kind.middle - kind.low) / kind.lower)
    upper = kind.middle + (where - kind.lower) * ((kind.high - kind.middle) / (1.0 - kind.lower))
    x = np.where(where < kind.lower, lower, upper)
    plain = np.floor(elementwise.exp(x * LN_2) + 0.5).astype(np.int64)
    rounded = np.left_shift(1, np.floor(x + 0.5).astype(np.int64))
    parallel = np.where(which <= kind.serial + kind.power_of_two, rounded, plain)
    sizes = np.where(which <= kind.serial, 1, parallel)
    return np.where(sizes > processors, _power_below(processors), sizes).astype(np.int32)


@lru_cache(64)
def size_shares(kind: Kind, processors: int) -> tuple[float, ...]:
    """The share of jobs of size 0 to *processors*: what `sizes_of` gives in the mean, exactly."""
    kind = fitted(kind, processors)
    shares = np.zeros(processors + 1)
    shares[1] = kind.serial
    most = _power_below(processors)
    for k in range(floor(kind.low + 0.5), floor(kind.high + 0.5) + 1):
        size = 1 << k
        within = _below(kind, k + 0.5) - _below(kind, k - 0.5)
        shares[size if size <= processors else most] += kind.power_of_two * within
    before = 0.0
    for size in range(1, processors + 2):
        upto = _below(kind, log2(size + 0.5))
        shares[size if size <= processors else most] += (1.0 - kind.serial - kind.power_of_two) * (upto - before)
        before = upto
    return tuple(shares.tolist())


def _below(kind: Kind, x: float) -> float:
    """The share of x, log2 of the size, up to *x*."""
    if x < kind.middle:
        return kind.lower * max(0.0, (x - kind.low) / (kind.middle - kind.low))
    return kind.lower + (1.0 - kind.lower) * min(1.0, (x - kind.middle) / (kind.high - kind.middle))


def _power_below(processors: int) -> int:
    """The largest power of two not above."""
    return 1 << (processors.bit_length() - 1)
