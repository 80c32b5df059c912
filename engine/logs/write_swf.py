"""A table as a file in Standard Workload Format, which reads to the same table; also with what was simulated."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.logs.head import Head, shown
from engine.logs.numbers import THOUSAND
from engine.logs.swf import IN_A_LINE
from engine.logs.table import FIELDS, TIMES, Table

SIMULATED = "Simulated: wait times and allocated processors are those of a simulation by Corral, not of the machine."


def write_swf(
    table: Table,
    head: Head | None = None,
    wait: NDArray[np.float64] | None = None,
    allocated: NDArray[np.int64] | None = None,
    simulated: str = "",
) -> bytes:
    """Write a table with a head.

    Parameters
    ----------
    wait
        Simulated wait in seconds, float64 (n,), NaN for jobs that were not simulated; instead of the recorded one.
    allocated
        Processors in the simulation, int64 (n,), instead of the recorded ones.
    simulated
        What the simulation was, for a note in the head.
    """
    columns: dict[int, Any] = {field: np.full(len(table), -1) for field in range(1, IN_A_LINE + 1)}
    for name, field in FIELDS.items():
        columns[field] = _times(table[name], table.unit) if name in TIMES else table[name]
    notes = []
    if wait is not None:
        known = np.where(np.isfinite(wait), np.rint(np.nan_to_num(wait) * THOUSAND), -THOUSAND).astype(np.int64)
        columns[FIELDS["wait"]] = _times(known, THOUSAND)
    if allocated is not None:
        columns[FIELDS["allocated"]] = allocated
    if wait is not None or allocated is not None:
        notes = [SIMULATED, *simulated.splitlines()]
    import pandas as pd

    lines = pd.DataFrame(columns).to_csv(sep=" ", header=False, index=False, lineterminator="\n")
    return (_head(head or Head(), notes) + lines).encode()


def _times(column: NDArray[np.int64], unit: int) -> Any:
    """Write whole seconds as whole numbers, others with up to three decimals."""
    if unit == 1 or not (column % unit).any():
        return column // unit
    whole, rest = np.divmod(np.abs(column), unit)
    decimals = np.char.rstrip(np.char.add(".", np.char.zfill(rest.astype("U3"), 3)), "0")
    sign = np.where(column < 0, "-", "")
    return np.char.rstrip(np.char.add(sign, np.char.add(whole.astype("U16"), decimals)), ".")


def _head(head: Head, notes: list[str]) -> str:
    version = () if head.first("Version") else (("Version", "2.2"),)
    note = (("Note", "\n".join(map(shown, notes))),) if notes else ()
    return "".join(f"{line}\n" for line in Head((*version, *head.labels, *note)).lines())
