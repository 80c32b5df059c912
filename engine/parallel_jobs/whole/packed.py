"""Columns in one file, to be mapped into memory: a line of JSON, and behind it each column where the line says."""

import mmap
from pathlib import Path
from typing import Any

import numpy as np
import orjson

ALIGNED = 64
LONGEST_HEAD = 1_000_000
KINDS = ("<f8", "<i8", "<i4", "|i1", "|u1")


def pack(head: dict[str, Any], columns: dict[str, np.ndarray]) -> bytes:
    """The bytes of a file of *columns*, with whatever else is to be known of them."""
    places: dict[str, tuple[str, int, int]] = {}
    offset = 0
    for name, column in columns.items():
        places[name] = (column.dtype.str, len(column), offset)
        offset += -(-column.nbytes // ALIGNED) * ALIGNED
    line = orjson.dumps({"columns": places, **head}) + b"\n"
    line += b" " * (-len(line) % ALIGNED)
    parts = [line]
    for column in columns.values():
        data = np.ascontiguousarray(column).tobytes()
        parts += [data, bytes(-len(data) % ALIGNED)]
    return b"".join(parts)


def unpack(path: Path) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    """What was packed; pages are read when they are looked at. `OSError` or `ValueError` if it is missing or broken."""
    with path.open("rb") as file:
        # Copied on write, so that the arrays have the type that kernels are compiled for.
        data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_COPY)
    end = data.find(b"\n", 0, LONGEST_HEAD)
    head = orjson.loads(data[: max(end, 0)])
    begin = -(-(end + 1) // ALIGNED) * ALIGNED
    columns = {}
    for name, (kind, length, offset) in head.pop("columns").items():
        if kind not in KINDS:
            raise ValueError(f"{name} is of an unknown kind")
        columns[name] = np.frombuffer(data, dtype=kind, count=length, offset=begin + offset)
    return head, columns
