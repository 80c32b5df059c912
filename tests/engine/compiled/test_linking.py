"""Kernels of parts and tables: what they compute is what Python computes of them, whatever a table holds."""

from typing import Any, NamedTuple

import numba
import numpy as np
import pytest

from engine.compiled.compilation import Compiled, compiled, inlined, part, rare, small
from engine.compiled.structure import by_reference, record
from engine.study.registry import kernels

SEAT = record(("end", np.float64), ("number", np.int64), ("gone", np.bool_))


class Inner(NamedTuple):
    """A table in a table."""

    counts: np.ndarray
    scale: float


@by_reference
class Table(NamedTuple):
    """All that tables of kernels hold."""

    line: np.ndarray
    grid: np.ndarray
    strided: np.ndarray
    seat: np.ndarray
    inner: Inner
    flag: bool
    nothing: tuple[int, ...]
    number: int


def filled(flag: bool = True, nothing: tuple[int, ...] = ()) -> Table:
    """A table whose entries all differ."""
    seat = np.zeros(3, dtype=SEAT)
    seat["end"], seat["number"] = [0.5, 1.5, 2.5], [7, 8, 9]
    return Table(
        line=np.arange(5.0),
        grid=np.arange(12, dtype=np.int32).reshape(3, 4),
        strided=np.arange(20.0).reshape(4, 5)[::2, 1::3],
        seat=seat,
        inner=Inner(np.arange(10, 14), 0.25),
        flag=flag,
        nothing=nothing,
        number=-3,
    )


@rare
def _mark(table: Any, k: int) -> None:
    table.seat[k].gone = True
    table.line[k] += table.inner.scale


@small
def _row(table: Any, k: int) -> float:
    found = 0.0
    for x in range(table.grid.shape[1]):
        found += table.grid[k, x] * table.seat[k].end
    return found


@inlined
def _corner(of: Any) -> float:
    return of[-1, -1] + of.shape[0] * 100 + of.shape[1]


@part
def _inner(inner: Any) -> float:
    return inner.counts.sum() * inner.scale


@compiled
def _kernel(table: Any, found: np.ndarray) -> None:
    for k in range(table.seat.shape[0]):
        found[k] = _row(table, k) + table.line[k]
        if table.flag or len(table.nothing) > 0:
            _mark(table, k)
        found[k] += table.line[k] + table.seat[k].number
    found[3] = _corner(table.strided)
    found[4] = _inner(table.inner) + table.number


@pytest.mark.parametrize(("flag", "nothing"), [(True, ()), (False, ()), (False, (1,))])
def test_a_kernel_reads_and_writes_what_its_tables_hold(flag: bool, nothing: tuple[int, ...]) -> None:
    table, expected = filled(flag, nothing), np.zeros(5)
    _kernel(table, expected)
    is_marked = flag or bool(nothing)
    for k in range(3):
        line = k + 0.25 * is_marked
        assert expected[k] == table.grid[k].sum() * (k + 0.5) + k + line + 7 + k
        assert table.line[k] == line
        assert table.seat["gone"][k] == is_marked
    assert expected[3] == table.strided[1, 1] + 202
    assert expected[4] == (10 + 11 + 12 + 13) * 0.25 - 3


def test_what_is_no_table_is_refused() -> None:
    with pytest.raises(Exception, match="nowhere"):
        Compiled(lambda table: table.nowhere)(filled())


@part
def _twice(x: float) -> float:
    return 2.0 * x


def test_a_part_has_no_machine_code_of_its_own() -> None:
    assert Compiled(lambda x: _twice(x) + 1.0)(3.0) == 7.0
    _twice.of_kernels.compile((numba.float64,))
    (found,) = _twice.of_kernels.overloads.values()
    assert found.library.get_pointer_to_function(found.fndesc.llvm_func_name) == 0


def test_kernels_are_said_to_be_compiled_in_time() -> None:
    """Declared processor time: at most 200 s for all, and 30 s for the longest. `dev first` measures."""
    assert sum(kernel.seconds for kernel in kernels()) <= 200
    assert max(kernel.seconds for kernel in kernels()) <= 30
