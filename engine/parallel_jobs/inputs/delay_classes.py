"""Delay classes: the delays that a machine can have, ordered and exact (Schnor et al. 1996, section 3.3.1)."""

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import NamedTuple

import numpy as np

from engine.inputs.cluster import Cluster


class DelayClasses(NamedTuple):
    """The delta set of a cluster with G groups, K classes; class 0 is the fastest.

    Where machines have users there are more than K classes: those above alpha_max, which nobody is mapped to, but which
    a running job can have when a user comes.

    Attributes
    ----------
    delay : float64 (K,), delay of each class
    scaled : int64 (K,), the same times the common denominator of all speed factors
    of_load : int32 (G, L + 1), class of a machine of group g that carries l processes, delay alpha_g * l;
        K where that is above alpha_max (or can never be); column 0 is never used
    capacity : int32 (G,), most processes of jobs on one machine of the group, floor(alpha_max / alpha_g)
    """

    delay: np.ndarray
    scaled: np.ndarray
    of_load: np.ndarray
    capacity: np.ndarray

    @property
    def slowest(self) -> int:
        """Class of alpha_max, one process on the slowest machine: the highest that a job is mapped to."""
        return int(self.of_load[:, 1].max())


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
