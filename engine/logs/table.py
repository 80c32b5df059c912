"""The table of a log: what was recorded of each job, as whole numbers, under a name that only they decide.

`Table.of` makes one, `encoding` carries it; the name is the SHA-256 of its numbers, so that comments, line ends and
packing make no difference.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.logs.limits import NUMBER

FIELDS = {
    "job": 1,
    "submit": 2,
    "wait": 3,
    "run": 4,
    "allocated": 5,
    "requested": 8,
    "estimate": 9,
    "status": 11,
    "user": 12,
    "group": 13,
    "queue": 15,
    "partition": 16,
    "preceding": 17,
    "think": 18,
}
"""What a table keeps of a line, and the number of its field in SWF; -1 is "not known"."""

TIMES = ("submit", "wait", "run", "estimate", "think")
"""Fields in seconds."""

NAMES = ("job", "user", "group", "queue", "partition", "preceding")
"""Fields whose numbers are names: nothing is counted by them."""

NO_LIMIT = NUMBER
"""Seconds of an estimate that says that there is no limit; -1 is "not known", which is something else."""

MILLISECONDS = 1000

IN_A_LINK = ("submit", "run", "allocated", "estimate", "user")
"""What travels inside a link, of a short log."""


@dataclass(frozen=True, eq=False)
class Table:
    """The jobs of a log in file order.

    Attributes
    ----------
    columns : int64 array (14, n)
        In the order of `FIELDS`; not to be written to.
    unit : int
        1 if times are in seconds, 1000 if one of them has decimals and all are in milliseconds.
    """

    columns: NDArray[np.int64]
    unit: int = 1

    @classmethod
    def of(cls, columns: Mapping[str, Any], unit: int = 1) -> "Table":
        """Make a table of named columns of one length; the others are -1. Times are in *unit*-ths of a second."""
        n = len(next(iter(columns.values())))
        filled = np.full((len(FIELDS), n), -1, np.int64)
        for row, name in enumerate(FIELDS):
            if name in columns:
                filled[row] = columns[name]
            elif name in TIMES:
                filled[row] *= unit
        return cls(filled, unit).whole()

    def whole(self) -> "Table":
        """Give the same table in seconds if none of its times has decimals; there is one form of each table."""
        rows = [row for row, name in enumerate(FIELDS) if name in TIMES]
        if self.unit == 1 or any((self.columns[row] % self.unit).any() for row in rows):
            self.columns.flags.writeable = False
            return self
        columns = self.columns.copy()
        for row in rows:
            columns[row] //= self.unit
        return Table(columns).whole()

    def __len__(self) -> int:
        return int(self.columns.shape[1])

    def __getitem__(self, name: str) -> NDArray[np.int64]:
        """One column as it is stored: int64 (n,)."""
        return self.columns[PLACES[name]]

    def seconds(self, name: str) -> NDArray[np.float64]:
        """One column of times in seconds, float64 (n,), exact to the millisecond."""
        return self[name] / self.unit

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Table) and self.unit == other.unit and np.array_equal(self.columns, other.columns)

    __hash__ = None  # type: ignore[assignment]

    @cached_property
    def name(self) -> str:
        """The name of the log everywhere: 64 hexadecimal digits."""
        digest = sha256(b"corral log 1\n%d %d\n" % (self.unit, len(self)))
        for column in self.columns:
            digest.update(np.ascontiguousarray(column, "<i8").data)
        return digest.hexdigest()

    def slim(self, *more: str) -> "Table":
        """Keep submit, run, size, estimate and user alone, a log of its own: what a link can carry.

        Columns that are called *more* are kept, too, by somebody who has to see whether the link can carry them.
        """
        kept = {name: self[name] for name in (*IN_A_LINK, *more)}
        kept["allocated"] = np.where(self["allocated"] > 0, self["allocated"], self["requested"])
        return Table.of(kept, self.unit)

    def of_old_links(self) -> "Table | None":
        """Give the log as links of engines before 0.7.0 name it: no limit was not known. None if it is this."""
        endless = self["estimate"] >= NO_LIMIT * self.unit
        if not endless.any():
            return None
        columns = self.columns.copy()
        columns[PLACES["estimate"], endless] = -self.unit
        return Table(columns, self.unit).whole()

    def at(self, rows: Any) -> "Table":
        """Keep some rows, by a mask or by their places: a log of its own."""
        return Table(self.columns[:, rows], self.unit).whole()

    def frame(self) -> Any:
        """Give the columns as a pandas data frame, times in seconds."""
        import pandas as pd

        return pd.DataFrame({name: self.seconds(name) if name in TIMES else self[name] for name in FIELDS})


PLACES = {name: row for row, name in enumerate(FIELDS)}
