"""From the tables of the kernel to records."""

import numpy as np

from engine.master_worker.records import Decision, Interval, Records


def records_of(iterations: np.ndarray, log: np.ndarray) -> Records:
    """The records of a replication; the log ordered by worker, then start."""
    in_order = log[np.lexsort((log["start"], log["worker"]))]
    plain = {name: np.ascontiguousarray(iterations[name]) for name in iterations.dtype.names or ()}
    return Records(
        end=plain["end"],
        workers=plain["workers"],
        spent=plain["spent"],
        lost_tasks=plain["lost_tasks"],
        decision=Decision(**{name: plain[name] for name in Decision._fields}),
        interval=Interval(**{name: np.ascontiguousarray(in_order[name]) for name in Interval._fields}),
    )
