"""Columns that hold names: numbers are kept, and where there is text all of a column are numbered from 1."""

import re

import numpy as np
from numpy.typing import NDArray

from engine.logs.limits import NAME
from engine.logs.numbers import digits

NOTHING = frozenset((b"", b"nan", b"<na>", b"na", b"n/a", b"none", b"null", b"nat", b"-", b"--", b"?", b"\\n", b"-1"))
"""Words, in small letters, for what is not known."""
LONGEST = 400
"""Characters of a name that are looked at."""
NEGATIVE = re.compile(rb"-\d+(?:\.\d*)?")

_WHOLE = re.compile(rb"\d{1,15}(?:\.0*)?")
_UNKNOWN, _TEXT = -1, -2
_MINUS, _ONE = ord("-"), ord("1")
_WORD = 8
"""Characters that are compared at once."""

Array = NDArray[np.int64]


class Names:
    """The names of one column, or of two that name the same, piece by piece.

    Attributes
    ----------
    has_text : bool
        Whether one of them is no whole number from 0 to 10^15; then all are numbers from 1, in order of the rows.
    """

    def __init__(self) -> None:
        self._pieces: list[Array] = []
        self._numbers: dict[bytes | int, int] = {}
        self.has_text = False

    def add(self, text: NDArray[np.uint8], starts: Array, stops: Array, into: Array) -> Array:
        """Read words of a *text* and write them *into* an array, which changes if text comes later; -1 is not known."""
        into[:] = digits(text, starts, stops)
        is_minus_one = (stops - starts == 2) & (text[starts] == _MINUS) & (text[np.maximum(stops - 1, 0)] == _ONE)
        rows = np.flatnonzero(((into < 0) & ~is_minus_one) | (into >= NAME))
        which, first = _distinct(text, starts[rows], np.minimum(stops[rows], starts[rows] + LONGEST))
        ends = zip(starts[rows[first]].tolist(), stops[rows[first]].tolist(), strict=True)
        words = [text[start:stop][:LONGEST].tobytes() for start, stop in ends]
        meant = np.array([_meant(word) for word in words], np.int64)
        into[rows] = meant[which]
        if not self.has_text and (meant == _TEXT).any():
            self.has_text = True
            for piece in self._pieces:
                self._number(piece, {})
        if self.has_text:
            texts = np.flatnonzero(meant == _TEXT)
            into[rows] = np.where(meant[which] == _TEXT, _TEXT - which, into[rows])
            self._number(into, {_TEXT - code: words[code] for code in texts.tolist()})
        else:
            self._pieces.append(into)
        return into

    def _number(self, into: Array, words: dict[int, bytes]) -> None:
        """Number an array from 1 in place, new names in order of the rows; codes below -1 are *words*."""
        import pandas as pd

        which, found = pd.factorize(into)
        known = self._numbers
        own = [
            _UNKNOWN if name == _UNKNOWN else known.setdefault(words.get(name, name), len(known) + 1)
            for name in found.tolist()
        ]
        into[:] = np.array(own, np.int64)[which]


def _distinct(text: NDArray[np.uint8], starts: Array, stops: Array) -> tuple[Array, Array]:
    """Number words from 0 in order of the rows; and give the first row of each."""
    import pandas as pd

    which = np.zeros(len(starts), np.int64)
    if not len(starts):
        return which, which
    for place in range(0, max(1, int((stops - starts).max())), _WORD):
        at = starts[:, None] + np.arange(place, place + _WORD)
        letters = np.where(at < stops[:, None], text[np.minimum(at, len(text) - 1)], np.uint8(0))
        part, parts = pd.factorize(np.ascontiguousarray(letters).view(np.uint64).ravel())
        which, found = pd.factorize(which * len(parts) + part)
    first = np.full(len(found), len(starts))
    np.minimum.at(first, which, np.arange(len(starts)))
    return which, first


def _meant(word: bytes) -> int:
    """Give the number that a word is, if it is not digits alone; `_UNKNOWN` or `_TEXT` for others."""
    if _WHOLE.fullmatch(word) and (number := int(word.partition(b".")[0])) < NAME:
        return number
    return _UNKNOWN if word.lower() in NOTHING or NEGATIVE.fullmatch(word) else _TEXT
