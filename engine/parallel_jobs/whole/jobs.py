"""The jobs of a whole schedule as a table: a page of it, sorted by any column."""

from typing import Any, NamedTuple

import numpy as np

from engine.parallel_jobs.records import Reason
from engine.parallel_jobs.rows import OUTCOMES
from engine.parallel_jobs.whole.window import Whole, owner_name

ROWS = 50
"""Of a page."""

COLUMNS = {
    "job": "Job",
    "arrival": "Arrival (s)",
    "start": "Start (s)",
    "end": "End (s)",
    "wait": "Wait (s)",
    "run": "Run time (s)",
    "size": "Processors",
    "slowdown": "Slowdown",
    "owner": "Whose",
    "outcome": "Outcome",
}
"""By which a table can be sorted, and their heads."""


class Page(NamedTuple):
    """A part of a table, `first` being the number of its first row from 0, and `total` how many rows there are."""

    first: int
    total: int
    rows: list[list[Any]]


def page(whole: Whole, by: str, falls: bool, first: int, window: tuple[float, float] | None = None) -> Page:
    """Rows from *first* on, sorted *by* a column; equal ones by job. Only jobs that are there in the *window*, s.

    Jobs that were not taken have no times but their arrival, and come last.
    """
    columns = whole.columns
    found = _values(whole, by)
    shown = np.arange(len(found))
    if window is not None:
        shown = np.flatnonzero((columns["arrival"] < window[1]) & (columns["end"] > window[0]))
    order = shown[np.argsort(-found[shown] if falls else found[shown], kind="stable")]
    first = max(0, min(first, len(order) - 1)) // ROWS * ROWS
    rows = [_row(whole, int(job)) for job in order[first : first + ROWS]]
    return Page(first, len(order), rows)


def _values(whole: Whole, by: str) -> np.ndarray:
    columns = whole.columns
    taken = columns["reason"] == Reason.NONE
    if by == "job":
        return np.arange(len(taken), dtype=np.float64)
    if by == "arrival":
        return columns["arrival"]
    if by == "owner":
        return columns["owner"].astype(np.float64)
    if by == "outcome":
        return columns["reason"].astype(np.float64)
    values = {
        "start": lambda: columns["start"],
        "end": lambda: columns["end"],
        "wait": lambda: columns["start"] - columns["arrival"],
        "run": lambda: columns["end"] - columns["start"],
        "size": lambda: columns["job_size"].astype(np.float64),
        "slowdown": lambda: (columns["end"] - columns["arrival"]) / columns["alone"],
    }
    return np.where(taken, values[by](), np.nan)


def _row(whole: Whole, job: int) -> list[Any]:
    columns = whole.columns
    arrival, start, end = (float(columns[name][job]) for name in ("arrival", "start", "end"))
    reason = Reason(int(columns["reason"][job]))
    whose = owner_name(whole, int(columns["owner"][job]))
    if reason != Reason.NONE:
        return [job + 1, arrival, None, None, None, None, None, None, whose, OUTCOMES[reason]]
    size, slowdown = int(columns["job_size"][job]), (end - arrival) / float(columns["alone"][job])
    return [job + 1, arrival, start, end, start - arrival, end - start, size, slowdown, whose, OUTCOMES[reason]]
