"""Aging: an order in which waiting counts, so that nobody waits for ever; written into the rule of the order."""

from engine.parallel_jobs.model import OwnRules
from engine.rules.folding import BY_ARRIVAL, settled
from engine.rules.tree import NAME, NUMBER, Node

WAIT = Node(NAME, name="wait")
FIRST = 1e300
"""The priority of whoever has waited for longer than the bound: no rule has a larger one, and of equals goes first who
came first."""


def aged(rules: OwnRules, aging: float, bound: float) -> OwnRules:
    """The same policy, in which each second of waiting adds *aging* to the priority, and who has waited for longer than
    *bound* (s; 0 for no bound) goes before all others in order of arrival.
    """
    return rules._replace(order=_aged(rules.order, aging, bound), backfill=_aged(rules.backfill, aging, bound))


def _aged(order: Node, aging: float, bound: float) -> Node:
    if order == BY_ARRIVAL:
        return order  # the oldest is first already
    if aging:
        order = settled(Node("+", (order, Node("*", (Node(NUMBER, number=aging), WAIT)))))[0]
    if bound:
        old = Node(">", (WAIT, Node(NUMBER, number=bound)), is_yes_or_no=True)
        order = Node("if", (old, Node(NUMBER, number=FIRST), order))
    return order
