"""The log of a replication as the kernels of time and of space sharing write it."""

import numpy as np

from engine.compiled.structure import record
from engine.parallel_jobs.records import Log

LOG = record(
    ("time", np.float64),
    ("happening", np.int8),
    ("job", np.int32),
    ("delay_class", np.int32),
    ("end_entry", np.int64),
)


def log_of(rows: np.ndarray, entry: np.ndarray) -> Log:
    """The log of the kernel as the arrays that the reference gives."""
    first_machine = np.concatenate([[0], rows["end_entry"]]).astype(np.int64)
    columns = {name: np.ascontiguousarray(rows[name]) for name in ("time", "happening", "job", "delay_class")}
    return Log(**columns, first_machine=first_machine, machine=entry)
