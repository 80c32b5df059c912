"""Lines of a text that begin with #: comments in every format, which the readers see as blank lines."""

import re
from collections.abc import Iterator

from engine.logs.limits import LogError
from engine.logs.lists.header import read_header

_LINE = re.compile(rb"(?m)^[ \t]*#[^\n]*")


class Comments:
    """Blocks of whole lines without their comments; and how many there were.

    Where the last comment before all other lines names the columns of a table, it is no comment.
    """

    def __init__(self, blocks: Iterator[bytes]) -> None:
        self._blocks = blocks
        self._count = 0

    def __iter__(self) -> Iterator[bytes]:
        is_first = True
        for block in self._blocks:
            text = block
            if b"#" in block:
                if is_first:
                    text = _with_names(text)
                text, count = _LINE.subn(b"", text)
                self._count += count
            is_first = False
            yield text

    def notes(self) -> Iterator[str]:
        """Say that there were comments."""
        if self._count:
            yield f"{self._count:,} {'line' if self._count == 1 else 'lines'} of comment (#) skipped."


def _with_names(block: bytes) -> bytes:
    """Take the # away from the last comment at the top if it names the columns of a table of jobs."""
    place, last = 0, None
    while (end := block.find(b"\n", place)) >= 0:
        line = block[place:end].strip()
        if line and not line.startswith(b"#"):
            break
        last = (place, end) if line else last
        place = end + 1
    if last is None:
        return block
    names = block[last[0] : last[1]].strip().lstrip(b"# \t")
    try:
        read_header(names)
    except LogError:
        return block
    return block[: last[0]] + names + block[last[1] :]
