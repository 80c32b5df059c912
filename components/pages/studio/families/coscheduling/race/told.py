"""What the race shows: its picture, the sentence on it, its tables, and what the player needs."""

from typing import Any

import plotly.graph_objects as go

from components.controls.data_table import DataTable
from components.figures.coscheduling.race import draw_race, span_of
from components.pages.studio.families.coscheduling.race.parted import Traces, told_of
from components.pages.studio.families.coscheduling.race.reasons import Reasons
from components.pages.studio.race.parted import arrivals_words, moments_of, parted, parts_words, table_of_differences
from components.pages.studio.race.player import play
from components.words.units import instant
from components.words.wording import number
from engine.coscheduling.replay.job_course import tells_processors
from engine.coscheduling.replay.tree import Trace

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
