"""A table as bytes: differences by column, byte by byte, compressed; read as if a stranger sent it."""

import zlib

import numpy as np
from numpy.typing import NDArray

from engine.logs.limits import LINES, NUMBER, LogError
from engine.logs.table import FIELDS, MILLISECONDS, TIMES, Table

MAGIC = b"corral-log-1"
BYTES = 8
LARGEST_FILE = 64_000_000
"""Bytes of an encoded table; 2,000,000 jobs that nothing compresses would have more, and no log has them."""


def encode(table: Table) -> bytes:
    """Write a table: 4 to 8 bytes per job for logs of real machines.

    After a line with unit and number of jobs, each column stands as the differences of neighbors, folded so that small
    ones of either sign are small (zigzag), the lowest bytes of all first.
    """
    packer = zlib.compressobj(6)
    parts = [b"%s %d %d\n" % (MAGIC, table.unit, len(table))]
    for column in table.columns:
        difference = np.diff(column, prepend=0)
        folded = (difference << 1) ^ (difference >> 63)
        planes = np.ascontiguousarray(folded, "<i8").view(np.uint8).reshape(-1, BYTES)
        parts.append(packer.compress(np.ascontiguousarray(planes.T).tobytes()))
    return b"".join([*parts, packer.flush()])


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
    unpacker = zlib.decompressobj()
    columns = np.empty((len(FIELDS), n), np.int64)
    size = n * BYTES
    for row in range(len(FIELDS)):
        try:
            plain = unpacker.decompress(rest, size) if size else b""
        except zlib.error:
            raise LogError("a stored log is damaged: its compressed part cannot be read") from None
        rest = unpacker.unconsumed_tail
        if len(plain) != size:
            raise LogError(f"a stored log is damaged: {n:,} jobs were announced, and fewer are there")
        columns[row] = _unfolded(plain, n)
    _check_end(unpacker, rest)
    return _checked(columns, unit)


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
    planes = np.frombuffer(plain, np.uint8).reshape(BYTES, n)
    folded = np.ascontiguousarray(planes.T).view("<u8").ravel()
    difference = (folded >> np.uint64(1)).astype(np.int64) ^ -(folded & np.uint64(1)).astype(np.int64)
    return np.cumsum(difference)


def _check_end(unpacker: "zlib._Decompress", rest: bytes) -> None:
    try:
        more = unpacker.decompress(rest, 1)
    except zlib.error:
        raise LogError("a stored log is damaged: its compressed part cannot be read") from None
    if more or not unpacker.eof or unpacker.unused_data:
        raise LogError("a stored log is damaged: it does not end where its jobs end")


def _checked(columns: NDArray[np.int64], unit: int) -> Table:
    for name, column in zip(FIELDS, columns, strict=True):
        scale = unit if name in TIMES else 1
        if column.min() < -scale or column.max() > NUMBER * scale:
            raise LogError(f'a stored log is damaged: "{name}" has numbers that no log has')
    table = Table(columns, unit)
    if table.whole().unit != unit:
        raise LogError("a stored log is damaged: its times have no decimals, and it says they have")
    return table
