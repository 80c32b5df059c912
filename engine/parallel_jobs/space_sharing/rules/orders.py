"""In which order those that wait are looked at: a priority for each, larger goes first.

Ties go to the earlier arrival, then to the lower number. Nobody knows run times here, only what users say of them.
"""

from enum import IntEnum
from math import sqrt

import numpy as np

from engine.compiled.compilation import arithmetic
from engine.compiled.elementary import log2, log10
from engine.parallel_jobs.policies import PolicyCode


class Order(IntEnum):
    """Numbers of the orders inside the kernels; the last three change while jobs wait."""

    ARRIVAL = 0
    SHORTEST = 1
    LONGEST = 2
    SMALLEST_AREA = 3
    LARGEST_AREA = 4
    SMALLEST = 5
    LARGEST = 6
    F1 = 7
    F2 = 8
    F3 = 9
    F4 = 10
    DEADLINE = 11
    WFP3 = 12
    UNICEF = 13
    EXPANSION = 14


ORDERS: dict[int, tuple[Order, Order]] = {
    PolicyCode.SJF: (Order.SHORTEST, Order.SHORTEST),
    PolicyCode.LJF: (Order.LONGEST, Order.LONGEST),
    PolicyCode.SAF: (Order.SMALLEST_AREA, Order.SMALLEST_AREA),
    PolicyCode.LAF: (Order.LARGEST_AREA, Order.LARGEST_AREA),
    PolicyCode.SQF: (Order.SMALLEST, Order.SMALLEST),
    PolicyCode.LQF: (Order.LARGEST, Order.LARGEST),
    PolicyCode.F1: (Order.F1, Order.F1),
    PolicyCode.F2: (Order.F2, Order.F2),
    PolicyCode.F3: (Order.F3, Order.F3),
    PolicyCode.F4: (Order.F4, Order.F4),
    PolicyCode.EDF: (Order.DEADLINE, Order.DEADLINE),
    PolicyCode.WFP3: (Order.WFP3, Order.WFP3),
    PolicyCode.UNICEF: (Order.UNICEF, Order.UNICEF),
    PolicyCode.XF: (Order.EXPANSION, Order.EXPANSION),
    PolicyCode.EASY_SJF: (Order.ARRIVAL, Order.SHORTEST),
}
"""Of each policy that is an ordered queue: the order of the queue, and that in which others pass its head."""

MOVING = int(Order.WFP3)
"""From this one on, orders change while jobs wait."""


@arithmetic
def priority(order, now, submit, since, estimate, size, deadline):
    """The priority of a waiting job.

    *submit* is when it arrived, *since* when the first job did, *deadline* counts from its arrival (all in s). F1 to F4
    are those that Carastan-Santos & de Camargo (SC'17) found on jobs of lublin99 on 256 processors; WFP3 and UNICEF are
    those of Tang et al. (Cluster 2009), after the specification of this family.
    """
    if order == 0:
        return -submit
    if order == 1:
        return -estimate
    if order == 2:
        return estimate
    if order == 3:
        return -(estimate * size)
    if order == 4:
        return estimate * size
    if order == 5:
        return -float(size)
    if order == 6:
        return float(size)
    if order == 11:
        return -(submit + deadline)
    if order == 12:
        share = (now - submit) / estimate
        return share * share * share * size
    if order == 13:
        return (now - submit) / (log2(max(float(size), 2.0)) * estimate)
    if order == 14:
        return (now - submit + estimate) / estimate
    age = log10(max(1.0, submit - since))
    if order == 7:
        return -(size * log10(estimate) + 870.0 * age)
    if order == 8:
        return -(size * sqrt(estimate) + 25600.0 * age)
    if order == 9:
        return -(size * estimate + 6860000.0 * age)
    return -(estimate * sqrt(float(size)) + 530000.0 * age)


def ranks(priorities: np.ndarray) -> np.ndarray:
    """The place of each job in an order that does not change; int64 (J,)."""
    found = np.empty(len(priorities), dtype=np.int64)
    found[np.argsort(-priorities, kind="stable")] = np.arange(len(priorities))
    return found
