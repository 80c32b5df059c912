"""What a JobID says: a job, a task of an array, tasks that never started, a part of a heterogeneous job, or a step."""

import re
from typing import NamedTuple
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from engine.logs.numbers import digits

JOB, PART, TASK, TASKS = range(4)
"""Kinds, in the order in which they stand after the job's number."""

ALLOWED = "a number, 123_7, 123_[4-6%2], 123+1 or one of these with a step such as .batch is needed"

_ID = re.compile(rb"(\d{1,12})(?:_(\d{1,12})|\+(\d{1,12})|(_\[[^|]*))?")
_RANGE = rb"\d{1,9}(?:-\d{1,9}(?::\d{1,9})?)?"
_WHOLE = re.compile(rb"_\[(" + _RANGE + rb"(?:," + _RANGE + rb")*)(?:%\d{1,9})?\]")


class JobId(NamedTuple):
    """A JobID: its number, its kind, the task or part (0 for none), and how many tasks a line stands for (0: not told).

    Of tasks that never started, the checksum of their expression tells one line from another.
    """

    number: int
    kind: int
    task: int
    tasks: int


def read_job_id(word: bytes) -> JobId | None:
    """Read a JobID without a step; None for what is none."""
    found = _ID.fullmatch(word)
    if not found:
        return None
    number, task, part, tasks = found.groups()
    if task:
        return JobId(int(number), TASK, int(task), 1)
    if part:
        return JobId(int(number), PART, int(part), 1)
    if tasks:
        return JobId(int(number), TASKS, crc32(tasks), _count(tasks))
    return JobId(int(number), JOB, 0, 1)


def job_ids(text: NDArray[np.uint8], starts: NDArray[np.int64], stops: NDArray[np.int64]) -> NDArray[np.int64]:
    """Read many at once: int64 (4, n), as in `JobId`; the first is -1 for what is no JobID."""
    found = np.zeros((4, len(starts)), np.int64)
    bars = np.append(np.flatnonzero(text == ord("_")), len(text))
    bar = bars[np.searchsorted(bars, starts)]
    is_task = bar < stops
    found[0] = digits(text, starts, np.where(is_task, bar, stops))
    found[1] = np.where(is_task, TASK, JOB)
    found[2, is_task] = digits(text, bar[is_task] + 1, stops[is_task])
    found[3] = 1
    longest = 10**12
    other = np.flatnonzero((found[0] < 0) | (found[2] < 0) | (found[0] >= longest) | (found[2] >= longest))
    for row in other.tolist():
        found[:, row] = read_job_id(text[starts[row] : stops[row]].tobytes()) or (-1, 0, 0, 1)
    return found


def _count(expression: bytes) -> int:
    """Count the tasks of an expression; 0 if it is not whole, for Slurm cuts it after 64 bytes."""
    whole = _WHOLE.fullmatch(expression[:200])
    if not whole:
        return 0
    count = 0
    for one in whole[1].split(b","):
        low, _, rest = one.partition(b"-")
        high, _, step = rest.partition(b":")
        count += max(0, int(high or low) - int(low)) // max(1, int(step or 1)) + 1
    return count
