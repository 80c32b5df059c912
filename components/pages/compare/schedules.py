"""Schedules of the same jobs below each other: up to four rows, each a policy of a study, on one axis of time.

Of parallel jobs alone; other families have no machines that jobs take in turn.
"""

from typing import NamedTuple

import plotly.graph_objects as go

from components.controls.data_table import DataTable
from components.figures.parallel_jobs.schedules.schedule import draw_schedule
from components.words.units import instant
from components.words.wording import point_words
from engine.inputs.scenario import Scenario
from engine.parallel_jobs.replay.tree import Trace
from engine.results.matching import matches
from engine.results.pairing import pairing

FAMILY = "parallel-jobs"

MOST = 4
"""Rows."""


class Row(NamedTuple):
    """A *policy* of the study of a *side*."""

    side: str
    policy: str

    @property
    def name(self) -> str:
        """What it is called: "A SED", which is also its value in the choice."""
        return f"{self.side} {self.policy}"


class Place(NamedTuple):
    """A point that several studies have: in words, and its number by side."""

    words: str
    points: dict[str, int]


Studies = dict[str, Scenario]
"""By side, A first."""


def scheduled(studies: Studies) -> Studies:
    """Those that have schedules."""
    return {side: scenario for side, scenario in studies.items() if scenario.family == FAMILY}


def rows_of(studies: Studies) -> list[Row]:
    """Everything that can be a row."""
    return [Row(side, policy) for side, scenario in scheduled(studies).items() for policy in scenario.policies]


def first_rows(studies: Studies) -> list[Row]:
    """The rows to begin with: the first policy of each study, then others of the first ones."""
    every = rows_of(studies)
    leading = [next(row for row in every if row.side == side) for side in scheduled(studies)]
    rest = [row for row in every if row not in leading]
    chosen = (leading + rest)[: max(2, len(leading))]
    return sorted(chosen, key=every.index)[:MOST]


def places_of(studies: Studies) -> list[Place]:
    """Points that all have; where there is none, the middle one of each."""
    own = scheduled(studies)
    if not own:
        return []
    first, *others = own.items()
    found = {n: {first[0]: n} for n in range(len(first[1].points()))}
    for side, scenario in others:
        there = {match.a: match.b for match in matches(first[1], scenario)}
        found = {n: points | {side: there[n]} for n, points in found.items() if n in there}
    if not found:
        return [Place("the middle of each study", {side: len(one.points()) // 2 for side, one in own.items()})]
    points = first[1].points()
    return [Place(point_words(first[1], points[n]), sides) for n, sides in found.items()]


def draw_rows(traces: dict[str, Trace], scheme: str) -> dict[str, go.Figure]:
    """A schedule for each row; all show the same span of time."""
    ends = [(trace["steps"][0]["time"], trace["steps"][-1]["time"]) for trace in traces.values()]
    span = [min(first for first, _ in ends), max(last for _, last in ends)]
    figures = {name: go.Figure(draw_schedule(trace, scheme)) for name, trace in traces.items()}
    for figure in figures.values():
        figure.update_xaxes(range=span, exponentformat="none", separatethousands=True)
    return figures


def describe_rows(traces: dict[str, Trace], studies: Studies) -> str:
    """When the last job of each row ends, and whether the jobs are the same."""
    ended = [f"{name} at {instant(max(trace['bars'].get('end', []), default=0.0))}" for name, trace in traces.items()]
    jobs = [job + 1 for trace in traces.values() for job in trace["bars"].get("job", [])]
    followed = f"jobs {min(jobs)} to {max(jobs)}" if jobs else "no job"
    sides = list(dict.fromkeys(name.split(" ")[0] for name in traces))
    apart = [side for side in sides if not pairing(studies[sides[0]], studies[side]).paired]
    same = f" Other jobs than those of {sides[0]}: {', '.join(apart)}." if apart else ""
    return f"Replication 1. The last of {followed} ends with {', '.join(ended)}.{same}"


def table_of_rows(traces: dict[str, Trace]) -> DataTable:
    """A row for each job of each schedule: from when to when, and on how many machines at most."""
    body: list[list[object]] = []
    for name, trace in traces.items():
        bars = trace["bars"]
        for job in sorted(set(bars.get("job", []))):
            own = [n for n, of in enumerate(bars["job"]) if of == job]
            start, end = min(bars["start"][n] for n in own), max(bars["end"][n] for n in own)
            body.append([name, job + 1, instant(start), instant(end), len({bars["machine"][n] for n in own})])
    return DataTable("Jobs of each schedule.", ["schedule", "job", "start", "end", "machines, all in all"], body)
