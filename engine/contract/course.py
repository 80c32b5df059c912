"""What becomes of jobs, change by change, so that two policies can be held side by side decision by decision."""

from collections.abc import Hashable, Mapping
from math import inf
from typing import NamedTuple

GONE = "gone"
"""What a job is that was gone before a window."""


class Change(NamedTuple):
    """From *time* (s) on a job has or is *what*: two are the same if these are equal."""

    time: float
    what: Hashable


class Course(NamedTuple):
    """The jobs of a window of one replication under one policy.

    Attributes
    ----------
    begin, end : s, of the window; what comes after its end is not known
    first_job : with whose arrival it begins; jobs before it that have no changes are gone
    changes : {job: its changes, in their order}; what came before the window has its own time
    """

    begin: float
    end: float
    first_job: int
    changes: Mapping[int, tuple[Change, ...]]

    def of(self, job: int) -> tuple[Change, ...]:
        """The changes of *job*."""
        return self.changes.get(job, (Change(-inf, GONE),) if job < self.first_job else ())
