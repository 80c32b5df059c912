"""The value of a rule, to be read: the tree walked for one job. `blocks` does the same for many."""

from collections.abc import Callable, Mapping, Sequence
from functools import reduce

from engine.rules.operations import (
    clipped,
    cut,
    exponential,
    logarithm_2,
    logarithm_10,
    natural_logarithm,
    power,
    quotient,
    root,
    whole,
)
from engine.rules.tree import NAME, NUMBER, Node

OF_ONE: dict[str, Callable[[float], float]] = {
    "negative": lambda x: -x,
    "not": lambda x: 1.0 - x,
    "abs": abs,
    "floor": whole,
    "sqrt": root,
    "log2": logarithm_2,
    "log10": logarithm_10,
    "ln": natural_logarithm,
    "exp": exponential,
}

OF_TWO: dict[str, Callable[[float, float], float]] = {
    "+": lambda x, y: cut(x + y),
    "-": lambda x, y: cut(x - y),
    "*": lambda x, y: cut(x * y),
    "/": quotient,
    "<": lambda x, y: float(x < y),
    "<=": lambda x, y: float(x <= y),
    ">": lambda x, y: float(x > y),
    ">=": lambda x, y: float(x >= y),
    "==": lambda x, y: float(x == y),
    "!=": lambda x, y: float(x != y),
    "and": min,
    "or": max,
    "min": min,
    "max": max,
}


def value(tree: Node, names: Mapping[str, float]) -> float:
    """What a rule says, where *names* are what it asks for; yes is 1, no is 0."""
    if tree.operation == NUMBER:
        return tree.number
    if tree.operation == NAME:
        return cut(names[tree.name])
    return applied(tree, [value(part, names) for part in tree.parts])


def applied(tree: Node, parts: Sequence[float]) -> float:
    """What the operation at the root of *tree* makes of the values of its parts."""
    if tree.operation == "^":
        return root(parts[0]) if tree.number == 0.5 else power(parts[0], int(tree.number))
    if tree.operation == "if":
        return parts[1] if parts[0] > 0.0 else parts[2]
    if tree.operation == "clip":
        return clipped(*parts)
    if tree.operation in OF_ONE:
        return float(OF_ONE[tree.operation](parts[0]))
    return float(reduce(OF_TWO[tree.operation], parts))
