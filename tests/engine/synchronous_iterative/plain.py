"""The equations of the family as plainly as they can be written, and small scenarios; what the tests compare with."""

from collections.abc import Sequence
from fractions import Fraction
from math import comb
from typing import Any

from engine.synchronous_iterative.inputs.scenario import SynchronousIterativeScenario

Law = dict[int, Fraction]
"""{units: probability}."""


def binomial(objects: int, probability: Fraction) -> Law:
    return {k: comb(objects, k) * probability**k * (1 - probability) ** (objects - k) for k in range(objects + 1)}


IDEAL: Law = {1: Fraction(1)}


def mean(law: Law) -> Fraction:
    return sum((units * probability for units, probability in law.items()), Fraction(0))


def below(k: int, law: Law, load: Fraction, delta: int) -> Fraction:
    """P{β γ δ <= k}, equation 31 with the right ratio and with the atom at 0; γ is geometric from 1 on."""
    found = law.get(0, Fraction(0))
    for units, probability in law.items():
        if units:
            found += probability * (1 - load ** (k // (units * delta)))
    return found


def eta(laws: Sequence[Law], loads: Sequence[Fraction], deltas: Sequence[int], baseline: int, until: int) -> Fraction:
    """Equation 32 as a sum of tails up to *until*."""
    total = Fraction(0)
    for k in range(until):
        product = Fraction(1)
        for law, load, delta in zip(laws, loads, deltas, strict=True):
            product *= below(k, law, load, delta)
        total += 1 - product
    return total / (mean(laws[0]) * baseline)


def scenario(*groups: dict[str, Any], **parts: Any) -> SynchronousIterativeScenario:
    """Machines of these groups, named by their place; by default all of them are used."""
    named = [{"name": f"group {number}", **group} for number, group in enumerate(groups)]
    cluster = {"groups": named, **parts.pop("cluster", {})}
    tree = {"family": "synchronous-iterative", "policies": ["All Machines"], "cluster": cluster, **parts}
    return SynchronousIterativeScenario.read(tree)
