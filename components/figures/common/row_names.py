"""Room for the names of rows left of a picture, as much as plotly would make: then it draws the picture once."""

from collections.abc import Iterable

from components.looks.theme import MARGIN
from components.looks.tokens import TYPE

LETTER = 0.52
"""Width of a letter, in sizes of the type."""

BESIDE_NAMES = 34
"""px of ticks and air."""

TITLE = 16
"""px more with a title."""


def room_of(names: Iterable[str], has_title: bool = True) -> int:
    """px for *names* in one line each, and the title of the axis; not less than numbers have."""
    words = LETTER * TYPE["sm"] * max(map(len, names), default=0)
    return max(MARGIN["l"], round(BESIDE_NAMES + TITLE * has_title + words))
