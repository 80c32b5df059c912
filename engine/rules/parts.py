"""Of what a rule is made: the parts below its root, each a rule of its own that has a value, to be told beside it."""

from engine.rules.printing import readable
from engine.rules.tree import NUMBER, Node


def parts_of(tree: Node, with_numbers: bool = False) -> list[Node]:
    """What is added, if the rule is a sum, each with its sign; what is multiplied, of a product; else what is below it.

    A rule that is a name or a number has none. Numbers alone say nothing and are left out, unless asked for.
    """
    found = _addends(tree, False)
    if len(found) == 1:
        found = _factors(tree)
    if len(found) == 1:
        found = list(tree.parts)
    return [part for part in found if with_numbers or part.operation != NUMBER]


def text_of(part: Node) -> str:
    """As it is written in a head or a sentence."""
    return readable(part)


def _addends(tree: Node, minus: bool) -> list[Node]:
    if tree.operation in ("+", "-"):
        left, right = tree.parts
        return _addends(left, minus) + _addends(right, minus != (tree.operation == "-"))
    if tree.operation == "negative":
        return _addends(tree.parts[0], not minus)
    return [Node("negative", (tree,)) if minus else tree]


def _factors(tree: Node) -> list[Node]:
    if tree.operation == "*":
        left, right = tree.parts
        return _factors(left) + _factors(right)
    return [tree]
