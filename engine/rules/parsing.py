"""From a text to a tree, by recursive descent: a function per production of the grammar, and nothing of Python's.

Time is linear in the text; a text is refused for its length before anything else is looked at.
"""

import re
from collections.abc import Callable, Iterable
from difflib import get_close_matches
from typing import NamedTuple

from engine.rules.names import NAMES
from engine.rules.tree import LIMITS, NAME, NUMBER, YES_OR_NO, Node, RuleError, operations_of

# A text cut into words, numbers and signs.

UNITS = {"s": 1.0, "min": 60.0, "h": 3600.0, "d": 86_400.0, "%": 0.01}
"""What a number is multiplied by that has a unit behind it."""

_TOKEN = re.compile(
    r"(?P<blank>[ \t\r\n]+)|(?P<number>[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)|(?P<word>[A-Za-z_][A-Za-z_0-9]*)"
    r"|(?P<sign><=|>=|==|!=|[<>+\-*/^(),%])"
)


class Token(NamedTuple):
    """A piece of the text; of a number its value, and of everything where it stands (from 1)."""

    kind: str
    text: str
    column: int


def tokens(text: str) -> list[Token]:
    """The pieces of *text*, and one of kind "end". `RuleError` for what can be none."""
    if len(text) > LIMITS.characters:
        raise RuleError(0, f"this rule has {len(text):,} characters; at most {LIMITS.characters} are allowed.")
    found, at = [], 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            raise RuleError(at + 1, _stranger(text, at))
        if match.lastgroup != "blank":
            found.append(Token(str(match.lastgroup), match.group(), at + 1))
        at = match.end()
    found.append(Token("end", "", len(text) + 1))
    return found


def _stranger(text: str, at: int) -> str:
    one = text[at]
    if one == "=":
        return '"=" compares with "==".'
    if one == "." and text[at + 1 : at + 2].isdigit():
        return 'a number begins with a digit: write "0." before it.'
    if one in "[]{}":
        return f'"{one}" is not allowed; brackets are round.'
    if not one.isascii() or not one.isprintable():
        return "only letters, digits and signs of ASCII are allowed."
    return f'"{one}" is not allowed; rules are made of names, numbers, + - * / ^ ( ) , and comparisons.'


FUNCTIONS = {
    "if": (3, 3),
    "min": (2, 8),
    "max": (2, 8),
    "abs": (1, 1),
    "floor": (1, 1),
    "sqrt": (1, 1),
    "log2": (1, 1),
    "log10": (1, 1),
    "ln": (1, 1),
    "exp": (1, 1),
    "clip": (3, 3),
}
"""Fewest and most arguments of each function."""

COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")
WORDS = ("and", "or", "not", "true", "false")


def parse(text: str) -> Node:
    """The tree of a rule; `RuleError` says where it is none, what is there and what is allowed."""
    reading = _Reading(tokens(text))
    found = reading.alternatives()
    reading.expect_end()
    if (count := operations_of(found)) > LIMITS.operations:
        raise RuleError(0, f"this rule has {count} operations; at most {LIMITS.operations} are allowed.")
    return found


class _Reading:
    """A place in the text, and what is open there."""

    def __init__(self, found: list[Token]) -> None:
        self.tokens, self.at = found, 0
        self.open: list[int] = []
        self.numbers = 0

    @property
    def now(self) -> Token:
        return self.tokens[self.at]

    def take(self) -> Token:
        found = self.now
        self.at += found.kind != "end"
        return found

    def is_sign(self, *signs: str) -> bool:
        return self.now.kind in ("sign", "word") and self.now.text in signs

    def expect_end(self) -> None:
        if self.now.kind == "end":
            return
        if self.now.text == ")":
            raise RuleError(self.now.column, "this closing bracket closes none.")
        raise RuleError(self.now.column, f'"{self.now.text}" cannot follow here; an operator or the end is expected.')

    # the grammar ------------------------------------------------------------------------------------------------------

    def alternatives(self) -> Node:
        return self._chain(("or",), lambda: self._chain(("and",), self.negation))

    def negation(self) -> Node:
        if not self.is_sign("not"):
            return self.comparison()
        word = self.take()
        part = self.comparison()
        _yes_or_no(part, "not")
        return Node("not", (part,), is_yes_or_no=True, column=word.column)

    def comparison(self) -> Node:
        left = self.sum()
        if not self.is_sign(*COMPARISONS):
            return left
        sign = self.take()
        right = self.sum()
        if self.is_sign(*COMPARISONS):
            raise RuleError(self.now.column, 'only two things are compared at once; join comparisons by "and".')
        _numbers((left, right), sign.text)
        return Node(sign.text, (left, right), is_yes_or_no=True, column=sign.column)

    def sum(self) -> Node:
        return self._chain(("+", "-"), lambda: self._chain(("*", "/"), self.signed))

    def _chain(self, signs: tuple[str, ...], part: Callable[[], Node]) -> Node:
        found = part()
        while self.is_sign(*signs):
            sign = self.take()
            both = (found, part())
            if sign.text in YES_OR_NO:
                for one in both:
                    _yes_or_no(one, sign.text)
            else:
                _numbers(both, sign.text)
            found = Node(sign.text, both, is_yes_or_no=sign.text in YES_OR_NO, column=sign.column)
        return found

    def signed(self) -> Node:
        if not self.is_sign("-"):
            return self.power()
        sign = self.take()
        part = self.power()
        _numbers((part,), "-")
        return Node("negative", (part,), column=sign.column)

    def power(self) -> Node:
        base = self.atom()
        if not self.is_sign("^"):
            return base
        sign = self.take()
        exponent = _constant(self.signed())
        _numbers((base,), "^")
        whole = exponent is not None and exponent == int(exponent) and abs(exponent) <= LIMITS.exponent
        if exponent is None or not (whole or exponent == 0.5):
            there = " ".join(token.text for token in self.tokens if sign.column <= token.column < self.now.column)
            raise RuleError(sign.column, f'"{there}": the exponent has to be a whole number from -8 to 8, or 0.5.')
        return Node("^", (base,), number=exponent, column=sign.column)

    def atom(self) -> Node:
        token = self.take()
        if token.kind == "number":
            return self._number(token)
        if token.text == "(":
            return self._bracket(token)
        if token.kind == "word" and token.text in ("true", "false"):
            return Node(NUMBER, number=float(token.text == "true"), is_yes_or_no=True, column=token.column)
        if token.kind == "word" and token.text not in WORDS:
            return self._name(token)
        if token.kind == "end" and self.open:
            raise RuleError(token.column, f"a closing bracket is missing; the one at column {self.open[-1]} is open.")
        there = "the rule ends" if token.kind == "end" else f'"{token.text}" stands'
        raise RuleError(token.column, f"{there} where a number, a name or a bracket is expected.")

    def _number(self, token: Token) -> Node:
        self.numbers += 1
        if self.numbers > LIMITS.numbers:
            raise RuleError(token.column, f"this is number {self.numbers}; at most {LIMITS.numbers} are allowed.")
        unit = ""
        if self.now.text in UNITS:
            unit = self.take().text
        number = float(token.text) * UNITS.get(unit, 1.0)
        if number > 1e300:
            raise RuleError(token.column, f'"{token.text[:12]}" is too large; numbers go up to 1e300.')
        return Node(NUMBER, number=number, unit=unit, column=token.column)

    def _name(self, token: Token) -> Node:
        if token.text in FUNCTIONS:
            return self._call(token)
        if self.is_sign("("):
            raise RuleError(token.column, f'"{token.text[:40]}" is no function; {_instead(token.text, FUNCTIONS)}')
        if token.text not in NAMES:
            raise RuleError(token.column, f'"{token.text[:40]}" is no name; {_instead(token.text, NAMES)}')
        return Node(NAME, name=token.text, column=token.column)

    def _bracket(self, token: Token) -> Node:
        self._enter(token)
        found = self.alternatives()
        self._leave()
        return found

    def _call(self, token: Token) -> Node:
        fewest, most = FUNCTIONS[token.text]
        if not self.is_sign("("):
            raise RuleError(token.column, f'"{token.text}" is a function; an opening bracket has to follow.')
        self._enter(self.take())
        parts = [self.alternatives()]
        while self.is_sign(","):
            self.take()
            parts.append(self.alternatives())
        self._leave()
        if not fewest <= len(parts) <= most:
            allowed = f"{fewest}" if fewest == most else f"{fewest} to {most}"
            raise RuleError(token.column, f'"{token.text}" has {len(parts)} arguments; {allowed} are allowed.')
        if token.text != "if":
            _numbers(tuple(parts), token.text)
            return Node(token.text, tuple(parts), column=token.column)
        _yes_or_no(parts[0], "if")
        if parts[1].is_yes_or_no != parts[2].is_yes_or_no:
            raise RuleError(token.column, "both values of if(...) have to be numbers, or both yes or no.")
        return Node("if", tuple(parts), is_yes_or_no=parts[1].is_yes_or_no, column=token.column)

    def _enter(self, token: Token) -> None:
        self.open.append(token.column)
        if len(self.open) > LIMITS.levels:
            raise RuleError(token.column, f"brackets are {len(self.open)} deep; at most {LIMITS.levels} are allowed.")

    def _leave(self) -> None:
        if not self.is_sign(")"):
            column = self.now.column
            if self.now.kind == "end":
                raise RuleError(column, f"a closing bracket is missing; the one at column {self.open[-1]} is open.")
            raise RuleError(column, f'"{self.now.text}" stands where an operator or a closing bracket is expected.')
        self.take()
        self.open.pop()


def _instead(word: str, there: Iterable[str]) -> str:
    close = get_close_matches(word[:40].lower(), list(there), 1, 0.6)
    if close:
        return f'did you mean "{close[0]}"?'
    return "allowed are " + ", ".join(there) + "."


def _numbers(parts: tuple[Node, ...], what: str) -> None:
    for part in parts:
        if part.is_yes_or_no:
            raise RuleError(part.column, f'"{what}" needs numbers, this is yes or no; use if(..., 1, 0).')


def _yes_or_no(part: Node, what: str) -> None:
    if not part.is_yes_or_no:
        raise RuleError(part.column, f'"{what}" needs yes or no, this is a number; compare it with something.')


def _constant(node: Node) -> float | None:
    """The value of a number with or without a minus; None of anything else."""
    if node.operation == NUMBER and not node.is_yes_or_no:
        return node.number
    if node.operation == "negative" and node.parts[0].operation == NUMBER:
        return -node.parts[0].number
    return None
