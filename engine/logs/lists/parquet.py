"""Parquet as the text of a list: its columns by name, row after row, in blocks of whole lines, never all at once."""

from collections.abc import Iterator
from io import BytesIO
from typing import Any

from engine.logs.limits import LINE, LINES, SENT, UNPACKED, LogError
from engine.logs.lists.header import NAMES, SECONDS

MARK = b"PAR1"
ROWS = 20_000
"""Of a block."""
COLUMNS = 1_000

_READ = {name for names in NAMES.values() for name in names}


def text_of_parquet(data: bytes) -> Iterator[bytes]:
    """The columns that a list of jobs may have, as CSV; others are not unpacked.

    Raises
    ------
    LogError
        If it is too large, or damaged, or if a column holds neither numbers nor words.
    """
    import pyarrow as pa
    from pyarrow import csv, parquet

    if len(data) > SENT:
        raise LogError(f"the file has {len(data):,} bytes; at most {SENT:,} are allowed")
    try:
        schema = parquet.read_schema(BytesIO(data))
        words = [one.name for one in schema if pa.types.is_string(one.type) or pa.types.is_large_string(one.type)]
        file = parquet.ParquetFile(BytesIO(data), read_dictionary=words)
        known = file.metadata
        if known.num_rows > LINES or known.num_columns > COLUMNS:
            raise LogError(
                f"the file has {known.num_rows:,} rows and {known.num_columns:,} columns; at most {LINES:,} and "
                f"{COLUMNS:,} are allowed"
            )
        chosen = [name for name in dict.fromkeys(schema.names) if _is_read(name)]
        for one in schema:
            kinds = (pa.types.is_integer, pa.types.is_floating, pa.types.is_string, pa.types.is_large_string)
            if one.name in chosen and not any(kind(one.type) for kind in kinds):
                raise LogError(
                    f"the column {one.name} holds {one.type}; numbers are needed, or words (times in seconds)"
                )
        places = [n for n in range(known.num_columns) if known.schema.column(n).path in chosen]
        groups = [known.row_group(number) for number in range(known.num_row_groups)]
        large = sum(group.column(place).total_uncompressed_size for group in groups for place in places)
        if large > UNPACKED:
            raise LogError(f"the file has more than {UNPACKED:,} bytes when unpacked, which is what is allowed")
        total, is_first = 0, True
        for batch in file.iter_batches(ROWS, columns=chosen):
            sink = pa.BufferOutputStream()
            csv.write_csv(_written_out(batch, LINE), sink, csv.WriteOptions(include_header=is_first))
            text = sink.getvalue().to_pybytes()
            total, is_first = total + len(text), False
            if total > UNPACKED:
                raise LogError(f"the file has more than {UNPACKED:,} bytes as text, which is what is allowed")
            yield text
    except (pa.ArrowException, OSError, ValueError, OverflowError) as error:
        if isinstance(error, LogError):
            raise
        raise LogError("the Parquet file is damaged, or has columns that are neither numbers nor words") from None


def _is_read(name: str) -> bool:
    low = name.strip().lower()
    stem, _, unit = low.rpartition("_")
    return low in _READ or (stem in _READ and unit in SECONDS)


def _written_out(batch: Any, longest: int) -> Any:
    """A batch whose words stand in it themselves; one that is many times a long word is refused before."""
    import pyarrow as pa
    from pyarrow import compute

    columns = []
    for column in batch.columns:
        if pa.types.is_dictionary(column.type):
            length = compute.max(compute.binary_length(column.dictionary)).as_py() or 0
            if length > longest // 10:
                raise LogError(f"a word in this file has {length:,} characters; at most {longest // 10:,} are allowed")
            column = column.cast(column.type.value_type)
        columns.append(column)
    return pa.RecordBatch.from_arrays(columns, names=batch.schema.names)
