"""Results as tables for other programs: every cell, or a summary, as CSV, Parquet or JSON."""

from collections.abc import Callable, Sequence
from io import BytesIO

import numpy as np
import orjson
import pyarrow as pa
import pyarrow.compute as pc
from pyarrow import csv, parquet

from engine import ENGINE_VERSION
from engine.metrics.catalogue import metric_of
from engine.results.result import Result

FORMULA = r"^\s*[=+\-@\t\r]"
"""How a text begins that a spreadsheet would take for a formula and compute."""


def cells(result: Result) -> pa.Table:
    """One row per computed cell and metric; a metric that the cell does not have is null.

    Columns: policy, one per swept field (named by its path, in the unit of the field), replication (from 1), metric,
    unit, value (in that unit).
    """
    metrics = len(result.names)
    computed = result.done
    point, policy, replication = (np.repeat(axis, metrics) for axis in np.nonzero(computed))
    metric = np.tile(np.arange(metrics), np.count_nonzero(computed))
    columns = {
        "policy": _texts(result.scenario.policies, policy),
        **_swept(result, point),
        "replication": pa.array(replication + 1, pa.int32()),
        "metric": _texts(result.names, metric),
        "unit": _texts(_units(result), metric),
        "value": _numbers(result.table[computed].ravel()),
    }
    return pa.table(columns, metadata=provenance(result))


def summaries(result: Result) -> pa.Table:
    """One row per point, policy and metric: the mean over the replications that are there, with its 95 % interval.

    Columns: policy, one per swept field, metric, unit, mean, low, high (null where there is none), replications,
    settles (where it is false, a mean depends on how long one looks).
    """
    policies, names = result.scenario.policies, result.names
    shape = (len(result.points), len(policies), len(names))
    point, policy, metric = (axis.ravel() for axis in np.indices(shape))
    pairs = [(number, name) for number in range(len(result.points)) for name in policies]
    found = np.array([result.estimate(*pair, name) for pair in pairs for name in names]).reshape(-1, 4)
    settles = np.array([result.settles(*pair) for pair in pairs], dtype=bool)
    columns = {
        "policy": _texts(policies, policy),
        **_swept(result, point),
        "metric": _texts(names, metric),
        "unit": _texts(_units(result), metric),
        **{name: _numbers(found[:, number]) for number, name in enumerate(("mean", "low", "high"))},
        "replications": pa.array(found[:, 3], pa.int32()),
        "settles": np.repeat(settles, len(names)),
    }
    return pa.table(columns, metadata=provenance(result))


def to_csv(table: pa.Table) -> bytes:
    """UTF-8 with one head line; null is an empty cell, and no text is one that a spreadsheet would compute."""
    out = BytesIO()
    csv.write_csv(harmless(table), out)
    return out.getvalue()


def harmless(table: pa.Table) -> pa.Table:
    """The same table, in which no text is one that a spreadsheet would compute."""
    for number, field in enumerate(table.schema):
        if pa.types.is_dictionary(field.type) or pa.types.is_string(field.type):
            table = table.set_column(number, field.name, _harmless(table.column(number)))
    return table


def to_parquet(table: pa.Table) -> bytes:
    """Apache Parquet; the metadata of its schema say where the numbers come from."""
    out = BytesIO()
    parquet.write_table(table, out, compression="zstd")
    return out.getvalue()


def to_json(table: pa.Table) -> bytes:
    """A list of objects, one per row."""
    # In pieces: the objects of a large table at once would take a gigabyte.
    pieces = (orjson.dumps(_objects(batch))[1:-1] for batch in table.to_batches(max_chunksize=10_000))
    return b"[" + b",".join(piece for piece in pieces if piece) + b"]"


FORMATS: dict[str, Callable[[pa.Table], bytes]] = {"csv": to_csv, "parquet": to_parquet, "json": to_json}
"""How a table is written, by the ending of the file's name."""


def provenance(result: Result) -> dict[str, bytes]:
    """Where the numbers of a table come from, as the metadata of its schema."""
    return {
        "corral.engine_version": ENGINE_VERSION.encode(),
        "corral.fingerprint": result.fingerprint().encode(),
        "corral.scenario": result.scenario.canonical(),
    }


def _units(result: Result) -> list[str]:
    return [metric_of(name).unit for name in result.names]


def _swept(result: Result, point: np.ndarray) -> dict[str, pa.Array]:
    """The value of every swept field in every row, by path; *point* (rows,) numbers the points."""
    values = {path: np.array([at[path] for at in result.points], np.float64) for path in result.points[0]}
    return {path: pa.array(of_points[point]) for path, of_points in values.items()}


def _texts(words: Sequence[str], number: np.ndarray) -> pa.DictionaryArray:
    """The word of every row, each stored once; *number* (rows,) is its place among *words*."""
    return pa.array(words, pa.string()).dictionary_encode().take(pa.array(number))


def _numbers(values: np.ndarray) -> pa.Array:
    return pa.array(values, pa.float64(), mask=np.isnan(values))


def _harmless(column: pa.ChunkedArray) -> pa.ChunkedArray:
    """The same texts, but with an apostrophe before each that a spreadsheet would compute."""
    words = column.cast(pa.string())
    return pc.if_else(pc.match_substring_regex(words, FORMULA), pc.binary_join_element_wise("'", words, ""), words)


def _objects(batch: pa.RecordBatch) -> list[dict[str, object]]:
    # By way of numpy, which is ten times faster than `to_pylist`; null becomes NaN, which orjson writes as null.
    columns = (column.to_numpy(zero_copy_only=False).tolist() for column in batch.columns)
    return [dict(zip(batch.schema.names, row, strict=True)) for row in zip(*columns, strict=True)]
