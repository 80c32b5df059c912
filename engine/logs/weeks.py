"""Which part of a log is measured, and how it is cut into blocks of whole weeks."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from engine.logs.week_clock import WEEK

FEWEST = 8
"""Weeks below which a log says nothing about how far it can be trusted."""

BLOCKS = ((FEWEST, 4), (26, 6), (104, 8))
"""From so many measured weeks on, so many blocks: few and long ones, since weeks are like their neighbors."""


class Measured(NamedTuple):
    """What counts of a log: `since` and `until` (s) are its borders, `jobs` the jobs that arrive between them.

    Of a log that is too short for whole weeks `until` is infinity: it is measured up to the last end.
    """

    since: float
    until: float
    jobs: slice

    @property
    def is_open(self) -> bool:
        """Whether it is a whole log, from the first arrival to the last end."""
        return self.until == np.inf

    def over(self, arrival: np.ndarray, end: np.ndarray) -> "Measured":
        """The same of a schedule with these arrivals and ends, float64 (J,), s: a whole log ends with it."""
        return Measured(float(arrival.min()), float(end.max()), self.jobs) if self.is_open else self


Monday = Callable[[int], float]
"""Of how many weeks after second 0 one wants the Monday -> s from there; an hour more or less where clocks change."""


def _regular(week: int) -> float:
    return float(week * WEEK)


def whole_weeks(arrival: np.ndarray, monday: Monday = _regular) -> tuple[int, int]:
    """From which week to which (exclusive) a log is measured: whole ones from Monday to Monday, after one of lead-in.

    *arrival* is float64 (J,), ascending, s from a Monday at 0:00. (0, 0) if there are not two such weeks.
    """
    first, last = _week(arrival[0], monday) + 1, _week(arrival[-1], monday)
    return (first, last) if last - first >= 2 else (0, 0)


def proposed(weeks: int) -> int:
    """Into how many blocks so many measured *weeks* are cut; 1 if there are too few for an interval."""
    return max((blocks for least, blocks in BLOCKS if weeks >= least), default=1)


def edges_of(arrival: np.ndarray, blocks: int, monday: Monday = _regular) -> list[int]:
    """The weeks between which the *blocks* of a log lie, as equal as whole weeks are; none if it is too short.

    `ValueError` if it has fewer measured weeks than blocks.
    """
    since, until = whole_weeks(arrival, monday)
    if not until:
        if blocks > 1:
            raise ValueError(f"this log has fewer than 2 whole weeks after its first, which are no {blocks} blocks")
        return []
    if blocks > until - since:
        raise ValueError(f"this log has {until - since} measured weeks; that is no {blocks} blocks of whole weeks")
    return [since + round(k * (until - since) / blocks) for k in range(blocks + 1)]


def blocks_of(arrival: np.ndarray, blocks: int, monday: Monday = _regular) -> list[Measured]:
    """The measured part of a log in so many *blocks*; the whole log, in one, if it is too short. As `edges_of`.

    Whoever measures a log, as recorded or as simulated, asks this, and `Measured.over` where it ends.
    """
    weeks = edges_of(arrival, blocks, monday)
    if not weeks:
        return [Measured(float(arrival[0]), np.inf, slice(0, len(arrival)))]
    edges = [monday(week) for week in weeks]
    places = np.searchsorted(arrival, edges)
    return [
        Measured(low, high, slice(int(a), int(b)))
        for low, high, a, b in zip(edges, edges[1:], places, places[1:], strict=False)
    ]


def _week(second: float, monday: Monday) -> int:
    """In which week an instant is, from 0."""
    week = int(second // WEEK)
    if second < monday(week):
        return week - 1
    return week + 1 if second >= monday(week + 1) else week
