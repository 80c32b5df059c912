"""Who did what from when to when, in the present iteration; summed up at the barrier."""

from typing import NamedTuple

import numpy as np

from engine.master_worker.records import Activity, Interval, Records, no_decisions


class Entry(NamedTuple):
    """A closed interval of a worker."""

    start: int
    end: int
    worker: int
    activity: Activity
    task: int


class Notebook:
    """Entries of the iteration that is going on, and the records of those that are over."""

    def __init__(self, iterations: int, logged: int) -> None:
        self.logged = logged
        self.entries: list[Entry] = []
        self.kept: list[Entry] = []
        self.lost_tasks = 0
        self.barriers: list[int] = []
        self.numbers: list[int] = []
        self.spent: list[list[int]] = []
        self.lost: list[int] = []
        self.decision = no_decisions(iterations)

    def note(self, entry: Entry) -> None:
        """Write an interval down, unless it is empty."""
        if entry.end > entry.start:
            self.entries.append(entry)

    def lose(self, worker: int, task: int, since: int) -> None:
        """What *worker* has computed of *task* since it was handed out was for nothing."""
        self.entries = [
            one._replace(activity=Activity.LOST)
            if one.worker == worker and one.task == task and one.start >= since and one.activity == Activity.COMPUTING
            else one
            for one in self.entries
        ]

    def time_in(self, *activities: Activity) -> int:
        """Ticks of all workers in some activities."""
        return sum(one.end - one.start for one in self.entries if one.activity in activities)

    def turn_over(self, now: int, number: int) -> None:
        """The iteration is over."""
        if len(self.barriers) == self.logged:
            self.kept = sorted(self.entries, key=lambda one: (one.worker, one.start))
        self.barriers.append(now)
        self.numbers.append(number)
        self.spent.append([self.time_in(activity) for activity in Activity])
        self.lost.append(self.lost_tasks)
        self.entries, self.lost_tasks = [], 0

    def records(self) -> Records:
        """Everything, as arrays."""
        table = np.array(self.kept, dtype=np.int64).reshape(-1, len(Entry._fields))
        columns = dict(zip(Entry._fields, table.T, strict=True))
        interval = Interval(
            columns["start"],
            columns["end"],
            columns["worker"].astype(np.int32),
            columns["activity"].astype(np.int8),
            columns["task"].astype(np.int32),
        )
        return Records(
            np.array(self.barriers, dtype=np.int64),
            np.array(self.numbers, dtype=np.int64),
            np.array(self.spent, dtype=np.int64),
            np.array(self.lost, dtype=np.int64),
            self.decision,
            interval,
        )
