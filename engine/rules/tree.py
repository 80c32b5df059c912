"""A rule as a tree."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

NUMBER, NAME = "number", "name"
"""Operations of leaves."""

YES_OR_NO = frozenset({"<", "<=", ">", ">=", "==", "!=", "and", "or", "not"})
"""Operations whose value is yes (1) or no (0)."""


class RuleError(ValueError):
    """A text that is no rule: where (column from 1, 0 for the whole), and a sentence."""

    def __init__(self, column: int, sentence: str) -> None:
        super().__init__(f"column {column}: {sentence}" if column else sentence)
        self.column = column


@dataclass(frozen=True)
class Node:
    """An operation on its parts; a leaf is a number or a name. Two are equal that say the same, wherever they stand.

    Attributes
    ----------
    operation
        "+", "min" and so on; `NUMBER`, `NAME` of leaves; "negative" of a minus with one part.
    parts
        What it works on.
    number
        Of a number, its value; of "^", the exponent.
    name
        Of a name.
    is_yes_or_no
        Whether its value is yes (1) or no (0).
    unit
        With which a number was written, "" for none.
    column
        Where it stands in the text, from 1.
    """

    operation: str
    parts: tuple["Node", ...] = ()
    number: float = 0.0
    name: str = ""
    is_yes_or_no: bool = False
    unit: str = field(default="", compare=False)
    column: int = field(default=0, compare=False)

    def nodes(self) -> Iterator["Node"]:
        """It and all below it."""
        yield self
        for part in self.parts:
            yield from part.nodes()


class Limits(NamedTuple):
    """How large a rule may be."""

    characters: int = 400
    operations: int = 64
    levels: int = 16
    numbers: int = 32
    exponent: int = 8


LIMITS = Limits()


def names_in(tree: Node) -> set[str]:
    """All names that a rule asks for."""
    return {node.name for node in tree.nodes() if node.operation == NAME}


def operations_of(tree: Node) -> int:
    """How many operations it takes."""
    return sum(max(1, len(node.parts) - 1) for node in tree.nodes() if node.parts)
