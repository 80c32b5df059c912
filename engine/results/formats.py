"""The formats in which tables leave: one entry each, with what writes it.

The libraries are loaded by whoever writes first: they take as long as a third of the first page.
"""

from collections.abc import Callable
from io import BytesIO
from typing import Any, NamedTuple

import orjson

FORMULA = r"^\s*[=+\-@\t\r]"
"""How a text begins that a spreadsheet would take for a formula and compute."""

Table = Any
"""A `pyarrow.Table`."""


def to_csv(table: Table) -> bytes:
    """UTF-8 with one head line; null is an empty cell, and no text is one that a spreadsheet would compute."""
    from pyarrow import csv

    out = BytesIO()
    csv.write_csv(harmless(table), out)
    return out.getvalue()


def harmless(table: Table) -> Table:
    """The same table, in which no text is one that a spreadsheet would compute."""
    import pyarrow as pa

    for number, field in enumerate(table.schema):
        if pa.types.is_dictionary(field.type) or pa.types.is_string(field.type):
            table = table.set_column(number, field.name, _harmless(table.column(number)))
    return table


def to_parquet(table: Table) -> bytes:
    """Apache Parquet; the metadata of its schema say where the numbers come from."""
    from pyarrow import parquet

    out = BytesIO()
    parquet.write_table(table, out, compression="zstd")
    return out.getvalue()


def to_json(table: Table) -> bytes:
    """A list of objects, one per row."""
    # In pieces: the objects of a large table at once would take a gigabyte.
    pieces = (orjson.dumps(_objects(batch))[1:-1] for batch in table.to_batches(max_chunksize=10_000))
    return b"[" + b",".join(piece for piece in pieces if piece) + b"]"


def _harmless(column: Any) -> Any:
    """The same texts, but with an apostrophe before each that a spreadsheet would compute."""
    import pyarrow as pa
    import pyarrow.compute as pc

    words = column.cast(pa.string())
    return pc.if_else(pc.match_substring_regex(words, FORMULA), pc.binary_join_element_wise("'", words, ""), words)


def _objects(batch: Any) -> list[dict[str, object]]:
    # By way of numpy, which is ten times faster than `to_pylist`; null becomes NaN, which orjson writes as null.
    columns = (column.to_numpy(zero_copy_only=False).tolist() for column in batch.columns)
    return [dict(zip(batch.schema.names, row, strict=True)) for row in zip(*columns, strict=True)]


class Format(NamedTuple):
    """How a table is written, what a server calls that, and what it is called on a button."""

    write: Callable[[Table], bytes]
    content_type: str
    title: str


FORMATS = {
    "csv": Format(to_csv, "text/csv; charset=utf-8", "CSV"),
    "parquet": Format(to_parquet, "application/vnd.apache.parquet", "Parquet"),
    "json": Format(to_json, "application/json", "JSON"),
}
"""Every format by the ending of the file's name."""
