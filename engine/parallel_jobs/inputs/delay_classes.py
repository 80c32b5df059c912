"""Delay classes: the delays that a machine can have, ordered and exact (Schnor et al. 1996, section 3.3.1)."""

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from math import lcm

import numpy as np

from engine.inputs.cluster import Cluster
from engine.parallel_jobs.model import DelayClasses


def delay_classes(cluster: Cluster) -> DelayClasses:
    """The delay classes of *cluster*; equal multiples of different speed factors (1.1 x 3 = 3.3) are one class."""
    return delay_classes_of(group.speed_factor for group in cluster.groups)


def delay_classes_of(speed_factors: Iterable[float], users: int = 0) -> DelayClasses:
    """The delay classes of groups with these speed factors, and with so many users on one machine at most.

    The classes up to alpha_max are the same with and without users. The same arrays are given to everybody who asks.
    """
    return _delay_classes(tuple(map(float, speed_factors)), users)


@lru_cache(maxsize=16)  # of all cells of a study; exact fractions took a third of a short one's time
def _delay_classes(speed_factors: tuple[float, ...], users: int) -> DelayClasses:
    alpha = [Fraction(str(factor)) for factor in speed_factors]
    slowest = max(alpha)
    capacity = [int(slowest / a) for a in alpha]
    loads = [most + users for most in capacity]
    delta = sorted({a * j for a, most in zip(alpha, loads, strict=True) for j in range(1, most + 1)})
    number = {d: k for k, d in enumerate(delta)}
    denominator = lcm(*(a.denominator for a in alpha))
    of_load = np.full((len(alpha), max(loads) + 2), len(delta), dtype=np.int32)
    for g, a in enumerate(alpha):
        for load in range(1, loads[g] + 1):
            of_load[g, load] = number[a * load]
    return DelayClasses(
        delay=np.array([float(d) for d in delta]),
        scaled=np.array([int(d * denominator) for d in delta], dtype=np.int64),
        of_load=of_load,
        capacity=np.array(capacity, dtype=np.int32),
    )
