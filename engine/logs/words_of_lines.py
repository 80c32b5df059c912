"""Where the words of each line stand in a block of text, for all lines at once."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

NEWLINE, COMMENT = 10, 59

_BLANK = np.zeros(256, bool)
_BLANK[list(b" \t\r\n")] = True


@dataclass(frozen=True)
class Lines:
    """A block of whole lines, cut into words.

    Attributes
    ----------
    text : uint8 array
        The block, with a line end at its end.
    begins, ends : int64 arrays (lines,)
        Where each line begins, and where its line end stands.
    starts, stops : int64 arrays (words,)
        Where each word begins, and the place behind it.
    first, count : int64 arrays (lines,)
        The first word of each line, and how many it has.
    is_comment : bool array (lines,)
    """

    text: NDArray[np.uint8]
    begins: NDArray[np.int64]
    ends: NDArray[np.int64]
    starts: NDArray[np.int64]
    stops: NDArray[np.int64]
    first: NDArray[np.int64]
    count: NDArray[np.int64]
    is_comment: NDArray[np.bool_]

    def line(self, which: int) -> bytes:
        """One line, without its end."""
        return self.text[self.begins[which] : self.ends[which]].tobytes().rstrip(b"\r")

    def word(self, line: int, place: int) -> bytes:
        """One word of a line, counted from 0."""
        at = self.first[line] + place
        return self.text[self.starts[at] : self.stops[at]].tobytes()


def lines_of(block: bytes) -> Lines:
    """Cut a block that ends with a line end. Blanks, tabs and carriage returns stand between words."""
    text = np.frombuffer(block, np.uint8)
    blank = _BLANK[text]
    ends = np.flatnonzero(text == NEWLINE)
    begins = np.concatenate(([0], ends[:-1] + 1))
    change = np.flatnonzero(blank[1:] != blank[:-1]) + 1
    if not blank[0]:
        change = np.concatenate(([0], change))
    starts, stops = change[::2], change[1::2]  # the block ends with a blank
    behind = np.searchsorted(starts, ends)
    first = np.concatenate(([0], behind[:-1]))
    count = behind - first
    is_comment = np.zeros(len(ends), bool)
    some = np.flatnonzero(count)
    is_comment[some] = text[starts[first[some]]] == COMMENT
    return Lines(text, begins, ends, starts, stops, first, count, is_comment)
