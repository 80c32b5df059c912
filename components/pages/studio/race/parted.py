"""Where the policies of a race part, in words and as a table; what a decision is, each family says."""

from collections.abc import Callable, Iterable, Mapping
from itertools import combinations
from math import isclose
from typing import NamedTuple

from components.controls.data_table import DataTable
from components.words.units import instant
from components.words.wording import number
from engine.contract.course import Change, Course
from engine.why.first_difference import Moment, differences, moments
from engine.why.paired import SAME

MOST = 200
"""Decisions that differ which are marked, stepped to and listed; in overload there can be thousands."""

DIGITS = 9


class Told(NamedTuple):
    """A race as its family tells it.

    Attributes
    ----------
    courses : what becomes of each job (task, machine), by policy
    words : (policy, what changes for one of them or None, what it had before or None) -> what the policy does with it
    thing : what one of them is called
    when : an instant (s) in words
    """

    courses: Mapping[str, Course]
    words: Callable[[str, Change | None, Change | None], str]
    thing: str = "job"
    when: Callable[[float], str] = instant


class Parted(NamedTuple):
    """An instant at which policies decide otherwise, and a sentence on it."""

    moment: Moment
    said: str


def moments_of(told: Told) -> list[Moment]:
    """The instants at which any two of them differ, the first `MOST`."""
    return moments(told.courses)[:MOST]


def parted(told: Told) -> list[Parted]:
    """The same with a sentence on each."""
    ways: dict[tuple[bool, float, int], dict[str, str]] = {}
    for one, other in combinations(told.courses, 2):
        for row in differences(told.courses[one], told.courses[other]):
            said = ways.setdefault((row.is_earlier, row.time, row.job), {})
            for policy, change in ((one, row.first), (other, row.second)):
                said.setdefault(policy, told.words(policy, change, row.before))
    return [Parted(one, _sentence(one, ways[one.is_earlier, one.time, one.jobs[0]], told)) for one in moments_of(told)]


def _sentence(moment: Moment, ways: dict[str, str], told: Told) -> str:
    """When, about whom, and what each policy that has a part in it does."""
    who: dict[str, list[str]] = {}
    for policy, words in ways.items():
        who.setdefault(words, []).append(policy)
    said = "; ".join(f"it {words} under {' and '.join(policies)}" for words, policies in who.items())
    others = f" (and {len(moment.jobs) - 1} more)" if len(moment.jobs) > 1 else ""
    when = "before this window" if moment.is_earlier else f"at {told.when(moment.time)}"
    return f"{told.thing.capitalize()} {moment.jobs[0] + 1}{others} {when}: {said}."


def parts_words(found: list[Parted]) -> str:
    """Where they part, in a sentence."""
    inside = [one for one in found if not one.moment.is_earlier]
    if found and found[0].moment.is_earlier:
        new = f"the first of {len(inside)} new differences: {inside[0].said}" if inside else "nothing new in it."
        return f"They differ already before this window; {new}"
    if found:
        return f"The first of {len(found)} instants at which they decide otherwise: {found[0].said}"
    return "In this window the policies decide nothing otherwise."


def arrivals_words(arrivals: Iterable[Mapping[int, float]]) -> str:
    """A warning where the jobs of two studies come at other times (s, by job): then all decisions are about that."""
    first, *others = arrivals
    both = ((time, first[job]) for other in others for job, time in other.items() if job in first)
    if all(isclose(*times, rel_tol=SAME) for times in both):
        return ""
    return (
        "The jobs of A and B arrive at other times, as they do with one offered load on unlike clusters: they "
        "part from the first job on. "
    )


def table_of_differences(told: Told) -> DataTable:
    """A row for each decision in which two of the policies differ."""
    rows = [
        (row, one, other)
        for one, other in combinations(told.courses, 2)
        for row in differences(told.courses[one], told.courses[other])
    ]
    body: list[list[object]] = [
        [
            "before" if row.is_earlier else number(row.time, DIGITS),
            row.job + 1,
            one,
            told.words(one, row.first, row.before),
            other,
            told.words(other, row.second, row.before),
        ]
        for row, one, other in sorted(rows, key=lambda found: (found[0].time, found[0].job))[:MOST]
    ]
    head = ["time (s)", told.thing, "under", "it", "but under", "it "]
    return DataTable(f"Decisions that differ in this window, the first {MOST} at most.", head, body)
