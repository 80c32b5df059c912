"""From what happened to what machine groups carried: a job has processors of the first groups that have idle ones."""

import numpy as np

from engine.compiled.compilation import compiled
from engine.parallel_jobs.model import Machines
from engine.parallel_jobs.records import Happening
from engine.parallel_jobs.space_sharing.kernel.counting.tables import SIGNS, Counted

ARRIVAL, START = int(Happening.ARRIVAL), int(Happening.START)

ROW = np.dtype([("time", np.float64), ("happening", np.int8), ("job", np.int32)])
"""As `rules.placement.with_machines` takes the rows of a log."""


def rows_of(site: Counted) -> np.ndarray:
    """The rows of the log; records (3 J,)."""
    rows = np.zeros(len(site.tape), dtype=ROW)
    rows["job"], rows["happening"] = np.divmod(site.tape, SIGNS)
    of_kind = np.stack([site.arrival, site.start, site.end])
    rows["time"] = of_kind[rows["happening"], rows["job"]]
    return rows


def of_groups(site: Counted, machines: Machines, rows: np.ndarray, kept: bool) -> tuple[np.ndarray, np.ndarray]:
    """Busy processor-seconds of each group; and how many of each a job has after each row, if that is *kept*.

    Returns
    -------
    float64 (G,), and int64 (N, G) or (0, G)
    """
    free = np.bincount(machines.group, minlength=len(machines.speed_factor)).astype(np.int64)
    groups, n_jobs = len(free), len(site.size)
    own, held = np.zeros((n_jobs, groups), dtype=np.int32), np.zeros((len(rows) if kept else 0, groups), dtype=np.int64)
    busy = np.zeros(groups)
    _place(site.tape, rows["time"].copy(), site.size, free.copy(), free, own, busy, np.zeros(groups), held)
    return busy, held


@compiled
def _place(
    tape: np.ndarray,
    time: np.ndarray,
    size: np.ndarray,
    total: np.ndarray,
    free: np.ndarray,
    own: np.ndarray,
    busy: np.ndarray,
    since: np.ndarray,
    held: np.ndarray,
) -> None:
    groups = free.shape[0]
    for n in range(tape.shape[0]):
        j, happening = tape[n] // SIGNS, tape[n] % SIGNS
        if happening == ARRIVAL:
            continue
        wanted = np.int64(size[j])
        for g in range(groups):
            change = min(free[g], wanted) if happening == START else -np.int64(own[j, g])
            if change != 0:
                busy[g] += (time[n] - since[g]) * (total[g] - free[g])
                since[g] = time[n]
                free[g] -= change
                own[j, g] += change
                wanted -= change
            if n < held.shape[0]:
                held[n, g] = own[j, g]
