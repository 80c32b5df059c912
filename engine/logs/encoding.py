"""A table as bytes: numbers byte by byte of the same weight, compressed; read as if a stranger had sent it."""

import brotli
import numpy as np
from numpy.typing import NDArray

from engine.logs.limits import LINES, NAME, NUMBER, LogError
from engine.logs.table import FIELDS, MILLISECONDS, NAMES, TIMES, Table

MAGIC = b"corral-log-1"
BYTES = 8
RISING = ("job", "submit")
"""Columns that are written as the differences of neighbors."""
SHORT = 2_000
"""Up to so many jobs there is time for the best compression, which a link needs."""
LARGEST_FILE = 64_000_000
"""Bytes of an encoded table; 2,000,000 jobs that nothing compresses would have more, and no log has them."""


def encode(table: Table) -> bytes:
    """Write a table: 4 to 8 bytes per job for logs of real machines.

    After a line with unit and number of jobs, each column stands as numbers that are folded so that small ones of
    either sign are small (zigzag), the lowest bytes of all first. The name of a table does not depend on any of it.
    """
    packer = brotli.Compressor(quality=11 if len(table) <= SHORT else 5, lgwin=24)
    parts = [b"%s %d %d\n" % (MAGIC, table.unit, len(table))]
    for name, column in zip(FIELDS, table.columns, strict=True):
        number = np.diff(column, prepend=0) if name in RISING else column
        folded = (number << 1) ^ (number >> 63)
        planes = np.ascontiguousarray(folded, "<i8").view(np.uint8).reshape(-1, BYTES)
        parts.append(packer.process(np.ascontiguousarray(planes.T).tobytes()))
    return b"".join([*parts, packer.finish()])


def decode(data: bytes) -> Table:
    """Read what `encode` wrote.

    Raises
    ------
    LogError
        If it is anything else. Never unpacks more than the jobs that the first line names need.
    """
    if len(data) > LARGEST_FILE:
        raise LogError(f"a stored log has {len(data):,} bytes; at most {LARGEST_FILE:,} are allowed")
    unit, n, rest = _first_line(data)
    columns = np.empty((len(FIELDS), n), np.int64)
    unpacker = _Unpacker(rest)
    for row, name in enumerate(FIELDS):
        plain = unpacker.take(n * BYTES)
        if len(plain) != n * BYTES:
            raise LogError(f"a stored log is damaged: {n:,} jobs were announced, and fewer are there")
        columns[row] = _unfolded(plain, n)
        if name in RISING:
            np.cumsum(columns[row], out=columns[row])
    if not unpacker.is_at_end():
        raise LogError("a stored log is damaged: it does not end where its jobs end")
    return _checked(columns, unit)


class _Unpacker:
    """Gives the bytes of a compressed text piece by piece, and never has much more of them than were asked for."""

    def __init__(self, data: bytes) -> None:
        self._unpacker = brotli.Decompressor()
        self._data = data
        self._waiting = b""

    def take(self, size: int) -> bytes:
        parts, have = [self._waiting], len(self._waiting)
        while have < size and (more := self._more(size - have)):
            parts.append(more)
            have += len(more)
        whole = b"".join(parts)
        self._waiting = whole[size:]
        return whole[:size]

    def is_at_end(self) -> bool:
        return not self._waiting and not self._more(1) and not self._data and self._unpacker.is_finished()

    def _more(self, size: int) -> bytes:
        if self._unpacker.is_finished():
            return b""
        data, self._data = self._data, b""
        try:
            return self._unpacker.process(data, output_buffer_limit=size)
        except brotli.error:
            raise LogError("a stored log is damaged: its compressed part cannot be read") from None


def _first_line(data: bytes) -> tuple[int, int, bytes]:
    first, _, _ = data[:64].partition(b"\n")
    words = first.split(b" ")
    if len(words) != 3 or words[0] != MAGIC or not (words[1].isdigit() and words[2].isdigit()):
        raise LogError("this is no stored log: its first line is not one")
    unit, n = int(words[1]), int(words[2])
    if unit not in (1, MILLISECONDS) or not 1 <= n <= LINES:
        raise LogError(f"a stored log has a unit of 1 or {MILLISECONDS} and 1 to {LINES:,} jobs")
    return unit, n, data[len(first) + 1 :]


def _unfolded(plain: bytes, n: int) -> NDArray[np.int64]:
    folded = np.zeros(n, np.uint64)
    for place, plane in enumerate(np.frombuffer(plain, np.uint8).reshape(BYTES, n)):
        if plane.any():  # for speed: most numbers are small, and most planes all 0
            folded |= plane.astype(np.uint64) << np.uint64(8 * place)
    sign = (folded & np.uint64(1)).view(np.int64)
    folded >>= np.uint64(1)
    unfolded = folded.view(np.int64)
    unfolded ^= np.negative(sign, out=sign)
    return unfolded


def _checked(columns: NDArray[np.int64], unit: int) -> Table:
    for name, column in zip(FIELDS, columns, strict=True):
        scale = unit if name in TIMES else 1
        if column.min() < -scale or column.max() > (NAME if name in NAMES else NUMBER * scale):
            raise LogError(f'a stored log is damaged: "{name}" has numbers that no log has')
    table = Table(columns, unit)
    if table.whole().unit != unit:
        raise LogError("a stored log is damaged: its times have no decimals, and it says they have")
    return table
