"""What can be said of a rule before it is run: in words, how it moves, what it costs, what is odd about it."""

from collections import Counter
from typing import NamedTuple

from engine.rules.folding import MOVING, STILL, TOGETHER, folded
from engine.rules.language import canonical, checked, in_words, kind, names_in
from engine.rules.names import NAMES
from engine.rules.printing import readable
from engine.rules.tree import NAME, NUMBER, Node, operations_of

# What is odd about a rule, though it has a value: seconds added to processors, and names that say nothing here.

Unit = dict[str, int] | None
"""Powers of basic units; {} of a plain number, None where nobody can say."""

_BASIC: dict[str, dict[str, int]] = {
    "1": {},
    "s": {"s": 1},
    "processors": {"processors": 1},
    "processor-s": {"s": 1, "processors": 1},
    "$": {"$": 1},
}
_CALLED = {"s": "seconds", "processors": "processors", "$": "dollars"}
_ADDS = {"+": "adds {} to {}", "-": "subtracts {1} from {0}", "min": "takes the least of {} and {}"}
_SAME = ("+", "-", "min", "max", "<", "<=", ">", ">=", "==", "!=")


def hints(tree: Node) -> list[str]:
    """A sentence for each place where units do not fit; none is an error."""
    found: list[str] = []
    _unit(tree, found)
    return list(dict.fromkeys(found))


def _unit(tree: Node, found: list[str]) -> Unit:
    """The unit of a part; a number without one fits everything."""
    if tree.operation == NUMBER:
        return {"s": 1} if tree.unit not in ("", "%") else None
    if tree.operation == NAME:
        return _BASIC[NAMES[tree.name].unit]
    units = [_unit(part, found) for part in tree.parts]
    if tree.operation in _SAME:
        return _of_same(tree, units, found)
    if tree.operation in ("*", "/"):
        return _product(units[0], units[1], 1 if tree.operation == "*" else -1)
    if tree.operation == "^":
        return _power(units[0], tree.number)
    if tree.operation == "sqrt":
        return _power(units[0], 0.5)
    if tree.operation in ("negative", "abs", "floor", "clip"):
        return units[0]
    if tree.operation == "if":
        return units[1] if units[1] is not None else units[2]
    return None  # of logarithms, a plain number, to which anything may be added that was weighed against it


def _of_same(tree: Node, units: list[Unit], found: list[str]) -> Unit:
    known = [unit for unit in units if unit is not None]
    for other in known[1:]:
        if other != known[0]:
            words = (_words(known[0]), _words(other))
            found.append(f"{_does(tree.operation).format(*words)}, in {readable(tree)}.")
            return None
    return known[0] if known else None


def _does(operation: str) -> str:
    return _ADDS.get(operation, "takes the largest of {} and {}" if operation == "max" else "compares {} with {}")


def _product(left: Unit, right: Unit, sign: int) -> Unit:
    """Of a unit times or over another; a plain factor leaves the unit open, since it may weigh one against another."""
    if left is None or right is None:
        return None
    powers = Counter(left)
    for basic, power in right.items():
        powers[basic] += sign * power
    return {basic: power for basic, power in powers.items() if power}


def _power(unit: Unit, exponent: float) -> Unit:
    if unit is None:
        return None
    powers = {basic: power * exponent for basic, power in unit.items()}
    if any(power != int(power) for power in powers.values()):
        return None
    return {basic: int(power) for basic, power in powers.items() if power}


def _words(unit: dict[str, int]) -> str:
    if not unit:
        return "plain numbers"
    if unit == _BASIC["processor-s"]:
        return "processor-seconds"
    over = [(_CALLED[basic], power) for basic, power in unit.items() if power > 0]
    under = [(_CALLED[basic], -power) for basic, power in unit.items() if power < 0]
    text = " x ".join(_raised(*one) for one in over) or "1"
    return text + "".join(f" / {_raised(*one)}" for one in under)


def _raised(word: str, power: int) -> str:
    return word if power == 1 else f"{word}^{power}"


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
