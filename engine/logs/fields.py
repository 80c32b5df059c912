"""Where the fields of each line stand in a block of text, for all lines at once."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

NEWLINE, QUOTE = 10, 34


@dataclass(frozen=True)
class Fields:
    """Lines with the right number of fields, and which the others are.

    Attributes
    ----------
    block : bytes
    text : uint8 array
        The same.
    line : int64 array (rows,)
        The line of each row, from 0.
    starts, stops : int64 arrays (rows, fields)
    wrong : int64 array
        Lines with another number of fields.
    counts : int64 array (lines,)
        Fields of every line; 0 for a blank one.
    lengths : int64 array (lines,)
        Characters of every line.
    """

    block: bytes
    text: NDArray[np.uint8]
    line: NDArray[np.int64]
    starts: NDArray[np.int64]
    stops: NDArray[np.int64]
    wrong: NDArray[np.int64]
    counts: NDArray[np.int64]
    lengths: NDArray[np.int64]

    def words(self, place: int, rows: NDArray[np.int64] | slice = slice(None)) -> list[bytes]:
        """Give a column of some rows as bytes."""
        block = self.block
        starts, stops = self.starts[rows, place].tolist(), self.stops[rows, place].tolist()
        return [block[start:stop] for start, stop in zip(starts, stops, strict=True)]


def fields_of(block: bytes, fields: int, longest: int, between: bytes = b"|", quotes: bool = False) -> Fields:
    """Cut a block that ends with a line end into lines of so many fields and at most so many characters.

    One byte stands *between* fields. With *quotes* it is part of a field that stands in them, unless they are left
    open at the end of the line.
    """
    block = block.replace(b"\r\n", b"\n")
    text = np.frombuffer(block, np.uint8)
    cuts = np.flatnonzero((text == ord(between)) | (text == NEWLINE))
    if quotes and b'"' in block:
        cuts = _not_in_quotes(text, cuts)
    is_end = text[cuts] == NEWLINE
    ends = np.flatnonzero(is_end)
    counts = np.diff(ends, prepend=-1)
    stops = cuts[ends]
    lengths = np.diff(stops, prepend=-1) - 1
    counts[(counts == 1) & (lengths == 0)] = 0
    good = (counts == fields) & (lengths <= longest)
    lines = np.flatnonzero(good)
    which = ends[lines][:, None] + np.arange(1 - fields, 1)
    before = np.where(which > 0, cuts[which - 1], -1)
    wrong = np.flatnonzero(~good & (counts > 0))
    return Fields(block, text, lines, before + 1, cuts[which], wrong, counts, lengths)


def _not_in_quotes(text: NDArray[np.uint8], cuts: NDArray[np.int64]) -> NDArray[np.int64]:
    """Leave out the cuts that stand behind an odd number of the quotes of a line, if it has an even number of them."""
    before = np.searchsorted(np.flatnonzero(text == QUOTE), cuts)
    is_end = text[cuts] == NEWLINE
    ends = np.flatnonzero(is_end)
    line = np.cumsum(is_end) - is_end
    at_end = before[ends]
    at_start = np.concatenate(([0], at_end[:-1]))
    is_closed = (at_end - at_start) % 2 == 0
    inside = ((before - at_start[line]) % 2 == 1) & is_closed[line]
    return cuts[~inside]
