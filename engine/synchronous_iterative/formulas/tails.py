"""P{β γ > m}: how far beyond a unit of work a processor can be, for each group of machines."""

from math import ceil
from typing import NamedTuple

import numpy as np

from engine.compiled import elementwise
from engine.compiled.compilation import compiled
from engine.compiled.elementary import ln
from engine.synchronous_iterative.formulas.queue_length import Sharers
from engine.synchronous_iterative.inputs.imbalance import IDEAL, NEGLIGIBLE, WorkLaw

NOTHING = 5e-17
"""A tail that vanishes beside 1."""


class Tails(NamedTuple):
    """Of G groups of machines.

    Attributes
    ----------
    above : float64 (G, M), P{β γ > m} for m = 0, ..., M - 1
    length : int64 (G,), from where on it is nothing
    mass : float64 (G,), P{β γ < infinity}: 1, but for equations as printed
    mean : the paper's B
    """

    above: np.ndarray
    length: np.ndarray
    mass: np.ndarray
    mean: float


@compiled
def _fill(above: np.ndarray, units: np.ndarray, probability: np.ndarray, law: np.ndarray) -> int:
    """P{β γ > m} of one group into *above* (M,); the number of entries that count.

    *law* is weight, ratio, other weight, other ratio of P{γ > m}. A product a g takes P{β = a} P{γ = g} away from all
    that is above it.
    """
    for i in range(units.shape[0]):
        power, other, g = law[1], law[3], 1
        above[0] += probability[i]
        here = law[0] + law[2]
        while True:
            below = law[0] * power + law[2] * other
            m = units[i] * g
            if m >= above.shape[0]:
                break
            above[m] -= probability[i] * (here - below)
            if probability[i] * below < NEGLIGIBLE:
                above[m] -= probability[i] * below
                break
            here = below
            power *= law[1]
            other *= law[3]
            g += 1
    last = 0
    for m in range(1, above.shape[0]):
        above[m] += above[m - 1]
    for m in range(above.shape[0]):
        if above[m] > NOTHING:
            last = m + 1
        else:
            above[m] = 0.0
    return last


@compiled
def _fill_ideal(above: np.ndarray, length: np.ndarray, laws: np.ndarray) -> None:
    """P{γ > m} of all groups into *above* (G, M), where every processor has one unit of work: no differences."""
    for g in range(above.shape[0]):
        power, other = 1.0, 1.0
        m = 0
        while m < above.shape[1]:
            value = laws[g, 0] * power + laws[g, 2] * other
            if value < NOTHING:
                break
            above[g, m] = value
            power *= laws[g, 1]
            other *= laws[g, 3]
            m += 1
        length[g] = m


@compiled
def _entries(laws: np.ndarray) -> int:
    """How many entries the longest tail has."""
    ratio = 0.0
    for g in range(laws.shape[0]):
        ratio = max(ratio, laws[g, 1], laws[g, 3])
    return int(np.ceil(ln(NOTHING) / ln(ratio))) + 1 if ratio > 0 else 2


def tails_of_equal_work(laws: np.ndarray) -> Tails:
    """P{γ > m} of each group, where all processors have the same work; *laws* are `Sharers`, float64 (G, 4)."""
    above, length = np.zeros((len(laws), _entries(laws))), np.empty(len(laws), dtype=np.int64)
    _fill_ideal(above, length, laws)
    return Tails(above, length, np.ones(len(laws)), 1.0)


def tails_of(works: list[WorkLaw], sharers: list[Sharers], has_atom: bool = True) -> Tails:
    """P{β γ > m} of each group, by its laws of β and γ.

    *has_atom* is whether a processor without work counts as one that is done at once; as printed, it does not count.
    """
    if all(work is IDEAL for work in works):
        return tails_of_equal_work(np.array(sharers))
    pairs = [work.without_the_improbable() for work in works]
    sizes = []
    for (units, probability), law in zip(pairs, sharers, strict=True):
        ratio = max(law.ratio, law.other_ratio)
        longest = ceil(ln(NEGLIGIBLE) / ln(ratio)) + 1 if ratio > 0 else 2
        left = elementwise.ln(NEGLIGIBLE / probability) / ln(ratio) if ratio > 0 else np.zeros(len(units))
        sizes.append(int((units * np.minimum(np.ceil(left) + 2, longest)).max(initial=0)) + 1)
    above = np.zeros((len(works), max(sizes)))
    length = np.zeros(len(works), dtype=np.int64)
    mass = np.ones(len(works))
    for g, (units, probability) in enumerate(pairs):
        length[g] = _fill(above[g], units, probability, np.array(sharers[g]))
        mass[g] = 1.0 if has_atom else probability.sum()
    return Tails(above, length, mass, works[0].mean)
