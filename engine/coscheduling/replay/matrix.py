"""The Ousterhout matrix of gang scheduling, slot by slot."""

import numpy as np

from engine.coscheduling.inputs.workload import SECOND
from engine.coscheduling.records import Happening, Log
from engine.coscheduling.replay.tree import Matrix


def slots(log: Log, nodes: int, rows: int, since: int = 0) -> Matrix:
    """Each slot from the one on in which *since* (ns) lies: its instant, its row, and the job in each cell."""
    found: Matrix = {"since": [], "row": [], "rows": [], "copies": []}
    empty = np.full((rows, nodes), -1)
    cells, copies = empty.copy(), np.zeros((rows, nodes), dtype=bool)
    own = np.flatnonzero(np.isin(log.happening, (Happening.SLOT, Happening.PLACED)))
    log = Log(*(column[own] for column in log))
    time = np.unique(log.time[log.happening == Happening.SLOT])
    begins, ends = (np.searchsorted(log.time, time, side=side).tolist() for side in ("left", "right"))
    for instant, begin, end in zip(time.tolist(), begins, ends, strict=True):
        placed = begin + np.flatnonzero(log.happening[begin:end] == Happening.PLACED)
        if len(placed):
            cells, copies = empty.copy(), np.zeros((rows, nodes), dtype=bool)
            cells[log.value[placed], log.node[placed]] = log.job[placed]
            copies[log.value[placed], log.node[placed]] = log.other[placed] == 1
        slot = begin + int(np.flatnonzero(log.happening[begin:end] == Happening.SLOT)[0])
        found["since"].append(instant / SECOND)
        found["row"].append(int(log.value[slot]))
        found["rows"].append(cells.tolist())
        found["copies"].append(copies.astype(int).tolist())
    before = max(0, int(np.searchsorted(time, since, side="right")) - 1)
    return {
        "since": found["since"][before:],
        "row": found["row"][before:],
        "rows": found["rows"][before:],
        "copies": found["copies"][before:],
    }
