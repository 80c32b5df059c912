"""What the race shows: its picture, the sentence on it, and the table of what becomes of each job."""

import plotly.graph_objects as go

from components.controls.data_table import DataTable
from components.figures.parallel_jobs.race import draw_race
from components.pages.studio.families.parallel_jobs.race.parted import Traces, told_of
from components.pages.studio.race.parted import arrivals_words, moments_of, parted, parts_words, table_of_differences
from components.words.units import instant
from components.words.wording import number
from engine.parallel_jobs.replay.trace import WINDOW_JOBS
from engine.parallel_jobs.replay.tree import Trace

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
