"""One replication folded to a day: what is usual at each time of day, and between which bounds most days are."""

import numpy as np

from engine.parallel_jobs.inputs.machine_changes import Owners, Shutdown
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.records import Records
from engine.parallel_jobs.replay.events import Event
from engine.parallel_jobs.replay.timeline import busy_pieces, integrals
from engine.parallel_jobs.replay.tree import ByDay

DAY = 86_400
PARTS = 96
"""Of a day: quarters of an hour."""

MOST_DAYS = 2_000
"""Further days are left out."""

MIDDLE = (0.1, 0.9)
"""Quantiles between which most days are."""


def has_day(scenario: ParallelJobsScenario) -> bool:
    """Whether something of *scenario* comes again every day."""
    return any(
        isinstance(change, Owners) or (isinstance(change, Shutdown) and change.every == DAY)
        for change in scenario.machine_events
    )


def by_day(records: Records, path: list[Event], group: np.ndarray, names: list[str], begin: float) -> ByDay | None:
    """Means over the whole days of the replication, from that in which *begin* (s) lies; None if it has none."""
    first = int(begin // DAY)
    days = min(MOST_DAYS, int(records.end.max() // DAY) - first)
    if days <= 0:
        return None
    width = DAY / PARTS
    edges = first * DAY + np.arange(days * PARTS + 1) * width

    def folded(since: np.ndarray, until: np.ndarray, of: float) -> np.ndarray:
        found = integrals(since, until, edges).reshape(days, PARTS) / (width * of)
        return np.maximum(found, 0.0)  # which differences of large sums may miss by a little

    machine, begun, ended = busy_pieces(records, path)
    queue = folded(records.arrival, records.start, 1)
    low, high = np.quantile(queue, MIDDLE, axis=0)
    return {
        "days": days,
        "time": ((np.arange(PARTS) + 0.5) * width).tolist(),
        "queue": queue.mean(axis=0).tolist(),
        "queue_low": low.tolist(),
        "queue_high": high.tolist(),
        "running": folded(records.start, records.end, 1).mean(axis=0).tolist(),
        "utilization": {
            name: folded(begun[mine], ended[mine], float((group == number).sum())).mean(axis=0).tolist()
            for number, name in enumerate(names)
            for mine in [group[machine] == number]
        },
    }
