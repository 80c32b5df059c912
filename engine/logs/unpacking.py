"""The text of a file, plain or gzip, in blocks of whole lines; never more of it in memory than a block."""

import zlib
from collections.abc import Iterator

from engine.logs.guess import guess
from engine.logs.limits import LINE, SENT, UNPACKED, LogError

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
