"""In which order those that wait are looked at: a priority for each, larger goes first.

Ties go to the earlier arrival, then to the lower number. Nobody knows run times here, only what users say of them.
"""

from enum import IntEnum
from math import sqrt

from engine.compiled.compilation import arithmetic
from engine.compiled.elementary import log2, log10


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


MOVING = int(Order.WFP3)
"""From this one on, orders change while jobs wait."""


@arithmetic
def priority(order: int, now: float, submit: float, since: float, estimate: float, size: int, deadline: float) -> float:
    """The priority of a waiting job.

    *submit* is when it arrived, *since* when the first job did, *deadline* counts from its arrival (all in s). F1 to F4
    are those that Carastan-Santos & de Camargo (SC'17) found on jobs of lublin99 on 256 processors; WFP3 and UNICEF are
    those of Tang et al. (Cluster 2009), after the specification of ordered queues.
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
