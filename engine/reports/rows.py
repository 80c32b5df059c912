"""Every job, or iteration, of a study as rows of a table in a file, one cell after the other."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
from pyarrow import csv, parquet

from engine.contract.row import Column
from engine.results.export import provenance
from engine.results.formats import harmless
from engine.results.result import Result
from engine.study.cells import Cell, StudyPlan
from engine.study.registry import FAMILIES

WRITERS: dict[str, Callable[[Any, pa.Schema], Any]] = {".csv": csv.CSVWriter, ".parquet": parquet.ParquetWriter}
"""What writes a file, by its ending."""


Rows = Callable[[Any, str, int], list[Column]]
"""(scenario of one point, policy, replication) -> what became of each job; see `engine.contract.runs`."""


def tables(result: Result, rows: Rows | None = None) -> Iterator[pa.Table]:
    """A table for each computed cell: policy, a column per swept field, replication and number (both from 1), and what
    the family says of each, or *rows*; times in s. Computes the cells again, since results hold no jobs.
    """
    plan = StudyPlan(result.scenario)
    for point, policy, replication in np.argwhere(result.done.transpose(1, 0, 2))[:, [1, 0, 2]].tolist():
        yield table_of(result, plan, Cell(0, point, policy, replication), rows)


def table_of(result: Result, plan: StudyPlan, cell: Cell, rows: Rows | None = None) -> pa.Table:
    """The table of one cell of the *plan* of a result."""
    policy = result.scenario.policies[cell.policy]
    told = rows or FAMILIES[result.scenario.family].runs.rows
    columns = told(plan.at_point[cell.point], policy, cell.replication)
    size = len(columns[0].values)
    head: dict[str, pa.Array] = {"policy": pa.array([policy] * size, pa.string())}
    head |= {path: pa.array(np.full(size, value)) for path, value in result.points[cell.point].items()}
    head |= {
        "replication": pa.array(np.full(size, cell.replication + 1), pa.int32()),
        "number": pa.array(np.arange(1, size + 1), pa.int32()),
    }
    fields = [pa.field(name, values.type) for name, values in head.items()]
    own = [_array(column.values) for column in columns]
    for column, values in zip(columns, own, strict=True):
        fields.append(pa.field(column.name, values.type, metadata={"unit": column.unit}))
    return pa.table([*head.values(), *own], schema=pa.schema(fields, metadata=provenance(result)))


def check_ending(path: Path) -> None:
    """`ValueError` says which endings a file may have; asked before anything is computed."""
    if path.suffix not in WRITERS:
        raise ValueError(f'"{path.name}" has to end with {" or ".join(WRITERS)}')


def write_rows(result: Result, path: Path, rows: Rows | None = None) -> int:
    """Write them into *path*, CSV or Parquet by its ending, and return how many there are.

    `ValueError` says which endings there are, or why there are no rows.
    """
    check_ending(path)
    writer, count = None, 0
    try:
        for table in tables(result, rows):
            shown = harmless(table) if path.suffix == ".csv" else table
            if writer is None:
                writer = WRITERS[path.suffix](path, shown.schema)
            writer.write_table(shown)
            count += len(table)
    finally:
        if writer is not None:
            writer.close()
    return count


def _array(values: Any) -> pa.Array:
    if not isinstance(values, np.ndarray):
        return pa.array(values, pa.string())
    if values.dtype.kind == "b":
        return pa.array(values, pa.bool_())
    is_real = values.dtype.kind == "f"
    return pa.array(values, pa.float64() if is_real else pa.int64(), mask=np.isnan(values) if is_real else None)
