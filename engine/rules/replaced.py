"""How often a value stands in for one that a rule has not: of x / 0, of logarithms of nothing, of what is cut."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from engine.rules.operations import MOST
from engine.rules.tree import Node
from engine.rules.value import applied, value

OF_POSITIVE = frozenset(("sqrt", "log2", "log10", "ln"))
"""Operations that have no value, and are taken as 0, where what they work on is not positive; the root of 0 is 0."""


class Replaced(NamedTuple):
    """Of so many evaluations of a rule, those in which something was replaced, by what it was."""

    evaluations: int
    divisions: int
    logarithms: int
    cuts: int

    def sentences(self) -> list[str]:
        """What happened, if anything did."""
        happened = (
            (self.divisions, "a division by zero was taken as 0"),
            (self.logarithms, "a root or a logarithm of what is not positive was taken as 0"),
            (self.cuts, "a value was beyond 1e300 and was cut there"),
        )
        return [f"In {count:,} of {self.evaluations:,} evaluations {what}." for count, what in happened if count]


def replaced(tree: Node, asked: Iterable[Mapping[str, float]]) -> Replaced:
    """How often that happens where the rule is asked with each of these names."""
    seen = [_in_one(tree, names) for names in asked]
    counts = (sum(kind in one for one in seen) for kind in ("divisions", "logarithms", "cuts"))
    return Replaced(len(seen), *counts)


def _in_one(tree: Node, names: Mapping[str, float]) -> set[str]:
    found: set[str] = set()
    _walk(tree, names, found)
    return found


def _walk(tree: Node, names: Mapping[str, float], found: set[str]) -> float:
    if not tree.parts:
        return value(tree, names)
    parts = [_walk(part, names, found) for part in tree.parts]
    result = applied(tree, parts)
    if (tree.operation == "/" and parts[1] == 0.0) or (
        tree.operation == "^" and tree.number < 0 and applied(_positive(tree), parts) == 0.0
    ):
        found.add("divisions")
    elif (tree.operation in OF_POSITIVE or (tree.operation == "^" and tree.number == 0.5)) and _is_undefined(
        tree, parts[0]
    ):
        found.add("logarithms")
    elif abs(result) >= MOST:
        found.add("cuts")
    return result


def _positive(tree: Node) -> Node:
    return Node("^", tree.parts, number=-tree.number)


def _is_undefined(tree: Node, x: float) -> bool:
    return x < 0.0 if tree.operation in ("sqrt", "^") else x <= 0.0
