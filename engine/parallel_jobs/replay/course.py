"""What becomes of each job in the window of a trace, change by change, so that two traces can be held side by side."""

from collections import defaultdict
from typing import NamedTuple

from engine.contract.course import Change, Course
from engine.parallel_jobs.replay.presence import MOST_WAITS
from engine.parallel_jobs.replay.tree import Trace


class Held(NamedTuple):
    """What a job has: machines by group, of which those of a group are alike, and the number of its delay class."""

    machines: tuple[int, ...]
    delay_class: int

    @property
    def size(self) -> int:
        """Machines in all."""
        return sum(self.machines)


ENDED, STOPPED, REJECTED = "ended", "stopped", "rejected"
"""What else becomes of a job: it has ended, has lost its machines and waits again, or is not taken."""


def course_of(trace: Trace) -> Course:
    """The course of every job that is in the window of *trace*."""
    begin, end = trace["steps"][0]["time"], trace["steps"][-1]["time"]
    spans, here = _spans(trace), trace["present"]
    waited = dict(zip(trace["waits"]["job"], trace["waits"]["until"], strict=True))
    changes: dict[int, tuple[Change, ...]] = {}
    for job, arrival, start, ended in zip(here["job"], here["arrival"], here["start"], here["end"], strict=True):
        if start is None:
            changes[job] = (Change(waited.get(job, arrival), REJECTED),)
        elif job in spans:
            changes[job] = tuple(_changes(spans[job], ended, end))
        elif ended is not None and ended <= end:
            changes[job] = (Change(start, ENDED),)  # without any time on a machine
        else:
            changes[job] = ()
    # Of so many that wait some are not told: then nobody who is not there is known to be gone.
    is_told = len(trace["waits"]["job"]) < MOST_WAITS
    return Course(begin, end, trace["first_job"] if is_told else 0, changes)


def _spans(trace: Trace) -> dict[int, list[tuple[float, float, Held]]]:
    """From when to when (s) each job has the same machines."""
    bars, groups = trace["bars"], len(trace["groups"])
    counts: dict[int, dict[float, list[int]]] = defaultdict(dict)
    ends: dict[tuple[int, float], tuple[float, int]] = {}
    if not bars:
        return {}
    for n, job in enumerate(bars["job"]):
        start = bars["start"][n]
        counts[job].setdefault(start, [0] * groups)[trace["machine_group"][bars["machine"][n]]] += 1
        ends[job, start] = bars["end"][n], bars["delay_class"][n]
    return {
        job: [(start, ends[job, start][0], Held(tuple(own[start]), ends[job, start][1])) for start in sorted(own)]
        for job, own in counts.items()
    }


def _changes(spans: list[tuple[float, float, Held]], ended: float | None, end: float) -> list[Change]:
    found: list[Change] = []
    for n, (since, until, held) in enumerate(spans):
        if not found or found[-1].what != held:
            found.append(Change(since, held))
        following = spans[n + 1][0] if n + 1 < len(spans) else None
        if following is None and ended is not None and ended <= until:
            found.append(Change(until, ENDED))
        elif until < end and (following is None or following > until):
            found.append(Change(until, STOPPED))
    return found
