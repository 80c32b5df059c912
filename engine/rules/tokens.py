"""A text cut into words, numbers and signs."""

import re
from typing import NamedTuple

from engine.rules.tree import LIMITS, RuleError

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
