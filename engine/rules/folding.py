"""A rule as it is run: constants worked out, and what moves alike for all jobs left out of an order."""

from dataclasses import replace

from engine.rules.names import NAMES
from engine.rules.tree import NAME, NUMBER, Node, names_in
from engine.rules.value import value

STILL, TOGETHER, MOVING = "still", "together", "moving"
"""Kinds of orders: they never change; they change for all jobs alike, so that nobody passes anybody; they change."""

SUBMIT = Node(NAME, name="submit")
BY_ARRIVAL = Node("negative", (SUBMIT,))
"""The order of arrival."""


def folded(tree: Node) -> Node:
    """The same rule with every part worked out that asks for nothing."""
    if not tree.parts:
        return replace(tree, unit="")
    tree = replace(tree, parts=tuple(folded(part) for part in tree.parts))
    if any(part.operation != NUMBER for part in tree.parts):
        return tree
    return Node(NUMBER, number=value(tree, {}), is_yes_or_no=tree.is_yes_or_no, column=tree.column)


def is_still(tree: Node) -> bool:
    """Whether nothing that it asks for moves while a job waits."""
    return not any(NAMES[name].moves for name in names_in(tree))


def asks_of_jobs(tree: Node) -> bool:
    """Whether it asks for anything that may differ from one job to the next."""
    return any(NAMES[name].of != "system" for name in names_in(tree))


def settled(order: Node) -> tuple[Node, str]:
    """An order as it is run, and its kind.

    What is added and is the same for all jobs is left out; a multiple of `wait` becomes as much less of `submit`, from
    which it differs by as much for all. If nothing is left, the order is that of arrival.
    """
    order = folded(order)
    if is_still(order) and asks_of_jobs(order):
        return order, STILL
    kept: list[tuple[bool, Node]] = []
    for minus, term in _terms(order, False):
        if not asks_of_jobs(term):
            continue
        share = _share_of_wait(term)
        if share is not None:
            term = SUBMIT if share == 1.0 else Node("*", (Node(NUMBER, number=share), SUBMIT))
            minus = not minus
        if not is_still(term):
            return order, MOVING
        kept.append((minus, term))
    kind = STILL if is_still(order) else TOGETHER
    if not kept:
        return BY_ARRIVAL, kind
    minus, found = kept[0]
    if minus:
        found = Node("negative", (found,))
    for minus, term in kept[1:]:
        found = Node("-" if minus else "+", (found, term))
    return folded(found), kind


def _terms(tree: Node, minus: bool) -> list[tuple[bool, Node]]:
    """What is added, and whether it is taken away."""
    if tree.operation in ("+", "-"):
        left, right = tree.parts
        return _terms(left, minus) + _terms(right, minus != (tree.operation == "-"))
    if tree.operation == "negative":
        return _terms(tree.parts[0], not minus)
    return [(minus, tree)]


def _share_of_wait(term: Node) -> float | None:
    """c of c x wait; None of anything else."""
    if term.operation == NAME:
        return 1.0 if term.name == "wait" else None
    if term.operation not in ("*", "/"):
        return None
    left, right = term.parts
    if term.operation == "*" and left.operation == NUMBER:
        left, right = right, left
    if right.operation != NUMBER or (share := _share_of_wait(left)) is None:
        return None
    if term.operation == "*":
        return share * right.number
    return share / right.number if right.number != 0.0 else None
