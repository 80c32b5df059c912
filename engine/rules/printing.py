"""Rules written out: in one spelling for names of contents, and so that they can be read."""

from engine.rules.tree import NAME, NUMBER, Node

_STRENGTH = {"or": 1, "and": 2, "not": 3, "+": 5, "-": 5, "*": 6, "/": 6, "negative": 7, "^": 8}
_COMPARED = 4
_LEAF = 9


def canonical(tree: Node) -> str:
    """The one spelling of a tree: every operation in brackets, numbers in as many digits as they need."""
    if tree.operation == NUMBER:
        return str(bool(tree.number)).lower() if tree.is_yes_or_no else repr(tree.number)
    if tree.operation == NAME:
        return tree.name
    parts = " ".join(canonical(part) for part in tree.parts)
    exponent = f" {tree.number!r}" if tree.operation == "^" else ""
    return f"({tree.operation} {parts}{exponent})"


def readable(tree: Node) -> str:
    """As somebody would write it, with no more brackets than it needs."""
    return _written(tree)[0]


def _written(tree: Node) -> tuple[str, int]:
    """The text, and how strongly it holds together."""
    if tree.operation == NUMBER:
        return (str(bool(tree.number)).lower() if tree.is_yes_or_no else _number(tree.number)), _LEAF
    if tree.operation == NAME:
        return tree.name, _LEAF
    if tree.operation in ("negative", "not"):
        strength = _STRENGTH[tree.operation]
        sign = "-" if tree.operation == "negative" else "not "
        return sign + _inside(tree.parts[0], strength + 1), strength
    if tree.operation == "^":
        return f"{_inside(tree.parts[0], _LEAF)}^{_number(tree.number)}", _STRENGTH["^"]
    if len(tree.parts) == 2 and tree.operation not in ("min", "max"):
        strength = _STRENGTH.get(tree.operation, _COMPARED)
        left, right = tree.parts
        first = _inside(left, strength + (strength == _COMPARED))
        return f"{first} {tree.operation} {_inside(right, strength + 1)}", strength
    return f"{tree.operation}({', '.join(readable(part) for part in tree.parts)})", _LEAF


def _inside(tree: Node, least: int) -> str:
    text, strength = _written(tree)
    return text if strength >= least else f"({text})"


def _number(number: float) -> str:
    return f"{number:.0f}" if number == int(number) and abs(number) < 1e7 else f"{number:.15g}"
