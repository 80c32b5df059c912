"""Read the file of a stranger, whichever of the three kinds of log it is.

`read_log` takes the bytes of a log in Standard Workload Format, plain or gzip, of Slurm's accounting output, or of a
list of jobs with named columns (CSV or Parquet).
"""

import re
import zlib
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

from engine.logs.guess import guess
from engine.logs.limits import LINE, SENT, UNPACKED, LogError
from engine.logs.lists.header import looks_like_table, read_header, separator
from engine.logs.lists.parquet import MARK, text_of_parquet
from engine.logs.lists.reader import read_list
from engine.logs.result import Reading
from engine.logs.sacct.header import looks_like_accounting
from engine.logs.sacct.reader import read_sacct
from engine.logs.swf import read_swf

# The text of a file, plain or gzip, in blocks of whole lines; never more of it in memory than a block.

GZIP = b"\x1f\x8b"
BLOCK = 1 << 20
STEP = 1 << 16
MEMBERS = 20_000
"""A gzip file may be several in a row (`bgzip` has one per 64 KB)."""


def blocks(data: bytes) -> Iterator[bytes]:
    """Unpack a file and cut it behind line ends; the byte-order mark is gone, and so is what lines have too much.

    A line of more than `LINE` bytes keeps one byte more than that, which tells it; the last line gets its end.

    Raises
    ------
    LogError
        If the file or its text is larger than allowed, if the gzip is damaged, or if it looks like something else.
    """
    if len(data) > SENT:
        raise LogError(f"the file has {len(data):,} bytes; at most {SENT:,} are allowed (gzip it)")
    total, kept = 0, b""
    mark = b"\xef\xbb\xbf"
    for piece in _pieces(data):
        if not total and (wrong := guess(piece)):
            raise LogError(wrong)
        total += len(piece)
        if total > UNPACKED:
            raise LogError(f"the file has more than {UNPACKED:,} bytes when unpacked, which is what is allowed")
        end = piece.rfind(b"\n") + 1
        if not end:
            kept = _shorter(kept + piece)
            continue
        first = piece.find(b"\n")
        yield (_shorter(kept + piece[:first]) + piece[first:end]).removeprefix(mark)
        kept, mark = _shorter(piece[end:]), b""
    if kept:
        yield kept.removeprefix(mark) + b"\n"


def _shorter(line: bytes) -> bytes:
    return line[: LINE + 1]


def _pieces(data: bytes) -> Iterator[bytes]:
    """Give the text in pieces of at most `BLOCK` bytes."""
    if not data.startswith(GZIP):
        for start in range(0, len(data), BLOCK):
            yield data[start : start + BLOCK]
        return
    place, members, waiting = 0, 1, b""
    unpacker = zlib.decompressobj(wbits=31)
    try:
        while True:
            if len(waiting) < STEP:
                waiting += data[place : place + STEP]
                place += STEP
            if not waiting:
                raise LogError("the gzip file ends too early: it is damaged, or was not sent whole")
            if piece := unpacker.decompress(waiting, BLOCK):
                yield piece
            waiting = unpacker.unconsumed_tail
            if unpacker.eof:
                waiting = unpacker.unused_data.lstrip(b"\0")
                while not waiting and place < len(data):
                    waiting = data[place : place + STEP].lstrip(b"\0")
                    place += STEP
                if not waiting:
                    return
                members += 1
                if members > MEMBERS:
                    raise LogError(f"the gzip file has more than {MEMBERS:,} parts, which is what is allowed")
                unpacker = zlib.decompressobj(wbits=31)
    except zlib.error:
        raise LogError("the gzip file is damaged: it cannot be unpacked") from None


# Lines of a text that begin with #: comments in every format, which the readers see as blank lines.

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


def read_log(data: bytes, zone: str = "") -> Reading:
    """Read a log; *zone* is the IANA time zone of accounting output and of tables, whose times say none themselves.

    Raises
    ------
    LogError
        If it is too large, damaged, something else, or has no job or too many lines that cannot be read.
    """
    if data.startswith(MARK):
        return read_list(text_of_parquet(data), zone)
    comments = Comments(blocks(data))
    text = iter(comments)
    beginning = next(text, b"")
    whole = chain([beginning] if beginning else [], text)
    first = beginning.lstrip()[:LINE].split(b"\n", 1)[0]
    if looks_like_accounting(first):
        reading = read_sacct(whole, zone)
    elif not first.startswith(b";") and (separator(first) or looks_like_table(first)):
        reading = read_list(whole, zone)
    else:
        reading = read_swf(whole)
    return replace(reading, notes=(*reading.notes, *comments.notes()))
