"""Delay classes: the delays that a machine can have, ordered and exact (Schnor et al. 1996, section 3.3.1)."""

from fractions import Fraction
from math import lcm
from typing import NamedTuple

import numpy as np

from engine.cluster import Cluster


class DelayClasses(NamedTuple):
    """The delta set of a cluster with G groups, K classes; class 0 is the fastest.

    Attributes
    ----------
    delay : float64 (K,), delay of each class
    scaled : int64 (K,), the same times the common denominator of all speed factors
    of_load : int32 (G, L + 1), class of a machine of group g that carries l processes, delay alpha_g * l;
        K where that is above alpha_max; column 0 is never used
    capacity : int32 (G,), most processes on one machine of the group, floor(alpha_max / alpha_g)
    """

    delay: np.ndarray
    scaled: np.ndarray
    of_load: np.ndarray
    capacity: np.ndarray


def delay_classes(cluster: Cluster) -> DelayClasses:
    """The delay classes of *cluster*; equal multiples of different speed factors (1.1 x 3 = 3.3) are one class."""
    alpha = [Fraction(str(group.speed_factor)) for group in cluster.groups]
    slowest = max(alpha)
    capacity = [int(slowest / a) for a in alpha]
    delta = sorted({a * j for a, most in zip(alpha, capacity, strict=True) for j in range(1, most + 1)})
    number = {d: k for k, d in enumerate(delta)}
    denominator = lcm(*(a.denominator for a in alpha))
    of_load = np.full((len(alpha), max(capacity) + 2), len(delta), dtype=np.int32)
    for g, a in enumerate(alpha):
        for load in range(1, capacity[g] + 1):
            of_load[g, load] = number[a * load]
    return DelayClasses(
        delay=np.array([float(d) for d in delta]),
        scaled=np.array([int(d * denominator) for d in delta], dtype=np.int64),
        of_load=of_load,
        capacity=np.array(capacity, dtype=np.int32),
    )
