"""What the player in the browser needs of a race: one list of instants, and what each policy says at each of them."""

import re
from bisect import bisect_right
from math import isclose
from typing import Any

from components.pages.studio.families.parallel_jobs.race.parted import Traces, parted
from components.pages.studio.families.parallel_jobs.why.answer import why_of
from components.words.units import instant
from engine.parallel_jobs.replay.trace import WINDOW_JOBS
from engine.parallel_jobs.replay.tree import Step, Trace
from engine.why.paired import SAME

MOST_TOLD = 1_500
"""Events of all policies together of which the reasons are told; of more only where decisions differ."""

MOST_STEPS = 6_000
"""Instants of the player; in overload there can be more, and the first ones are played."""

SENTENCES = 4
"""Of one policy at one instant."""


def race_player(traces: Traces) -> dict[str, Any]:
    """The union of the events of all; `said` is how many run and wait at each instant, `reasons` what happens and
    why, by policy.

    `told` is, by policy, which of its reasons is the last one at each instant; `parted` are the steps at which the
    policies differ, with a sentence on each. `first` is the number of the first job, from 1; `earliest` is that
    of the first job, from 0, that does not start and end alike under all, `further` that of the first one behind this
    window.
    """
    times = sorted({step["time"] for trace in traces.values() for step in trace["steps"]})[:MOST_STEPS]
    found = parted(traces)
    jobs = {one.moment.time: one.moment.jobs for one in found}
    own = {policy: [step["time"] for step in trace["steps"]] for policy, trace in traces.items()}
    last = {policy: [bisect_right(own[policy], time) - 1 for time in times] for policy in traces}
    is_short = sum(map(len, own.values())) <= MOST_TOLD
    wanted = {policy: {n for n, time in zip(last[policy], times, strict=True) if time in jobs} for policy in traces}
    first, apart = next(iter(traces.values()))["first_job"], jobs_apart(traces)
    where = {time: n for n, time in enumerate(times)}
    return {
        "steps": [{"time": time, "kind": "race"} for time in times],
        "said": [_said(traces, last, n) for n in range(len(times))],
        "racers": list(traces),
        "told": last,
        "reasons": {
            policy: [
                _reason(trace, step, jobs.get(step["time"], ())) if is_short or n in wanted[policy] else None
                for n, step in enumerate(trace["steps"])
            ]
            for policy, trace in traces.items()
        },
        "first": first + 1,
        "earliest": next(iter(apart), None),
        "further": next((job for job in apart if job >= first + WINDOW_JOBS), None),
        "parted": [
            {"step": where[one.moment.time], "jobs": one.moment.jobs, "said": one.said}
            for one in found
            if one.moment.time in where
        ],
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


def _said(traces: Traces, last: dict[str, list[int]], n: int) -> str:
    steps = {policy: trace["steps"][max(0, last[policy][n])] for policy, trace in traces.items()}
    return (
        "; ".join(f"{policy}: {of['running']} running, {of['waiting']} waiting" for policy, of in steps.items()) + "."
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
