"""What the policies of a race decide about jobs, in words."""

from collections.abc import Hashable

from components.pages.studio.families.coscheduling.words import time_words
from components.pages.studio.race.parted import Told
from engine.contract.course import GONE, Change
from engine.coscheduling.replay.job_course import ENDED, STARTED, On, course_of
from engine.coscheduling.replay.tree import Trace

Traces = dict[str, Trace]

PLAIN: dict[Hashable, str] = {ENDED: "ends", STARTED: "starts", GONE: "was gone"}

FEW = 4
"""Nodes up to which each is named."""


def told_of(traces: Traces) -> Told:
    """The courses of the jobs under each policy, and words for what changes in them."""
    until = max(trace["window"]["until"] for trace in traces.values())
    courses = {policy: course_of(trace) for policy, trace in traces.items()}
    return Told(courses, words_of, when=lambda time: time_words(time, until))


def words_of(_policy: str, change: Change | None, before: Change | None) -> str:
    """What a policy does with a job that had what it had *before*."""
    had = before.what if before else None
    if change is None:
        return "waits" if had is None else "goes on as before"
    if not isinstance(change.what, On):
        return PLAIN[change.what]
    there = had.processes if isinstance(had, On) else frozenset[tuple[int, int]]()
    got, lost = (
        sorted(node for _, node in some) for some in (change.what.processes - there, there - change.what.processes)
    )
    parts = [f"gets {nodes_words(got)}"] if got else []
    parts += [f"leaves {nodes_words(lost)}"] if lost else []
    return " and ".join(parts) or "goes on as before"


def nodes_words(nodes: list[int]) -> str:
    """Nodes by their numbers, or how many they are."""
    if len(nodes) > FEW:
        return f"{len(nodes)} nodes"
    numbers = [str(node + 1) for node in nodes]
    return f"node {numbers[0]}" if len(numbers) == 1 else f"nodes {', '.join(numbers[:-1])} and {numbers[-1]}"
