"""The log grouped into events: what set something off, and everything that followed in the same instant."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from engine.parallel_jobs.records import OPENING, Happening, Log


class Row(NamedTuple):
    """One row of the log."""

    happening: int
    job: int
    delay_class: int
    machines: list[int]


class Event(NamedTuple):
    """An arrival, an end, a release or a machine event (the first row), with all that it caused."""

    time: float
    rows: list[Row]

    @property
    def cause(self) -> Row:
        """The row that set the event off."""
        return self.rows[0]

    def count(self, happening: Happening) -> int:
        """How often *happening* occurs in the event."""
        return sum(row.happening == happening for row in self.rows)


def events(log: Log) -> Iterator[Event]:
    """The events of a log in order; a saturated batch gives one event per arrival at time 0."""
    time, happening = log.time.tolist(), log.happening.tolist()
    job, delay_class = log.job.tolist(), log.delay_class.tolist()
    first, machine = log.first_machine.tolist(), log.machine.tolist()
    opening = np.flatnonzero(np.isin(log.happening, OPENING)).tolist()
    for begin, end in zip(opening, [*opening[1:], len(time)], strict=True):
        rows = [Row(happening[n], job[n], delay_class[n], machine[first[n] : first[n + 1]]) for n in range(begin, end)]
        yield Event(time[begin], rows)
