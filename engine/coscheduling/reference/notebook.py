"""What is written down: the log, and what every processor did when."""

from collections.abc import Iterable, Sequence

import numpy as np

from engine.coscheduling.records import Activity, Happening, Interval, Log, Window

NOBODY = (-1, -1)
"""Job and task of what belongs to no process."""


class Diary:
    """What the processor of one node did, from time 0 on without a gap."""

    def __init__(self) -> None:
        self.start: list[int] = []
        self.kind: list[tuple[int, int, int]] = []  # activity, job, task
        self.until = 0

    def spend(self, duration: int, activity: Activity, whose: tuple[int, int] = NOBODY) -> None:
        """Add so much time; neighbors of one kind become one interval."""
        kind = (int(activity), *whose)
        if duration > 0:
            if not self.kind or self.kind[-1] != kind:
                self.start.append(self.until)
                self.kind.append(kind)
            self.until += duration

    def intervals(self, end: int) -> Iterable[tuple[int, int, int, int, int]]:
        """Start, end, activity, job and task of each interval; what reaches beyond *end* is cut off."""
        for start, stop, kind in zip(self.start, [*self.start[1:], self.until], self.kind, strict=True):
            if start < end:
                yield start, min(stop, end), *kind


class Notebook:
    """The log and the diaries of all nodes, of which a window is asked for."""

    def __init__(self, nodes: int, window: Window | None) -> None:
        self.window = window
        self.diaries = [Diary() for _ in range(nodes)]
        self.rows: list[tuple[int, int, int, int, int, int, int]] = []

    def note(self, time: int, node: int, happening: Happening, whose: tuple[int, int], value: int, other: int) -> None:
        """Write a row of the log."""
        w = self.window
        if w is not None and w.since <= time < w.until and w.first_node <= node < w.end_node:
            self.rows.append((time, node, int(happening), *whose, value, other))

    def profile(self, end: int) -> np.ndarray:
        """Time that each node spent on each activity until *end*, ns."""
        profile = np.zeros((len(self.diaries), len(Activity)), dtype=np.int64)
        for node, diary in enumerate(self.diaries):
            for start, stop, activity, _, _ in diary.intervals(end):
                profile[node, activity] += stop - start
        return profile

    def intervals(self, end: int) -> Interval:
        """Those that touch the window, by node."""
        w = self.window
        found = [
            (start, stop, node, activity, job, task)
            for node, diary in enumerate(self.diaries)
            for start, stop, activity, job, task in diary.intervals(end)
            if w is not None and w.first_node <= node < w.end_node and start < w.until and stop > w.since
        ]
        types = (np.int64, np.int64, np.int32, np.int8, np.int32, np.int32)
        return Interval(*_columns(found, types))

    def log(self) -> Log:
        """The rows by time, then node, then as it happened there."""
        types = (np.int64, np.int32, np.int8, np.int32, np.int32, np.int32, np.int32)
        return Log(*_columns(sorted(self.rows, key=lambda row: row[:2]), types))


def _columns(rows: Sequence[tuple[int, ...]], types: tuple[type, ...]) -> list[np.ndarray]:
    columns = zip(*rows, strict=True) if rows else [()] * len(types)
    return [np.array(column, dtype=of_type) for column, of_type in zip(columns, types, strict=True)]
