"""What a picture of a log needs: when jobs came, how large and how long they were, whose they were, and how it went."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from engine.logs.cleaning.clean import CleanedLog
from engine.logs.recorded import Recorded, recorded
from engine.logs.week_clock import HOUR, WEEK

if TYPE_CHECKING:
    import pandas as pd

BINS_PER_DECADE = 4


@dataclass(frozen=True, eq=False)
class Summary:
    """Counts of a cleaned log; hours are processor-hours.

    Attributes
    ----------
    jobs, users, processors : int
    begin, end : float
        The measured period on the log's clock, in seconds: whole weeks after the first, if there are at least two of
        them, else from the first arrival to the last end.
    load : float
        Offered: processor time of the jobs that arrive in it, over what the cluster has in it.
    weeks : data frame with week (of the log, from 1), jobs, hours, load, users
    hour_of_week : int64 array (7, 24)
        Arrivals by day (Monday first) and hour, local time.
    sizes : data frame with size ("5-16"), low, high, jobs, hours
    run_times : data frame with low, high (s), jobs, hours; on four bins per decade
    by_user : data frame with user, jobs, hours, share (of all hours); most hours first
    recorded : Recorded or None
        What the real scheduler did, where the log knows it.
    """

    jobs: int
    users: int
    processors: int
    begin: float
    end: float
    load: float
    weeks: pd.DataFrame
    hour_of_week: NDArray[np.int64]
    sizes: pd.DataFrame
    run_times: pd.DataFrame
    by_user: pd.DataFrame
    recorded: Recorded | None

    def tree(self, users: int = 100) -> dict[str, Any]:
        """Give all of it as plain lists and numbers, with so many users."""
        tables = {name: getattr(self, name) for name in ("weeks", "sizes", "run_times")}
        plain = {name: getattr(self, name) for name in ("jobs", "users", "processors", "begin", "end", "load")}
        return {
            **plain,
            **{name: table.to_dict("list") for name, table in tables.items()},
            "hour_of_week": self.hour_of_week.tolist(),
            "by_user": self.by_user.head(users).to_dict("list"),
            "recorded": self.recorded._asdict() | {"sentence": self.recorded.sentence} if self.recorded else None,
        }


def summarize(log: CleanedLog) -> Summary:
    """Count a cleaned log; a million jobs take about a second."""
    import pandas as pd

    hours = log.run * log.size / HOUR
    frame = pd.DataFrame({"user": log.user, "week": log.clock.week(log.arrival) - 1, "hours": hours})
    begin, end, inside = log.period
    known = frame[frame["user"] >= 0]
    return Summary(
        jobs=len(log),
        users=int(known["user"].nunique()),
        processors=log.processors,
        begin=begin,
        end=end,
        load=float(hours[inside].sum() * HOUR / (log.processors * (end - begin))),
        weeks=_weeks(frame, log),
        hour_of_week=np.bincount(log.clock.hour_of_week(log.arrival), minlength=168).reshape(7, 24),
        sizes=_sizes(log, hours),
        run_times=_run_times(log, hours),
        by_user=_by_user(frame),
        recorded=recorded(log),
    )


def _weeks(frame: pd.DataFrame, log: CleanedLog) -> pd.DataFrame:
    found = frame.groupby("week").agg(jobs=("hours", "size"), hours=("hours", "sum"), users=("user", "nunique"))
    last = min(int(frame["week"].max()), MOST_WEEKS - 1)
    found = found.reindex(range(last + 1), fill_value=0).reset_index()
    found.insert(3, "load", found["hours"] * HOUR / (log.processors * WEEK))
    found["week"] += log.first_week
    return found


MOST_WEEKS = 20_000
"""Weeks that are counted one by one; a stranger's log may claim to go on for thousands of years."""


def _sizes(log: CleanedLog, hours: NDArray[np.float64]) -> pd.DataFrame:
    """Count sizes in bins 1, 2-4, 5-16, 17-64, ..."""
    import pandas as pd

    which = np.ceil(np.log2(log.size) / 2).astype(np.int64)
    count, work = np.bincount(which), np.bincount(which, weights=hours)
    high = 4 ** np.arange(len(count))
    low = np.concatenate(([1], high[:-1] + 1))
    names = ["1", *(f"{a}-{b}" for a, b in zip(low[1:], high[1:], strict=True))]
    return pd.DataFrame({"size": names, "low": low, "high": high, "jobs": count, "hours": work})


def _run_times(log: CleanedLog, hours: NDArray[np.float64]) -> pd.DataFrame:
    import pandas as pd

    place = np.floor(np.log10(log.run) * BINS_PER_DECADE + 1e-9).astype(np.int64)
    first = int(place.min())
    count, work = np.bincount(place - first), np.bincount(place - first, weights=hours)
    edges = 10.0 ** ((first + np.arange(len(count) + 1)) / BINS_PER_DECADE)
    return pd.DataFrame({"low": edges[:-1], "high": edges[1:], "jobs": count, "hours": work})


def _by_user(frame: pd.DataFrame) -> pd.DataFrame:
    found = frame.groupby("user").agg(jobs=("hours", "size"), hours=("hours", "sum")).reset_index()
    found["share"] = found["hours"] / found["hours"].sum()
    return found.sort_values(["hours", "user"], ascending=[False, True], ignore_index=True)
