"""What the race shows: its picture, the sentence on it, its tables, and what the player needs."""

from bisect import bisect_right
from functools import cached_property
from math import inf
from typing import Any

import plotly.graph_objects as go

from components.controls.data_table import DataTable
from components.figures.master_worker.race import draw_race, spans_of
from components.pages.studio.race.parted import Told, moments_of, parted, parts_words, table_of_differences
from components.pages.studio.race.player import play
from components.words.wording import MISSING, number
from engine.contract.course import Change
from engine.master_worker.policies import SCHEMES, Dispatch, Order
from engine.master_worker.replay.task_course import ENDED, LOST, At, course_of
from engine.master_worker.replay.tree import Trace

SENTENCES = 4
"""Of one policy at one instant."""

CHUNKS = (Dispatch.FIXED_CHUNK, Dispatch.GUIDED, Dispatch.FACTORING)


class Reasons:
    """Those of one trace."""

    def __init__(self, trace: Trace) -> None:
        self._trace, self._gantt = trace, trace["gantt"]
        self._scheme = SCHEMES[trace["policy"]]

    @cached_property
    def _changes(self) -> dict[int, tuple[Change, ...]]:
        return dict(course_of(self._trace).changes)

    @cached_property
    def events(self) -> list[float]:
        """The instants (s since the barrier before) at which a task is handed out, lost or done."""
        return sorted({one.time for own in self._changes.values() for one in own} | {self._gantt["length"]})

    @cached_property
    def _times(self) -> tuple[list[float], list[float], list[float]]:
        """When any task is handed out, is lost, is done; s, ascending."""
        every = [one for own in self._changes.values() for one in own]
        handed = sorted(one.time for one in every if isinstance(one.what, At))
        lost, done = (sorted(one.time for one in every if one.what == what) for what in (LOST, ENDED))
        return handed, lost, done

    @cached_property
    def _at(self) -> dict[float, list[int]]:
        """Of which tasks anything changes at an instant (s)."""
        found: dict[float, list[int]] = {}
        for task, own in self._changes.items():
            for one in own:
                found.setdefault(one.time, []).append(task)
        return found

    @cached_property
    def _first(self) -> list[tuple[float, int]]:
        """When each task is handed out first (s), and its place in the order, by number."""
        place = self._gantt["tasks"]["place"]
        return [(own[0].time if own else inf, place[task]) for task, own in sorted(self._changes.items())]

    def _counts(self, time: float) -> tuple[int, int, int]:
        """Tasks that wait, are at a worker, and are done after an instant."""
        begun, lost, done = (bisect_right(times, time) for times in self._times)
        return len(self._changes) - begun + lost, begun - lost - done, done

    def standing(self, time: float) -> str:
        """How many tasks wait, are computed and are done."""
        if time >= self._gantt["length"]:
            return "at the barrier"
        waiting, there, done = self._counts(time)
        return f"{there} computed, {waiting} waiting, {done} done"

    def at(self, time: float, about: tuple[int, ...]) -> list[str]:
        """When, what, and why; what it does with the tasks *about* which policies differ comes first."""
        now = self._at.get(time, [])
        place = self._gantt["tasks"]["place"]
        wanted = sorted(about, key=lambda task: place[task])
        kept = [*wanted, *sorted(set(now) - set(about), key=lambda task: place[task])]
        said = [self._of_task(task, time) for task in kept[:SENTENCES]]
        more = [f"And {len(kept) - SENTENCES} more tasks."] if len(kept) > SENTENCES else []
        return [f"At {number(time, 5)} s: {self.standing(time)}.", *said, *more]

    def _last(self, task: int, time: float) -> Change | None:
        return next((one for one in reversed(self._changes[task]) if one.time <= time), None)

    def _of_task(self, task: int, time: float) -> str:
        name, last, place = f"Task {task + 1}", self._last(task, time), self._gantt["tasks"]["place"]
        if last is None:
            before = sum(start > time and rank < place[task] for start, rank in self._first)
            ahead = f"{before} that wait come before it" if before else "it is the next one"
            return f"{name} waits, number {place[task] + 1} in the order: {ahead}."
        if not isinstance(last.what, At):
            return (
                f"{name} is {'done' if last.what == ENDED else 'lost with its worker'} since {number(last.time, 5)} s."
            )
        if last.time < time:
            return f"{name} is with worker {self._worker(task, last.time) + 1} since {number(last.time, 5)} s."
        return f"{name} is handed out to worker {self._worker(task, time) + 1}: {self._why(task)}."

    def _worker(self, task: int, time: float) -> int:
        columns = self._gantt["intervals"]
        return next(
            columns["worker"][n]
            for n, which in enumerate(columns["task"])
            if which == task and columns["start"][n] == time
        )

    def _why(self, task: int) -> str:
        tasks, is_first = self._gantt["tasks"], self._gantt["iteration"] == 1
        if self._scheme.dispatch == Dispatch.EARLIEST_COMPLETION:
            return "bound at the barrier to whom would have it done first, the largest task first"
        order = self._scheme.order
        if order == Order.ACTUAL:
            why = f"with {number(tasks['work'][task], 4)} s it has the most work of those left"
        elif order == Order.EXPECTED:
            why = f"with {number(tasks['expected'][task], 4)} s it is expected to be the largest of those left"
        elif order == Order.AVERAGE and not is_first:
            why = "of those left it has taken longest on average so far"
        else:
            why = f"it is number {tasks['place'][task] + 1} of a random order"
        return f"{why}, in a chunk" if self._scheme.dispatch in CHUNKS else why


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
