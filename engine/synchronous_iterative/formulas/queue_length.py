"""How many processes share a machine: the law of the paper's γ, background jobs and the application itself."""

from math import sqrt
from typing import NamedTuple

from engine.synchronous_iterative.inputs.background import Background
from engine.synchronous_iterative.inputs.service import phases


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
    square = rate * rate
    apart, skew = short - long, 2 * share - 1  # linear² - 4 square constant, without cancellation where both are equal
    root = rate * sqrt((apart - rate * skew) * (apart - rate * skew) + 4 * square * share * (1 - share))
    y = [(-linear - root) / (2 * square), 0.0]
    y[1] = constant / (square * y[0])  # the smaller root by Vieta: no cancellation
    pairs = []
    for one, other in ((y[0], y[1]), (y[1], y[0])):
        numerator = short * long + rate * one * (share * short + (1 - share) * long)
        ratio = 1 / (1 - one)
        first = (1 - load) / square * numerator / (one - other) * ratio
        pairs += [first / (1 - ratio), ratio]
    return Sharers(*pairs)


def sharers(background: Background, queue: str, load: float) -> Sharers:
    """The law on a machine of this load."""
    if queue == "processor-sharing":
        return processor_sharing(load)
    return pollaczek_khinchine(load, *phases(background))
