"""An entry of the glossary: a word, what it means in each place, and where to read on."""

import re
from typing import NamedTuple

UNIT_OR_OWNER = re.compile(r"( of “.*”| \([^()]*\))+$")
"""What a label says beside its word: "Speed factor of “fast”", "Mean demand (s)"."""


class Definition(NamedTuple):
    """One meaning.

    Attributes
    ----------
    text : sentences
    label : what it is called there, if not as the entry: "mean wait time (s)"
    source : paper and section, or textbook
    families : names of the families that it belongs to; none for all of them
    """

    text: str
    label: str = ""
    source: str = ""
    families: tuple[str, ...] = ()


class Entry(NamedTuple):
    """A word with its anchor, its definitions, and other names that lead to it; *see* has titles of other entries."""

    anchor: str
    title: str
    definitions: list[Definition]
    labels: tuple[str, ...] = ()
    see: tuple[str, ...] = ()
    is_term: bool = False


def key_of(label: str) -> str:
    """The word of a label, as labels are looked up; words.js does the same with what it finds on the page."""
    return UNIT_OR_OWNER.sub("", " ".join(label.split())).lower()
