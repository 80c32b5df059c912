"""What becomes of each task of one iteration, change by change, so that two traces can be held side by side."""

from math import inf
from typing import NamedTuple

from engine.contract.course import Change, Course
from engine.master_worker.replay.tree import Trace


class At(NamedTuple):
    """A worker of which group has the task; those of a group are alike."""

    group: str


LOST, ENDED = "lost", "ended"
"""What else becomes of a task: its worker went away with it, or it is done."""


def course_of(trace: Trace) -> Course:
    """The course of every task, from barrier to barrier."""
    gantt = trace["gantt"]
    found: dict[int, tuple[Change, ...]] = {task: () for task in range(len(gantt["tasks"]["work"]))}
    columns, groups = gantt["intervals"], gantt["workers"]["group"]
    rows: dict[int, list[int]] = {}
    for n, task in enumerate(columns["task"]):
        if task >= 0:
            rows.setdefault(task, []).append(n)
    for task, own in rows.items():
        changes: list[Change] = []
        own.sort(key=lambda n: columns["start"][n])
        for n in own:
            at = At(groups[columns["worker"][n]])
            if not changes or changes[-1].what == LOST:
                changes.append(Change(columns["start"][n], at))
            if columns["activity"][n] == "lost":
                changes.append(Change(columns["end"][n], LOST))
        if changes[-1].what != LOST:
            changes.append(Change(columns["end"][own[-1]], ENDED))
        found[task] = tuple(changes)
    # Of an iteration with too many intervals the last ones are not told.
    horizon = max(columns["start"], default=0.0) if gantt["left_out"] else inf
    return Course(0.0, horizon, 0, found)
