"""The face of the rule language: a text of a part of an own policy becomes a tree, or a sentence says why not."""

from functools import lru_cache

from engine.rules.folding import MOVING, folded, settled
from engine.rules.names import NAMES
from engine.rules.parsing import parse
from engine.rules.printing import canonical as printed
from engine.rules.printing import readable
from engine.rules.tree import NAME, Node, RuleError, names_in

__all__ = ["RuleError", "canonical", "checked", "in_words", "kind", "names_in", "of_order"]

FASTEST_FIRST = Node("negative", (Node(NAME, name="speed_factor"),))

NUMBERS, YES_OR_NO = ("order", "backfill", "machines"), ("admit",)
"""Parts of an own policy by what their rules have to be."""


@lru_cache(maxsize=1024)
def checked(text: str, part: str) -> Node:
    """The tree of a rule for this *part* ("order", "backfill", "admit", "machines"); `RuleError` if it is none."""
    tree = parse(text)
    if part in NUMBERS and tree.is_yes_or_no:
        raise RuleError(1, f"{_called(part)} is a number, this is yes or no; use if(..., 1, 0).")
    if part in YES_OR_NO and not tree.is_yes_or_no:
        raise RuleError(1, f"to {part} is yes or no, this is a number; compare it with something.")
    for node in tree.nodes():
        if part != "machines" and node.name and NAMES[node.name].of == "group":
            raise RuleError(node.column, f'"{node.name}" is no name here: machines are chosen when a job starts.')
        if part in YES_OR_NO and node.name == "wait":
            raise RuleError(node.column, '"wait" is no name here: a job is admitted, or not, when it arrives.')
    return tree


def _called(part: str) -> str:
    return {"backfill": "the backfill order", "machines": "the choice of machines"}.get(part, f"the {part}")


def of_order(text: str, part: str = "order") -> tuple[Node, str]:
    """An order as it is run, and its kind: still, together or moving."""
    return settled(checked(text, part))


def of_admission(text: str) -> Node | None:
    """Who is admitted, as it is run; None if everybody is."""
    tree = folded(checked(text, "admit"))
    return None if not tree.parts and tree.number > 0.0 else tree


def of_machines(text: str) -> Node | None:
    """Which group of machines is taken first, as it is run; None if the fastest is, which is what happens anyway."""
    tree = folded(checked(text, "machines"))
    return None if tree == FASTEST_FIRST else tree


def kind(text: str) -> str:
    """Whether an order is still, moves for all jobs together, or is moving."""
    return of_order(text)[1]


def canonical(part: str, text: str) -> str:
    """One spelling of all rules that are run alike."""
    is_order = part in ("order", "backfill")
    return printed(of_order(text, part)[0] if is_order else folded(checked(text, part)))


def in_words(text: str, part: str = "order") -> str:
    """What the rule says, for people."""
    tree = checked(text, part)
    if part in YES_OR_NO:
        if of_admission(text) is None:
            return "every job is taken"
        if not names_in(tree):
            return "no job is taken"
        return f"a job is taken if, when it arrives, {readable(tree)}"
    if part == "machines":
        if of_machines(text) is None:
            return "a job takes the fastest idle machines"
        return f"a job takes idle machines of the group with the {_extreme(folded(tree))}, then of the next"
    order, moves = of_order(text, part)
    if printed(order) == "(negative submit)":
        return "first: the job that arrived first"
    if tree.operation == "negative":
        return f"first: the job with the smallest {readable(tree.parts[0])}" + _moving(moves)
    return f"first: the job with the largest {readable(tree)}" + _moving(moves)


def _extreme(tree: Node) -> str:
    if tree.operation == "negative":
        return f"smallest {readable(tree.parts[0])}"
    return f"largest {readable(tree)}"


def _moving(kind_of: str) -> str:
    return "; this changes while jobs wait" if kind_of == MOVING else ""
