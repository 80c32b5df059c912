"""What the race shows: its picture, the sentence on it, and the table of what becomes of each job."""

import re
from collections.abc import Hashable
from math import isclose
from typing import Any

import plotly.graph_objects as go

from components.controls.data_table import DataTable
from components.figures.parallel_jobs.race import draw_race
from components.pages.studio.families.parallel_jobs.why.answer import why_of
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
from engine.parallel_jobs.replay.course import ENDED, REJECTED, STOPPED, Held, course_of
from engine.parallel_jobs.replay.trace import WINDOW_JOBS
from engine.parallel_jobs.replay.tree import Step, Trace
from engine.why.paired import SAME

Traces = dict[str, Trace]

SENTENCES = 4
"""Of one policy at one instant."""


def race_player(traces: Traces) -> dict[str, Any]:
    """The events of all; `said` is how many run and wait at each instant, `reasons` what happens and why, by policy.

    `first` is the number of the first job, from 1; `earliest` is that of the first job, from 0, that does not start and
    end alike under all, `further` that of the first one behind this window.
    """
    events = {policy: [step["time"] for step in trace["steps"]] for policy, trace in traces.items()}
    first, apart = next(iter(traces.values()))["first_job"], jobs_apart(traces)

    def said(policy: str, n: int) -> str:
        step = traces[policy]["steps"][max(0, n)]
        return f"{step['running']} running, {step['waiting']} waiting"

    def reason(policy: str, n: int, jobs: tuple[int, ...]) -> list[str]:
        return _reason(traces[policy], traces[policy]["steps"][n], jobs)

    return play(events, parted(told_of(traces)), said, reason) | {
        "first": first + 1,
        "earliest": next(iter(apart), None),
        "further": next((job for job in apart if job >= first + WINDOW_JOBS), None),
    }


def jobs_apart(traces: Traces) -> list[int]:
    """The jobs among the first ones of the replication that start or end otherwise under any two policies."""
    one, *others = (trace["submitted"] for trace in traces.values())
    found = []
    for job, times in enumerate(zip(one["start"], one["end"], strict=True)):
        if any(not _same(times, (other["start"][job], other["end"][job])) for other in others):
            found.append(job)
    return found


def _same(one: tuple[float | None, ...], other: tuple[float | None, ...]) -> bool:
    return all(
        a == b or (a is not None and b is not None and isclose(a, b, rel_tol=SAME))
        for a, b in zip(one, other, strict=True)
    )


def _event(step: Step) -> str:
    return step["trigger"] + ("" if step["kind"] == "machine" else f" (job {step['job'] + 1})")


def _reason(trace: Trace, step: Step, jobs: tuple[int, ...]) -> list[str]:
    """When, what, and why; sentences on the *jobs* about which the policies differ come first."""
    sentences = why_of(trace, step).sentences
    about = [re.compile(rf"\bjob {job + 1}\b", re.IGNORECASE) for job in jobs]
    first = [said for said in sentences if any(one.search(said) for one in about)]
    kept = [*first, *(said for said in sentences if said not in first)]
    more = [f"And {len(kept) - SENTENCES} more; the tab Decisions has them."] if len(kept) > SENTENCES else []
    return [f"At {instant(step['time'])}: {_event(step)}.", *kept[:SENTENCES], *more]


PLAIN: dict[Hashable, str] = {ENDED: "ends", STOPPED: "loses its machines", REJECTED: "is not taken", GONE: "was gone"}


def told_of(traces: Traces) -> Told:
    """The courses of the jobs under each policy, and words for what changes in them."""
    names = {policy: [group["name"] for group in trace["groups"]] for policy, trace in traces.items()}

    def words(policy: str, change: Change | None, before: Change | None) -> str:
        return words_of(change, before, names[policy])

    return Told({policy: course_of(trace) for policy, trace in traces.items()}, words)


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


DIGITS = 9


def draw(traces: Traces, scheme: str) -> go.Figure:
    """The picture."""
    return draw_race(traces, moments_of(told_of(traces)), scheme)


def describe(traces: Traces) -> str:
    """Who is done when, where they part, and how the picture is read."""
    first = next(iter(traces.values()))
    last = min(first["first_job"] + WINDOW_JOBS, first["jobs"])
    ends = ", ".join(f"{policy} at {instant(trace['steps'][-1]['time'])}" for policy, trace in traces.items())
    arrivals = [dict(zip(one["present"]["job"], one["present"]["arrival"], strict=True)) for one in traces.values()]
    parts = arrivals_words(arrivals) + parts_words(parted(told_of(traces)))
    return (
        f"Jobs {first['first_job'] + 1} to {last} are done under {ends}. {parts} "
        "A job has one color in all rows; above the machines of each policy stand the jobs that wait."
    )


def jobs_of(traces: Traces) -> list[int]:
    """The jobs of the window, which are the same under all policies."""
    first = next(iter(traces.values()))["first_job"]
    there = [set(trace["present"]["job"]) for trace in traces.values()]
    return [job for job in sorted(set.intersection(*there)) if first <= job < first + WINDOW_JOBS]


def table_of_race(traces: Traces) -> DataTable:
    """A row for each job: start and end under each policy, s, and the difference of its end from the first policy's."""
    first, *others = traces
    rows = {policy: _rows(trace) for policy, trace in traces.items()}
    body: list[list[object]] = []
    for job in jobs_of(traces):
        arrival = rows[first][job][0]
        end = rows[first][job][2]
        line: list[object] = [job + 1, number(arrival, DIGITS)]
        for policy in traces:
            line += [_time(rows[policy][job][1]), _time(rows[policy][job][2])]
        line += [_apart(rows[policy][job][2], end) for policy in others]
        body.append(line)
    head = ["job", "arrival (s)"]
    head += [f"{policy} {what} (s)" for policy in traces for what in ("start", "end")]
    head += [f"end of {policy} after {first} (s)" for policy in others]
    return DataTable("The same jobs under each policy.", head, body)


Row = tuple[float, float | None, float | None]


def _rows(trace: Trace) -> dict[int, Row]:
    here = trace["present"]
    return {
        job: (arrival, start, end)
        for job, arrival, start, end in zip(here["job"], here["arrival"], here["start"], here["end"], strict=True)
    }


def _time(value: float | None) -> str:
    return "not taken" if value is None else number(value, DIGITS)


def _apart(end: float | None, other: float | None) -> str:
    return "" if end is None or other is None else number(end - other, 6)


def _differences(traces: Traces) -> DataTable:
    return table_of_differences(told_of(traces))


RACE_TABLES = {"race": table_of_race, "race-differences": _differences}
"""By the names of their places."""
