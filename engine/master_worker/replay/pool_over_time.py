"""The workers over time: how many are used, up, suspended and away, what was lost, and how the number was chosen."""

import numpy as np

from engine.master_worker.records import Activity, Records
from engine.master_worker.replay.tree import Decisions, Instants, Pool
from engine.master_worker.system import System
from engine.master_worker.ticks import PER_SECOND

MOST_INSTANTS = 400


def pool_over_time(records: Records, system: System, target: float) -> Pool:
    """Every iteration, and the workers in use at evenly spread instants; times in s."""
    begin = np.concatenate(([0], records.end[:-1]))
    there = records.spent.sum(axis=1) - records.spent[:, Activity.SUSPENDED] - records.spent[:, Activity.AWAY]
    return {
        "begin": (begin / PER_SECOND).tolist(),
        "end": (records.end / PER_SECOND).tolist(),
        "number": records.workers.tolist(),
        "efficiency": (records.spent[:, Activity.COMPUTING] / there).tolist(),
        "lost": (records.spent[:, Activity.LOST] / PER_SECOND).tolist(),
        "lost_tasks": records.lost_tasks.tolist(),
        "target": target,
        "decisions": _decisions(records),
        "instants": _instants(records, system),
    }


def _decisions(records: Records) -> Decisions | None:
    """What the rule predicted before each iteration; None where it predicts nothing."""
    decision = records.decision
    predicted = decision.within_time > 0
    if not predicted.any():
        return None

    def where_predicted(values: np.ndarray) -> list[float | None]:
        return [value if ok else None for value, ok in zip(values.tolist(), predicted, strict=True)]

    return {
        "predicted_efficiency": where_predicted(np.minimum(1.0, decision.efficiency * decision.bias)),
        "bias": where_predicted(decision.bias),
        "efficiency_within_time": where_predicted(decision.efficiency_within_time),
        "time_within_target": where_predicted(decision.time_within_target),
        "within_target": decision.within_target.tolist(),
        "within_time": decision.within_time.tolist(),
        "feasible": [
            bool(time <= target) if ok else None
            for time, target, ok in zip(decision.within_time, decision.within_target, predicted, strict=True)
        ],
    }


def _instants(records: Records, system: System) -> Instants:
    """How many of the workers in use are up, suspended and away."""
    end = int(records.end[-1])
    instants = np.linspace(0, end, min(MOST_INSTANTS, end), endpoint=False).astype(np.int64)
    number = records.workers[np.searchsorted(records.end, instants, side="right")]
    counts = {name: np.zeros(len(instants), dtype=np.int64) for name in ("up", "suspended", "away")}
    crew = system.crew
    for w in range(int(number.max())):
        in_use = number > w
        if not len(crew.up):
            counts["up"] += in_use
            continue
        changes = np.cumsum(np.stack((crew.up[:, w], crew.down[:, w]), axis=1).ravel())
        period, is_down = np.divmod(np.searchsorted(changes, instants, side="right"), 2)
        away = crew.is_away[np.minimum(period, len(crew.up) - 1), w]
        counts["up"] += in_use & (is_down == 0)
        counts["suspended"] += in_use & (is_down == 1) & ~away
        counts["away"] += in_use & (is_down == 1) & away
    return {
        "time": (instants / PER_SECOND).tolist(),
        "number": number.tolist(),
        "up": counts["up"].tolist(),
        "suspended": counts["suspended"].tolist(),
        "away": counts["away"].tolist(),
    }
