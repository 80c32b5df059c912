"""A rule as a program: what to do, on what, in which order; data for the kernel, and nothing is compiled for it."""

from typing import NamedTuple

import numpy as np

from engine.rules.names import COLUMN
from engine.rules.tree import LIMITS, NAME, NUMBER, Node

CODES = {
    operation: number
    for number, operation in enumerate(
        (
            *(NUMBER, NAME, "negative", "+", "-", "*", "/", "^", "root", "<", "<=", ">", ">=", "==", "!="),
            *("and", "or", "not", "if", "min", "max", "abs", "floor", "log2", "log10", "ln", "exp", "clip"),
        )
    )
}
"""Number of each operation inside the kernel."""

MOST_ON_STACK = LIMITS.operations + 6
"""Values that a program can have under way, some more than a rule for what is written around it (aging)."""

_AS = {"sqrt": "root"}
_FOLDED = ("min", "max")


class Program(NamedTuple):
    """A program of n steps, in postfix order.

    Attributes
    ----------
    operation : int8 (n,), numbers of `CODES`
    argument : int16 (n,), of a number its place among the constants, of a name its row in the table, of a power the
        exponent
    constant : float64 (c,), at least one
    """

    operation: np.ndarray
    argument: np.ndarray
    constant: np.ndarray


def compile_rule(tree: Node) -> Program:
    """The program of a rule."""
    steps: list[tuple[int, int]] = []
    constants: list[float] = []
    _write(tree, steps, constants)
    operation, argument = zip(*steps, strict=True)
    return Program(np.array(operation, dtype=np.int8), np.array(argument, dtype=np.int16), np.array(constants or [0.0]))


def _write(tree: Node, steps: list[tuple[int, int]], constants: list[float]) -> None:
    if tree.operation == NUMBER:
        steps.append((CODES[NUMBER], len(constants)))
        constants.append(tree.number)
        return
    if tree.operation == NAME:
        steps.append((CODES[NAME], COLUMN[tree.name]))
        return
    code = CODES[_AS.get(tree.operation, tree.operation)]
    for number, part in enumerate(tree.parts):
        _write(part, steps, constants)
        if tree.operation in _FOLDED and number > 0:
            steps.append((code, 0))
    if tree.operation == "^":
        steps.append((CODES["root"], 0) if tree.number == 0.5 else (code, int(tree.number)))
    elif tree.operation not in _FOLDED:
        steps.append((code, 0))
