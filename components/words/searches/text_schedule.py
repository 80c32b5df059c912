"""A schedule in letters, a line for each machine: for a terminal, where there are few jobs."""

from collections.abc import Sequence
from typing import Any

COLUMNS = 60
IDLE, SHARED = ".", "+"
JOBS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def text_schedule(schedule: dict[str, Any], machines: int, until: float, columns: int = COLUMNS) -> list[str]:
    """A line for each of the *machines* of a schedule (see `engine.parallel_jobs.replay.schedules`).

    A character is a second, or a part of the time *until* (s) where that has more seconds than *columns*: the number of
    the job that is there when it begins, a dot where none is, a plus where several share the machine.
    """
    width = int(min(columns, max(1, until)))
    step = until / width if until > width else 1.0
    lines = [[IDLE] * width for _ in range(machines)]
    for job, since, to, runs in schedule["blocks"]:
        for first, count in runs:
            for line in lines[first : first + count]:
                for column in range(width):
                    if since <= column * step < to:
                        line[column] = _letter(job) if line[column] == IDLE else SHARED
    return ["".join(line) for line in lines]


def seconds_per_column(until: float, columns: int = COLUMNS) -> float:
    """How long a character is, s."""
    return max(1.0, until / columns)


def _letter(job: int) -> str:
    return JOBS[job] if job < len(JOBS) else "?"


def side_by_side(left: Sequence[str], right: Sequence[str], gap: str = "   ") -> str:
    """Two pictures beside each other, if they fit into a terminal; else one below the other."""
    if not left or len(left[0]) + len(gap) + len(right[0]) > 2 * COLUMNS:
        return "\n".join([*left, "", *right])
    width = max(len(line) for line in left)
    return "\n".join(f"{one:<{width}}{gap}{other}" for one, other in zip(left, right, strict=True))
