"""How much of P{β γ > m} the formulas fill in and walk along, before any of it is filled in."""

from math import log
from typing import NamedTuple

import numpy as np

from engine.synchronous_iterative.costs.amounts import shares_told_apart
from engine.synchronous_iterative.formulas.queue_length import sharers
from engine.synchronous_iterative.formulas.tails import NOTHING
from engine.synchronous_iterative.inputs.imbalance import NEGLIGIBLE, objects_of_a_processor, work_law
from engine.synchronous_iterative.inputs.scenario import SynchronousIterativeScenario

UNITS = 12
"""Of work, evenly spread, that stand for all."""


class Tails(NamedTuple):
    """Of all groups of machines together, at the highest load of the day.

    Attributes
    ----------
    laws : of the work of a processor, each of which has tails of its own
    products : of units of work and processes on a machine that count, for all laws; none if all have the same work
    length : of the tails of a law, in the mean over the numbers of machines
    """

    laws: float
    products: float
    length: float


def tails_looked_at(scenario: SynchronousIterativeScenario, all_numbers: bool) -> Tails:
    """Of the tails for *all_numbers* of machines, or for all machines together."""
    application, machines = scenario.application, scenario.cluster.machines
    if application.imbalance != "binomial" or not all_numbers:
        products, length = _of_law(scenario, machines)
        return Tails(1.0, 0.0 if application.imbalance == "ideal" else products, length)
    stand_for, times = np.unique(shares_told_apart(application, machines)[1:], return_counts=True)
    found = [_of_law(scenario, int(number)) for number in stand_for]
    laws = len({objects_of_a_processor(application, number) for number in range(1, machines + 1)})
    products = sum(one for one, _ in found) / len(found)
    length = sum(one * int(n) for (_, one), n in zip(found, times, strict=True)) / machines
    return Tails(float(laws), laws * products, length)


def _of_law(scenario: SynchronousIterativeScenario, processors: int) -> tuple[float, float]:
    """Products and length, for the work of one of so many *processors*."""
    background = scenario.background
    highest = max(background.by_hour, default=1.0) * background.intensity
    units, probability = work_law(scenario.application, processors).without_the_improbable()
    some = np.unique(np.linspace(0, len(units) - 1, min(UNITS, len(units))).astype(np.int64))
    each, units, logarithm = len(units) / len(some), units[some], np.log(probability[some])
    products = length = 0.0
    for group in scenario.cluster.groups:
        law = sharers(background, scenario.options.queue, group.load * highest)
        ratio = max(law.ratio, law.other_ratio)
        fall = -log(ratio) if ratio > 0 else float("inf")
        products += each * float(np.maximum(1.0, (logarithm - log(NEGLIGIBLE)) / fall).sum())
        length += float((units * np.maximum(1.0, (logarithm - log(NOTHING)) / fall)).max())
    return products, length
