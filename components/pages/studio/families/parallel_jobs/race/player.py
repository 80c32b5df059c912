"""What the player in the browser needs of a race of parallel jobs."""

import re
from math import isclose
from typing import Any

from components.pages.studio.families.parallel_jobs.race.parted import Traces, told_of
from components.pages.studio.families.parallel_jobs.why.answer import why_of
from components.pages.studio.race.parted import parted
from components.pages.studio.race.player import play
from components.words.units import instant
from engine.parallel_jobs.replay.trace import WINDOW_JOBS
from engine.parallel_jobs.replay.tree import Step, Trace
from engine.why.paired import SAME

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
