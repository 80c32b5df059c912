"""Where the policies of a race part, in words and as a table."""

from collections.abc import Hashable
from itertools import combinations
from typing import NamedTuple

from components.controls.data_table import DataTable
from components.words.units import instant
from components.words.wording import number
from engine.contract.course import GONE, Change, Course
from engine.parallel_jobs.replay.course import ENDED, REJECTED, STOPPED, Held, course_of
from engine.parallel_jobs.replay.tree import Trace
from engine.why.first_difference import Moment, differences, moments

Traces = dict[str, Trace]

MOST = 200
"""Decisions that differ which are marked, stepped to and listed; in overload there can be thousands."""

DIGITS = 9

PLAIN: dict[Hashable, str] = {ENDED: "ends", STOPPED: "loses its machines", REJECTED: "is not taken", GONE: "was gone"}


class Parted(NamedTuple):
    """An instant at which policies decide otherwise, and a sentence on it."""

    moment: Moment
    said: str


def courses_of(traces: Traces) -> dict[str, Course]:
    """The courses of the jobs under each policy."""
    return {policy: course_of(trace) for policy, trace in traces.items()}


def moments_of(traces: Traces) -> list[Moment]:
    """The instants at which any two of them differ, the first `MOST`."""
    return moments(courses_of(traces))[:MOST]


def parted(traces: Traces) -> list[Parted]:
    """The same with a sentence on each."""
    courses = courses_of(traces)
    names = {policy: [group["name"] for group in trace["groups"]] for policy, trace in traces.items()}
    ways: dict[tuple[bool, float, int], dict[str, str]] = {}
    for one, other in combinations(traces, 2):
        for row in differences(courses[one], courses[other]):
            said = ways.setdefault((row.is_earlier, row.time, row.job), {})
            for policy, change in ((one, row.first), (other, row.second)):
                said.setdefault(policy, words_of(change, row.before, names[policy]))
    return [Parted(one, _sentence(one, ways[one.is_earlier, one.time, one.jobs[0]])) for one in moments(courses)[:MOST]]


def _sentence(moment: Moment, ways: dict[str, str]) -> str:
    """When, about whom, and what each policy that has a part in it does."""
    who: dict[str, list[str]] = {}
    for policy, words in ways.items():
        who.setdefault(words, []).append(policy)
    told = "; ".join(f"it {words} under {' and '.join(policies)}" for words, policies in who.items())
    others = f" (and {len(moment.jobs) - 1} more)" if len(moment.jobs) > 1 else ""
    when = "before this window" if moment.is_earlier else f"at {instant(moment.time)}"
    return f"Job {moment.jobs[0] + 1}{others} {when}: {told}."


def words_of(change: Change | None, before: Change | None, groups: list[str]) -> str:
    """What a policy does with a job that had what it had *before*."""
    had = before.what if before else None
    if change is None:
        return "goes on" if isinstance(had, Held) else "waits"
    if not isinstance(change.what, Held):
        return PLAIN[change.what]
    has = change.what
    there = [f"{count} {name}" for name, count in zip(groups, has.machines, strict=True) if count]
    of = f" ({', '.join(there)})" if len(groups) > 1 else ""
    on = f"{has.size} machine{'' if has.size == 1 else 's'}{of}"
    if not isinstance(had, Held):
        return f"starts on {on}"
    if had.size != has.size:
        return f"{'shrinks' if has.size < had.size else 'expands'} to {on}"
    if had.machines != has.machines:
        return f"moves to {on}"
    return f"gets {'faster' if has.delay_class < had.delay_class else 'slower'} on {on}"


def table_of_differences(traces: Traces) -> DataTable:
    """A row for each decision in which two of the policies differ."""
    courses = courses_of(traces)
    names = {policy: [group["name"] for group in trace["groups"]] for policy, trace in traces.items()}
    rows = [
        (row, one, other) for one, other in combinations(traces, 2) for row in differences(courses[one], courses[other])
    ]
    body: list[list[object]] = [
        [
            "before" if row.is_earlier else number(row.time, DIGITS),
            row.job + 1,
            one,
            words_of(row.first, row.before, names[one]),
            other,
            words_of(row.second, row.before, names[other]),
        ]
        for row, one, other in sorted(rows, key=lambda found: (found[0].time, found[0].job))[:MOST]
    ]
    head = ["time (s)", "job", "under", "it", "but under", "it "]
    return DataTable(f"Decisions that differ in this window, the first {MOST} at most.", head, body)
