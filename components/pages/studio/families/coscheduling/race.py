"""What the race shows: its picture, the sentence on it, its tables, and what the player needs."""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Hashable
from functools import cached_property
from typing import Any

import plotly.graph_objects as go

from components.controls.data_table import DataTable
from components.figures.coscheduling.race import draw_race, span_of
from components.pages.studio.families.coscheduling.words import span_words, time_words
from components.pages.studio.race.parted import (
    Told,
    arrivals_words,
    moments_of,
    parted,
    parts_words,
    table_of_differences,
)
from components.pages.studio.race.player import play
from components.words.units import instant
from components.words.wording import number
from engine.contract.course import GONE, Change
from engine.coscheduling.replay.job_course import (
    ENDED,
    STARTED,
    On,
    course_of,
    pieces_of,
    processors_of,
    tells_processors,
)
from engine.coscheduling.replay.tree import Trace

SENTENCES = 4
"""Of one policy at one instant."""

BOOSTS = {
    "S1": "computed, and no message was there for it (S1)",
    "S2": "computed, and a message was there for it (S2)",
    "S3": "waited for a message that had come (S3)",
}


class Reasons:
    """Those of one trace."""

    def __init__(self, trace: Trace, since: float, until: float) -> None:
        self._trace, self._since, self._until = trace, since, until

    def _when(self, time: float) -> str:
        return time_words(time, self._until)

    @cached_property
    def events(self) -> list[float]:
        """The instants (s) in the window at which anything happens to a job."""
        jobs = self._trace["jobs"]
        found = {time for name in ("arrival", "start", "end") for time in jobs[name]}
        found |= {one.time for changes in self._changes.values() for one in changes}
        return sorted(time for time in found if self._since <= time <= self._until)

    @cached_property
    def _changes(self) -> dict[int, list[Change]]:
        return processors_of(self._trace) if tells_processors(self._trace) else {}

    @cached_property
    def _ordered(self) -> dict[str, list[float]]:
        jobs = self._trace["jobs"]
        return {"arrival": sorted(jobs["arrival"]), "start": sorted(jobs["start"]), "end": sorted(jobs["end"])}

    @cached_property
    def _on_node(self) -> dict[int, list[tuple[float, float, int, int]]]:
        found = defaultdict(list)
        for start, end, node, job, task in pieces_of(self._trace):
            found[node].append((start, end, job, task))
        return found

    def standing(self, time: float) -> tuple[int, int]:
        """How many jobs run and how many wait after an instant."""
        come, begun, gone = (bisect_right(self._ordered[name], time) for name in ("arrival", "start", "end"))
        return begun - gone, come - begun

    def at(self, time: float, about: tuple[int, ...]) -> list[str]:
        """When, what, and why; what it does with the jobs *about* which policies differ comes first."""
        jobs = self._trace["jobs"]
        own = [*about, *(job for job in range(len(jobs["start"])) if job not in about and self._has_event(job, time))]
        said = [sentence for job in own for sentence in self._of_job(job, time)]
        running, waiting = self.standing(time)
        more = [f"And {len(said) - SENTENCES} more."] if len(said) > SENTENCES else []
        head = f"At {self._when(time)}: {running} job{'' if running == 1 else 's'} on the nodes, {waiting} waiting."
        return [head, *said[:SENTENCES], *more]

    def _has_event(self, job: int, time: float) -> bool:
        jobs = self._trace["jobs"]
        if time in (jobs["arrival"][job], jobs["start"][job], jobs["end"][job]):
            return True
        return any(one.time == time for one in self._changes.get(job, ()))

    def _of_job(self, job: int, time: float) -> list[str]:
        jobs, name = self._trace["jobs"], f"Job {job + 1}"
        arrival, start, end = jobs["arrival"][job], jobs["start"][job], jobs["end"][job]
        running, waiting = self.standing(time)
        if time < arrival:
            return [f"{name} has not come yet."]
        if time < start:
            places = f"{name} waits for {jobs['size'][job]} places since {self._when(arrival)}"
            return [f"{places}: {running} on the nodes, {waiting - 1} more waiting."]
        if time >= end:
            return [f"{name} {'ends' if time == end else 'has ended'}, {span_words(end - start)} after its start."]
        if time == start:
            waited = "at once" if start == arrival else f"after waiting {span_words(start - arrival)}"
            return [f"{name} starts {waited}; {running} on the nodes now.", *self._changed(job, time)]
        return self._changed(job, time) or [self._goes_on(job, time)]

    def _changed(self, job: int, time: float) -> list[str]:
        """Which of its processes get a processor, or lose it, at the instant, and what was there before."""
        changes = self._changes.get(job, [])
        at = bisect_left([one.time for one in changes], time)
        if at >= len(changes) or changes[at].time != time or time <= self._since:
            return []
        now, had = changes[at].what, changes[at - 1].what if at else On(frozenset())
        assert isinstance(now, On)
        assert isinstance(had, On)
        found = [
            self._got(job, node, time) for _, node in sorted(now.processes - had.processes, key=lambda one: one[1])
        ]
        lost = sorted(node for _, node in had.processes - now.processes)
        return [*dict.fromkeys(found), *([self._lost(job, lost, time)] if lost else [])]

    def _got(self, job: int, node: int, time: float) -> str:
        return f"Job {job + 1} gets node {node + 1}: {self._cause(job, node, time)}."

    def _cause(self, job: int, node: int, time: float) -> str:
        trace = self._trace
        boosts = trace["boosts"]
        for n, at in enumerate(boosts.get("time", [])):
            if abs(at - time) < 1e-4 and boosts["node"][n] == node and boosts["job"][n] == job:
                kind = boosts["kind"][n]
                return f"it is boosted, since it {BOOSTS[kind]}" if kind in BOOSTS else f"its process is woken ({kind})"
        slots = trace["matrix"]
        for since, row in zip(slots.get("since", []), slots.get("row", []), strict=True):
            if abs(since - time) < 1e-3:
                return f"row {row + 1} of the matrix begins its slot"
        pieces = self._on_node.get(node, [])
        before = bisect_left(pieces, (time, -1.0, -1, -1)) - 1
        if before < 0:
            return "nobody had it in this window"
        _, until, other, _ = pieces[before]
        if until < time - 1e-4:
            return f"it was idle since {self._when(until)}"
        if other == job:
            return "another of its processes had it"
        return f"job {other + 1}, which had it, {self._why_left(other, node, until)}"

    def _lost(self, job: int, nodes: list[int], time: float) -> str:
        why = self._why_left(job, nodes[0], time)
        return f"Job {job + 1} {'has left' if why == 'had its turn' else why + ' and leaves'} {nodes_words(nodes)}."

    def _why_left(self, job: int, node: int, time: float) -> str:
        """Why a job no longer has a node at an instant."""
        trace = self._trace
        if abs(trace["jobs"]["end"][job] - time) < 1e-9:
            return "ended"
        io = trace["io"]
        for n, since in enumerate(io.get("start", [])):
            if io["node"][n] == node and io["job"][n] == job and abs(since - time) < 1e-6:
                return "went into I/O"
        columns = trace["intervals"]
        for n, until in enumerate(columns["end"]):
            if columns["node"][n] == node and columns["job"][n] == job and abs(until - time) < 1e-9:
                return "spun for a message" if columns["activity"][n] == "spinning" else "had its turn"
        return "had its turn"

    def _goes_on(self, job: int, time: float) -> str:
        changes = self._changes.get(job, [])
        last = bisect_right([one.time for one in changes], time) - 1
        size = self._trace["jobs"]["size"][job]
        if not tells_processors(self._trace):
            return f"Job {job + 1} runs since {self._when(self._trace['jobs']['start'][job])}."
        if last < 0:
            return f"None of the {size} processes of job {job + 1} has a processor."
        now = changes[last].what
        assert isinstance(now, On)
        nodes = sorted(node for _, node in now.processes)
        if not nodes:
            return f"None of the {size} processes of job {job + 1} has a processor."
        have = "has a processor" if len(nodes) == 1 else "have processors"
        return f"{len(nodes)} of the {size} processes of job {job + 1} {have}, on {nodes_words(nodes)}."


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


DIGITS = 9


def draw(traces: Traces, scheme: str) -> go.Figure:
    """The picture."""
    return draw_race(traces, moments_of(told_of(traces)), scheme)


def longest(traces: Traces) -> Trace:
    """The trace whose window is that of all."""
    return max(traces.values(), key=lambda trace: trace["end"])


def describe(traces: Traces) -> str:
    """When each run ends, where they part, and what counts as a decision at this scale."""
    ends = ", ".join(f"{policy} at {instant(trace['end'])}" for policy, trace in traces.items())
    arrivals = arrivals_words(dict(enumerate(trace["jobs"]["arrival"])) for trace in traces.values())
    is_fine = all(map(tells_processors, traces.values()))
    scale = (
        "A decision is who gets a processor."
        if is_fine
        else "So far away decisions are starts and ends of jobs; zoom in to some ms for processors and messages."
    )
    return (
        f"All jobs have ended under {ends}. {arrivals}{parts_words(parted(told_of(traces)))} {scale} "
        "A job has one color in all rows; stripes are spinning."
    )


def table_of_race(traces: Traces) -> DataTable:
    """A row for each job: start and end under each policy, s, and the difference of its end from the first policy's."""
    first, *others = traces
    body: list[list[object]] = []
    for job, arrival in enumerate(traces[first]["jobs"]["arrival"]):
        ends = {policy: trace["jobs"]["end"][job] for policy, trace in traces.items()}
        times = [value for policy, trace in traces.items() for value in (trace["jobs"]["start"][job], ends[policy])]
        apart = [number(ends[policy] - ends[first], 6) for policy in others]
        body.append([job + 1, number(arrival, DIGITS), *(number(time, DIGITS) for time in times), *apart])
    head = ["job", "arrival (s)"]
    head += [f"{policy} {what} (s)" for policy in traces for what in ("start", "end")]
    head += [f"end of {policy} after {first} (s)" for policy in others]
    return DataTable("The same jobs under each policy, in the whole run.", head, body)


def _differences(traces: Traces) -> DataTable:
    return table_of_differences(told_of(traces))


def race_player(traces: Traces) -> dict[str, Any]:
    """The instants at which anything happens to a job in the window, and why, by policy."""
    since, until = span_of(traces)
    reasons = {policy: Reasons(trace, since, until) for policy, trace in traces.items()}
    found = parted(told_of(traces))
    apart = {one.moment.time for one in found}
    # Where they part, each policy says how things stand, also where nothing happens under it.
    events = {policy: sorted({since, *apart, *own.events}) for policy, own in reasons.items()}

    def said(policy: str, n: int) -> str:
        running, waiting = reasons[policy].standing(events[policy][max(0, n)])
        return f"{running} on the nodes, {waiting} waiting"

    def reason(policy: str, n: int, jobs: tuple[int, ...]) -> list[str]:
        return reasons[policy].at(events[policy][n], jobs)

    return play(events, found, said, reason)


RACE_TABLES = {"race": table_of_race, "race-differences": _differences}
"""By the names of their places."""
