"""What can be said of a rule before it is run: in words, how it moves, what it costs, what is odd about it."""

from typing import NamedTuple

from engine.rules.folding import MOVING, STILL, TOGETHER, folded
from engine.rules.hints import hints
from engine.rules.language import canonical, checked, in_words, kind, names_in
from engine.rules.tree import operations_of

KINDS = {
    STILL: "Still: asked once for each job.",
    TOGETHER: "Moves for all jobs alike, so that the order stays: asked once for each job.",
    MOVING: "Moving: asked for every waiting job at each pass.",
}
"""What each kind of order means for whoever waits for the result."""

ASKED = {
    "admit": "Asked once, when a job arrives.",
    "machines": "Asked of each group of machines, when a job may start.",
}
"""The same of rules that are no orders."""


class Account(NamedTuple):
    """What is said of a rule.

    Attributes
    ----------
    words : what it does, as a sentence
    kind : "still", "together" or "moving"; "" of a rule that is asked at arrivals, or starts, alone
    operations : how many it takes, constants worked out
    cost : how often these are taken, as a sentence
    hints : what is odd about it, a sentence each
    canonical : the one spelling of all rules that are run alike
    names : what it asks for
    """

    words: str
    kind: str
    operations: int
    cost: str
    hints: list[str]
    canonical: str
    names: list[str]


def account_of(text: str, part: str) -> Account:
    """What is said of the rule *text* of a part ("order", "backfill", "admit", "machines"); `RuleError` if none."""
    tree = checked(text, part)
    operations = operations_of(folded(tree))
    moves = kind(text) if part in ("order", "backfill") else ""
    words = in_words(text, part)
    return Account(
        words=words[0].upper() + words[1:] + ".",
        kind=moves,
        operations=operations,
        cost=_cost(KINDS.get(moves) or ASKED[part], operations),
        hints=[hint[0].upper() + hint[1:] for hint in hints(tree)],
        canonical=canonical(part, text),
        names=sorted(names_in(tree)),
    )


def _cost(often: str, operations: int) -> str:
    if operations == 0:
        return often
    return f"{often} {operations} {'operation' if operations == 1 else 'operations'}."
