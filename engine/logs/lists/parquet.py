"""Parquet as the text of a table: the columns that are read, row after row, in blocks of whole lines.

A process of its own unpacks it, for some damaged files end the library together with its process.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from typing import IO, Any

from engine.logs.limits import LINE, LINES, SENT, UNPACKED, LogError

MARK = b"PAR1"
ROWS = 20_000
"""Of a block."""
COLUMNS = 1_000
LONGEST_WORD = LINE // 10
SECONDS = 120
"""Processor time after which nobody waits for a file to be unpacked."""
BLOCK = 1 << 20
REFUSED = 3
"""What the process ends with if it says in a sentence what is wrong."""

DAMAGED = (
    "the Parquet file is damaged, or has columns that are neither numbers, dates nor words: write it anew, or as CSV"
)
ROOT = Path(__file__).resolve().parents[3]


def text_of_parquet(data: bytes) -> Iterator[bytes]:
    """The columns that a table of jobs may have, as CSV; others are not unpacked.

    Raises
    ------
    LogError
        If it is too large, or damaged, or if a column is missing.
    """
    if len(data) > SENT:
        raise LogError(f"the file has {len(data):,} bytes; at most {SENT:,} are allowed: leave out columns")
    path = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))
    process = subprocess.Popen(
        [sys.executable, "-m", __name__],
        env=os.environ | {"PYTHONPATH": path},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdin
    assert process.stdout
    assert process.stderr
    try:
        with suppress(BrokenPipeError):
            process.stdin.write(data)
            process.stdin.close()
        yield from _whole_lines(process.stdout)
        said = process.stderr.read()
        ended = process.wait()
    finally:
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout, process.stderr):
            with suppress(BrokenPipeError):
                pipe.close()
    if ended:
        raise LogError(said.decode("utf-8", "replace") if ended == REFUSED else DAMAGED)


def _whole_lines(text: IO[bytes]) -> Iterator[bytes]:
    kept, total = b"", 0
    while piece := text.read(BLOCK):
        total += len(piece)
        if total > UNPACKED:
            raise LogError(f"the file has more than {UNPACKED:,} bytes as text, which is what is allowed")
        end = piece.rfind(b"\n") + 1
        if end:
            yield kept + piece[:end]
            kept = b""
        kept += piece[end:]
    if kept:
        yield kept + b"\n"


def _write(data: bytes, out: IO[bytes]) -> None:
    """Write the text; raises `LogError`, or whatever the library raises of a damaged file."""
    import pyarrow as pa
    from pyarrow import csv, parquet

    from engine.logs.lists.header import header_of

    schema = parquet.read_schema(BytesIO(data))
    words = [one.name for one in schema if pa.types.is_string(one.type) or pa.types.is_large_string(one.type)]
    file = parquet.ParquetFile(BytesIO(data), read_dictionary=words)
    known = file.metadata
    if known.num_rows > LINES or known.num_columns > COLUMNS:
        raise LogError(
            f"the file has {known.num_rows:,} rows and {known.num_columns:,} columns; at most {LINES:,} and "
            f"{COLUMNS:,} are allowed"
        )
    if not known.num_rows:
        raise LogError("there is no job in this file: it has no rows")
    header = header_of(schema.names)
    chosen = [column.name for column in header.columns.values()]
    chosen = [name for name in schema.names if name in chosen]
    flat = {known.schema.column(n).path: n for n in range(known.num_columns)}
    groups = [known.row_group(number) for number in range(known.num_row_groups)]
    large = sum(group.column(flat[name]).total_uncompressed_size for group in groups for name in chosen if name in flat)
    if large > UNPACKED:
        raise LogError(f"the file has more than {UNPACKED:,} bytes when unpacked, which is what is allowed")
    for number, batch in enumerate(file.iter_batches(ROWS, columns=[name for name in chosen if name in flat])):
        columns = [_printable(batch.column(n)) for n in range(batch.num_columns)]
        plain = pa.RecordBatch.from_arrays(columns, names=batch.schema.names)
        csv.write_csv(plain, out, csv.WriteOptions(include_header=not number))


def _printable(column: Any) -> Any:
    """A column that CSV can have, of the same rows; nothing where there is none, as of lists."""
    import pyarrow as pa
    from pyarrow import compute, types

    kind = column.type
    if types.is_dictionary(kind):
        column = pa.DictionaryArray.from_arrays(column.indices, _printable(column.dictionary))
        return column.cast(column.type.value_type)
    if types.is_string(kind) or types.is_large_string(kind) or types.is_binary(kind):
        column = column.cast(pa.string())
        length = compute.max(compute.binary_length(column)).as_py() or 0
        if length > LONGEST_WORD:
            raise LogError(f"a word in this file has {length:,} characters; at most {LONGEST_WORD:,} are allowed")
        return compute.replace_substring_regex(column, r"[\r\n\"]", " ")
    if types.is_timestamp(kind):
        # What is in no year of a log is not known; the library cannot print all of it.
        seconds = compute.divide(column.cast(pa.int64()), _PER_SECOND[kind.unit])
        is_date = compute.and_(compute.greater_equal(seconds, 0), compute.less(seconds, 7_258_118_400))
        return compute.if_else(is_date, column, pa.scalar(None, kind)).cast(pa.timestamp("ms", kind.tz), safe=False)
    if types.is_duration(kind):
        seconds = compute.divide(column.cast(pa.int64()).cast(pa.float64()), float(_PER_SECOND[kind.unit]))
        return compute.binary_join_element_wise(seconds.cast(pa.string()), "s", "")
    if types.is_float16(kind):
        return column.cast(pa.float32())
    if types.is_integer(kind) or types.is_floating(kind) or types.is_date(kind) or types.is_decimal(kind):
        return column
    return pa.nulls(len(column), pa.string())


_PER_SECOND = {"s": 1, "ms": 1000, "us": 1_000_000, "ns": 1_000_000_000}


def _main() -> int:
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    try:
        _write(sys.stdin.buffer.read(), sys.stdout.buffer)
    except LogError as error:
        sys.stderr.write(str(error))
        return REFUSED
    except BrokenPipeError:
        return 1
    except Exception:
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(_main())
