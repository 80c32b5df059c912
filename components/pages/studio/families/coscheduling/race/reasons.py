"""Why a policy does what it does at an instant of a race, as far as the window tells it."""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from functools import cached_property

from components.pages.studio.families.coscheduling.race.parted import nodes_words
from components.pages.studio.families.coscheduling.words import span_words, time_words
from engine.contract.course import Change
from engine.coscheduling.replay.job_course import On, pieces_of, processors_of, tells_processors
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
