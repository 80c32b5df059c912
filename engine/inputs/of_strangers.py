"""Texts and JSON that strangers write: signs that cannot be seen are no part of them, and each name is said once."""

import json
import unicodedata
from typing import Any

import orjson

LINES = "\n\t"
"""Signs that only texts of several lines have."""


class TwiceError(ValueError):
    """An object of JSON has a name twice, of which programs take the first or the last; the text is a sentence."""


TURNS = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Signs that change the direction of writing (Unicode Standard Annex 9), so that a text is read as another one."""


def _is_hidden(sign: str) -> bool:
    """Whether *sign* is a control character, half of a pair, or changes the direction of writing.

    Others that cannot be seen stay: signs are joined by them, as in many scripts and emoji.
    """
    return sign in TURNS or unicodedata.category(sign) in ("Cc", "Cs")


def plain(text: str, keeps: str = "") -> str:
    """*text* without control characters and signs that turn its direction, but for those that it *keeps*; other white
    space is a blank.

    >>> plain("Jobs \\u202eof a\\x00 day")
    'Jobs of a day'
    """
    if text.isprintable():
        return text
    blank = "".join(" " if sign.isspace() and sign not in keeps else sign for sign in text)
    return "".join(sign for sign in blank if sign in keeps or not _is_hidden(sign))


def plain_lines(text: str) -> str:
    """The same of a text that may have several lines."""
    return plain(text, LINES)


def visible(name: str) -> str:
    """A *name*, by which things are found; ValueError if it has signs that cannot be seen."""
    hidden = sorted({f"U+{ord(sign):04X}" for sign in name if _is_hidden(sign)})
    if hidden:
        raise ValueError(f"a name has signs that cannot be seen ({', '.join(hidden[:3])}): leave them out")
    return name


def read_json(text: bytes | str) -> Any:
    """The tree in *text*. `orjson.JSONDecodeError` if it is no JSON; `TwiceError` if it says something twice."""
    tree = orjson.loads(text)
    json.loads(text, object_pairs_hook=_once)
    return tree


def _once(pairs: list[tuple[str, Any]]) -> None:
    names = [name for name, _ in pairs]
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise TwiceError(f'it says "{plain(twice)[:60]}" twice in one object; say it once')
