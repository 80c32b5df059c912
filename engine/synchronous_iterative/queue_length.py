"""How many processes share a machine: the law of the paper's γ, background jobs and the application itself."""

from math import sqrt
from typing import NamedTuple

from engine.synchronous_iterative.background import Background
from engine.synchronous_iterative.service import phases


class Sharers(NamedTuple):
    """P{γ > m} = weight × ratio^m + other_weight × other_ratio^m, for m = 0, 1, ..."""

    weight: float
    ratio: float
    other_weight: float = 0.0
    other_ratio: float = 0.0


def processor_sharing(load: float) -> Sharers:
    """Equation 20, which holds for every law of service times (insensitivity), not only for Coxian ones."""
    return Sharers(1.0, load)


def pollaczek_khinchine(load: float, share: float, short: float, long: float) -> Sharers:
    """Equations 25 to 29: queue length of M/H2/1, first come, first served.

    *share* of the jobs has the rate *short*, the others *long*, 1/s. With y = 1 - z the transform is
    (1 - ρ) N(y) / (λ² y² + λ (a + b - λ) y + ab - λ c), and partial fractions give two geometric laws.
    """
    if load == 0:
        return Sharers(1.0, 0.0)
    rate = load / (share / short + (1 - share) / long)
    crossed = (1 - share) * short + share * long
    linear, constant = rate * (short + long - rate), short * long - rate * crossed
    root = sqrt(linear**2 - 4 * rate**2 * constant)
    y = [(-linear - root) / (2 * rate**2), 0.0]
    y[1] = constant / (rate**2 * y[0])  # the smaller root by Vieta: no cancellation
    pairs = []
    for one, other in ((y[0], y[1]), (y[1], y[0])):
        numerator = short * long + rate * one * (share * short + (1 - share) * long)
        ratio = 1 / (1 - one)
        first = (1 - load) / rate**2 * numerator / (one - other) * ratio
        pairs += [first / (1 - ratio), ratio]
    return Sharers(*pairs)


def sharers(background: Background, queue: str, load: float) -> Sharers:
    """The law on a machine of this load."""
    if queue == "processor-sharing":
        return processor_sharing(load)
    return pollaczek_khinchine(load, *phases(background))
