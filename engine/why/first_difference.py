"""Where two policies part: the decisions, job by job, in which one gives a job something else than the other.

A decision differs where what becomes of a job differs for the first time. What follows from it for the same job, such
as that it starts later in the one since it started earlier in the other, is no decision of its own.
"""

from collections.abc import Mapping
from itertools import combinations, zip_longest
from typing import NamedTuple

from engine.contract.course import Change, Course
from engine.why.paired import SAME


class Difference(NamedTuple):
    """A decision in which two policies differ.

    Attributes
    ----------
    time : s; the beginning of the window where they differ before it
    job : whose it is
    first, second : what changes for the job then under each policy; None where nothing does
    before : what it had under both, None before its first change
    is_earlier : whether they differ before the window
    """

    time: float
    job: int
    first: Change | None
    second: Change | None
    before: Change | None
    is_earlier: bool


def first_difference(one: Course, other: Course) -> Difference | None:
    """The first decision in which they differ, as far as both windows reach; None if there is none."""
    return next(iter(differences(one, other)), None)


def differences(one: Course, other: Course) -> list[Difference]:
    """For each job whose course differs the decision in which it does so first, by time and number of the job.

    Times are the same up to `SAME` of them: what is left of sums taken in another order.
    """
    begin, end = max(one.begin, other.begin), min(one.end, other.end)
    earliest = min(one.first_job, other.first_job)
    both = one.changes.keys() & other.changes.keys()
    found = []
    for job in one.changes.keys() | other.changes.keys():
        if job >= earliest and job not in both:
            continue  # it came when one of the windows was nearly over, and nobody has noted what became of it
        before: Change | None = None
        for pair in zip_longest(one.of(job), other.of(job)):
            first, second = (there if there and there.time <= end else None for there in pair)
            if first and second and first.what == second.what and _at_once(first, second):
                before = min(first, second, key=lambda one: one.time)  # the same whichever policy is named first
                continue
            if first or second:
                found.append(_difference(job, first, second, before, begin))
            break
    return sorted(found, key=lambda one: (one.time, one.job))


def _at_once(first: Change, second: Change) -> bool:
    # also where both are the same infinity
    return first.time == second.time or abs(first.time - second.time) <= SAME * (abs(first.time) + abs(second.time))


def _difference(
    job: int, first: Change | None, second: Change | None, before: Change | None, begin: float
) -> Difference:
    """Of two changes that differ; the later of them is none yet."""
    if first and second and not _at_once(first, second):
        first, second = (first, None) if first.time < second.time else (None, second)
    time = min(there.time for there in (first, second) if there)
    return Difference(max(time, begin), job, first, second, before, time < begin)


class Moment(NamedTuple):
    """An instant, s, at which policies differ: which pairs of them, and about which jobs."""

    time: float
    jobs: tuple[int, ...]
    pairs: tuple[tuple[str, str], ...]
    is_earlier: bool


def moments(courses: Mapping[str, Course]) -> list[Moment]:
    """The instants at which any two of some policies differ, in their order; *courses* are by policy."""
    found: dict[tuple[bool, float], tuple[set[int], dict[tuple[str, str], None]]] = {}
    for pair in combinations(courses, 2):
        for one in differences(courses[pair[0]], courses[pair[1]]):
            jobs, pairs = found.setdefault((not one.is_earlier, one.time), (set(), {}))
            jobs.add(one.job)
            pairs[pair] = None
    return [
        Moment(time, tuple(sorted(jobs)), tuple(pairs), not is_inside)
        for (is_inside, time), (jobs, pairs) in sorted(found.items(), key=lambda row: row[0])
    ]
