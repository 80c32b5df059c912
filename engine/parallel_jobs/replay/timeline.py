"""Queue and utilization over the whole of one replication, averaged over equal spans of time."""

import numpy as np

from engine.parallel_jobs.records import Happening, Records
from engine.parallel_jobs.replay.events import Event
from engine.parallel_jobs.replay.tree import Timeline

BINS = 300

LEAVING = (Happening.MIGRATION, Happening.RESIZE, Happening.EVICTION, Happening.END)
"""Rows after which a job is no longer where it was."""


def timeline(records: Records, path: list[Event], group: np.ndarray, names: list[str], begin: float) -> Timeline:
    """Time averages over `BINS` spans from *begin* (s) to the last end."""
    edges = np.linspace(begin, float(records.end.max()), BINS + 1)
    width = edges[1] - edges[0] or 1.0  # where all jobs came at once and none was taken, nothing takes time
    machine, begun, ended = busy_pieces(records, path)
    return {
        "time": ((edges[:-1] + edges[1:]) / 2).tolist(),
        "queue": (integrals(records.arrival, records.start, edges) / width).tolist(),
        "running": (integrals(records.start, records.end, edges) / width).tolist(),
        "utilization": {
            name: (
                integrals(begun[group[machine] == number], ended[group[machine] == number], edges)
                / (width * (group == number).sum())
            ).tolist()
            for number, name in enumerate(names)
        },
    }


def integrals(since: np.ndarray, until: np.ndarray, edges: np.ndarray) -> np.ndarray:
    """Integral over each span of how many of the intervals [since, until) are open."""

    def up_to(instants: np.ndarray) -> np.ndarray:
        ordered = np.sort(instants)
        sums = np.concatenate([[0.0], np.cumsum(ordered)])
        n = np.searchsorted(ordered, edges, side="right")
        integral: np.ndarray = n * edges - sums[n]
        return integral

    return np.diff(up_to(since) - up_to(until))


def busy_pieces(records: Records, path: list[Event]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """When each machine is busy, without overlaps: machine, since, until."""
    machine, since, until = _allocations(records, path)
    if len(machine) == 0:
        return machine, since, until
    order = np.lexsort((since, machine))
    machine, since, until = machine[order], since[order], until[order]
    # Machines are put one after the other on a single axis, so that one running maximum serves them all.
    shift = machine * (2.0 * until.max() + 1.0)
    reached = np.concatenate([[0.0], np.maximum.accumulate(until + shift)[:-1]]) - shift
    since = np.maximum(since, reached)
    real = until > since
    return machine[real], since[real], until[real]


def _allocations(records: Records, path: list[Event]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    place: dict[int, tuple[float, list[int]]] = {}
    left: dict[int, tuple[float, list[int]]] = {}
    pieces: list[tuple[float, float, list[int]]] = []
    for event in path:
        for row in event.rows:
            if row.happening in LEAVING and row.job in place:
                since, machines = place.pop(row.job)
                pieces.append((since, event.time, machines))
                left[row.job] = (event.time, machines)
            if row.happening == Happening.RELEASE:  # the machines that it left were held until now
                since, machines = left.pop(row.job)
                pieces.append((since, event.time, machines))
            if row.happening in (Happening.START, Happening.MIGRATION, Happening.RESIZE):
                place[row.job] = (event.time, row.machines)
    counts = [len(machines) for *_, machines in pieces]
    flat = np.array([number for *_, machines in pieces for number in machines], dtype=np.int64)
    return flat, np.repeat([piece[0] for piece in pieces], counts), np.repeat([piece[1] for piece in pieces], counts)
