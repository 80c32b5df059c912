"""What the race shows: its picture, the sentence on it, its tables, and what the player needs."""

from typing import Any

import plotly.graph_objects as go

from components.controls.data_table import DataTable
from components.figures.master_worker.race import draw_race, spans_of
from components.pages.studio.families.master_worker.race.reasons import Reasons
from components.pages.studio.race.parted import Told, moments_of, parted, parts_words, table_of_differences
from components.pages.studio.race.player import play
from components.words.wording import MISSING, number
from engine.contract.course import Change
from engine.master_worker.replay.task_course import ENDED, LOST, At, course_of
from engine.master_worker.replay.tree import Trace

Traces = dict[str, Trace]


def told_of(traces: Traces) -> Told:
    """The courses of the tasks under each policy, and words for what changes in them."""
    courses = {policy: course_of(trace) for policy, trace in traces.items()}
    is_one = len({name for trace in traces.values() for name in trace["gantt"]["workers"]["group"]}) == 1

    def words(_policy: str, change: Change | None, before: Change | None) -> str:
        return words_of(change, before, is_one)

    return Told(courses, words, "task", lambda time: f"{number(time, 5)} s")


def words_of(change: Change | None, before: Change | None, is_one_group: bool) -> str:
    """What a policy does with a task that had what it had *before*."""
    if change is None:
        return "goes on" if before and isinstance(before.what, At) else "waits"
    if isinstance(change.what, At):
        return "is handed out" if is_one_group else f"is handed out to a worker of “{change.what.group}”"
    return {ENDED: "is done", LOST: "is lost"}[str(change.what)]


def draw(traces: Traces, scheme: str) -> go.Figure:
    """The picture."""
    return draw_race(traces, moments_of(told_of(traces)), scheme)


def describe(traces: Traces) -> str:
    """How long the iteration takes under each, and where they part."""
    first = next(iter(traces.values()))["gantt"]
    took = ", ".join(f"{number(trace['gantt']['length'], 4)} s under {policy}" for policy, trace in traces.items())
    return (
        f"Iteration {first['iteration']} takes {took}. {parts_words(parted(told_of(traces)))} "
        "A task has one color in all rows, and the same work under all; workers of one group are alike."
    )


def table_of_race(traces: Traces) -> DataTable:
    """A row for each task: place in the order, start and end under each policy, s, and how much later it is done."""
    first, *others = traces
    tasks = traces[first]["gantt"]["tasks"]
    body: list[list[object]] = []
    for task, work in enumerate(tasks["work"]):
        spans = {policy: spans_of(trace["gantt"], task) for policy, trace in traces.items()}
        line: list[object] = [task + 1, number(work, 5), number(tasks["expected"][task], 5)]
        for policy, own in spans.items():
            line.append(traces[policy]["gantt"]["tasks"]["place"][task] + 1)
            line += [number(own[0][0], 5), number(own[-1][1], 5)] if own else [MISSING, MISSING]
        there = spans[first]
        line += [number(spans[one][-1][1] - there[-1][1], 4) if spans[one] and there else MISSING for one in others]
        body.append(line)
    head = ["task", "work (s)", "expected (s)"]
    head += [f"{policy} {what}" for policy in traces for what in ("place", "start (s)", "end (s)")]
    head += [f"end of {policy} after {first} (s)" for policy in others]
    return DataTable("The same tasks under each policy; times since the barrier before.", head, body)


def _differences(traces: Traces) -> DataTable:
    return table_of_differences(told_of(traces))


def race_player(traces: Traces) -> dict[str, Any]:
    """The instants at which a task is handed out or done, and why, by policy."""
    found = parted(told_of(traces))
    reasons = {policy: Reasons(trace) for policy, trace in traces.items()}
    apart = {one.moment.time for one in found}
    # Where they part, each policy says how things stand, also where nothing happens under it.
    events = {policy: sorted({0.0, *apart, *own.events}) for policy, own in reasons.items()}

    def said(policy: str, n: int) -> str:
        return reasons[policy].standing(events[policy][max(0, n)])

    def reason(policy: str, n: int, tasks: tuple[int, ...]) -> list[str]:
        return reasons[policy].at(events[policy][n], tasks)

    return play(events, found, said, reason)


RACE_TABLES = {"race": table_of_race, "race-differences": _differences}
"""By the names of their places."""
