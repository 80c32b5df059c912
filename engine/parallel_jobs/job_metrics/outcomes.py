"""What became of all submitted jobs: taken or sent away, in time or late, and what they brought."""

from typing import TypedDict

import numpy as np

from engine.parallel_jobs.model import Jobs
from engine.parallel_jobs.records import TAKEN, Reason, Records
from engine.parallel_jobs.space_sharing.rules.profit import ROUNDING
from engine.statistics.means import mean

SHARES = {
    "accepted_jobs": Reason.NONE,
    "rejected_too_few": Reason.TOO_FEW_PROCESSORS,
    "rejected_no_profit": Reason.NO_PROFIT,
    "rejected_at_lookahead": Reason.NOT_AT_LOOKAHEAD,
    "dropped_jobs": Reason.DROPPED,
}
_SHARES = {name: int(reason) for name, reason in SHARES.items()}


OF_ALL_SUBMITTED = (*SHARES, "late_jobs")
"""Shares of all submitted jobs."""


def of_all_submitted(found: dict[str, float], jobs: int, too_large: int) -> dict[str, float]:
    """Take the shares among *jobs* of a log for shares of those that are *too_large* for the machine, too: they count
    as dropped.
    """
    if not too_large or not jobs:
        return found
    here = jobs / (jobs + too_large)
    shares = {name: found[name] * here for name in OF_ALL_SUBMITTED if name in found}
    return found | shares | {"dropped_jobs": shares.get("dropped_jobs", 0.0) + 1.0 - here}


def outcomes(records: Records, jobs: Jobs) -> dict[str, float]:
    """`metric_names.OUTCOMES`; sums and shares are over all submitted jobs, and a warm-up changes none of them. Nothing
    of weeks of a log in which none was submitted."""
    if not len(records.reason):
        return {}
    response = records.end - records.arrival
    taken = records.reason == TAKEN
    brought = earned(records, jobs)
    shares = (np.bincount(records.reason, minlength=len(Reason)) / len(records.reason)).tolist()
    late = np.count_nonzero(taken & (response > jobs.deadline * (1 + ROUNDING)))
    return {
        "response_time_submitted": mean(response),
        **{name: shares[reason] for name, reason in _SHARES.items()},
        "late_jobs": float(late / len(response)),
        "profit": float(brought.sum()),
        "profit_lost_rejected": float(jobs.profit[~taken].sum()),
        "profit_lost_late": float((jobs.profit * taken - brought).sum()),
    }


def earned(records: Records, jobs: Jobs) -> np.ndarray:
    """What each job brought: all if it ended before half its deadline, then linearly less; float64 (J,), $.

    Source: Kumar 2001, section 4.2. The decisions have the same rule for one job, `space_sharing.profit.profit_at`.
    """
    taken, endless = records.reason == TAKEN, np.isinf(jobs.deadline)
    if endless.all():
        whole: np.ndarray = jobs.profit * taken
        return whole
    with np.errstate(invalid="ignore"):
        share = np.clip(2 * (1 - (records.end - records.arrival) / jobs.deadline), 0.0, 1.0)
    share[endless] = 1.0
    brought: np.ndarray = share * jobs.profit * taken
    return brought


POINTS = 300


class ProfitOverTime(TypedDict):
    """Profit up to each instant, $."""

    time: list[float]
    earned: list[float]
    lost_late: list[float]
    lost_rejected: list[float]
    open: list[float]  # the largest profits of jobs that wait or run


def profit_over_time(records: Records, jobs: Jobs, since: float) -> ProfitOverTime:
    """Profit up to each of `POINTS` instants from *since* (s): what ended jobs brought, and what was lost and how."""
    time = np.linspace(since, float(records.end.max()), POINTS)
    taken = records.reason == Reason.NONE
    brought = earned(records, jobs)
    order = np.argsort(records.end, kind="stable")
    over = np.searchsorted(records.end[order], time, side="right")
    there = np.searchsorted(records.arrival, time, side="right")

    def up_to(amounts: np.ndarray) -> np.ndarray:
        sums: np.ndarray = np.concatenate([[0.0], np.cumsum(amounts[order])])[over]
        return sums

    made, lost_late = up_to(brought), up_to((jobs.profit - brought) * taken)
    lost_rejected = up_to(jobs.profit * ~taken)
    arrived = np.concatenate([[0.0], np.cumsum(jobs.profit)])[there]
    return {
        "time": time.tolist(),
        "earned": made.tolist(),
        "lost_late": lost_late.tolist(),
        "lost_rejected": lost_rejected.tolist(),
        "open": np.maximum(0.0, arrived - (made + lost_late + lost_rejected)).tolist(),
    }
