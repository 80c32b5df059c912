"""Jobs in the making: arrays that lose rows, and a report that counts them."""

from copy import copy
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.logs.table import FIELDS, TIMES, Table
from engine.logs.week_clock import HOUR


class Row(NamedTuple):
    """What one rule did.

    `jobs` and `hours` (processor-hours) are those that the rule concerned; `share` is theirs of all processor-hours in
    the log. What was `dropped` is gone; the others are kept, perhaps changed.
    """

    rule: str
    choice: str
    jobs: int
    hours: float
    share: float
    dropped: bool = False


class Draft:
    """The lines of a log on their way to jobs.

    Attributes
    ----------
    columns : dict of arrays (n,)
        int64 as in the table, but `run`, `estimate` and `wait` in seconds, float64; `place` is the row in the table and
        `size` the processors.
    report : list of Row
    """

    def __init__(self, table: Table, by_request: bool) -> None:
        self.unit = table.unit
        self.columns: dict[str, NDArray] = {name: table[name] for name in FIELDS}
        for name in set(TIMES) - {"submit", "think"}:
            self.columns[name] = table.seconds(name)
        self.columns["place"] = np.arange(len(table))
        first, second = ("requested", "allocated") if by_request else ("allocated", "requested")
        self.columns["size"] = np.where(table[first] > 0, table[first], table[second])
        self.report: list[Row] = []
        self.all_hours = self._hours(slice(None))

    def __len__(self) -> int:
        return len(self.columns["place"])

    def __getitem__(self, name: str) -> NDArray:
        return self.columns[name]

    def __setitem__(self, name: str, values: NDArray) -> None:
        self.columns[name] = values

    def _hours(self, which: Any) -> float:
        work = np.maximum(self["run"][which], 0) * np.maximum(self["size"][which], 0)
        return float(work.sum()) / HOUR

    def count(self, rule: str, choice: str, which: NDArray[np.bool_], dropped: bool = False) -> None:
        """Report the jobs that a mask names."""
        hours = self._hours(which)
        share = (
            min(1.0, hours / self.all_hours) if self.all_hours else 0.0
        )  # joined parts may have more than their lines
        self.report.append(Row(rule, choice, int(which.sum()), hours, share, dropped))

    def drop(self, rule: str, which: NDArray[np.bool_], choice: str = "dropped") -> None:
        """Report the jobs that a mask names, and lose them."""
        self.count(rule, choice, which, dropped=True)
        if which.any():
            self.keep(~which)

    def part(self, which: NDArray[np.bool_]) -> "Draft":
        """Give the jobs of a mask as a draft of their own, with an empty report."""
        found = copy(self)
        found.report = []
        found.keep(which)
        return found

    def keep(self, which: NDArray) -> None:
        """Keep the jobs of a mask, or bring them into an order."""
        self.columns = {name: column[which] for name, column in self.columns.items()}
