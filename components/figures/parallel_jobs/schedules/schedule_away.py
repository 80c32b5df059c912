"""Machines that are away in a schedule: hatched, each reason in its own way, behind the jobs."""

from collections import defaultdict
from typing import NamedTuple

import plotly.graph_objects as go

from components.figures.parallel_jobs.schedules.rectangles import Corners, runs
from components.looks.theme import INK, PAPER
from components.words.units import instant
from engine.parallel_jobs.replay.tree import AwayReason, Trace

LISTED = 10
"""Times that the hover text names."""


class Hatch(NamedTuple):
    """What a reason is called, and how it is hatched; `color` and `dark` are for light and dark paper."""

    words: str
    shape: str
    color: str
    dark: str


HATCHES: dict[AwayReason, Hatch] = {
    "shutdown": Hatch("shut down", "/", "#8C3D79", "#E79AC6"),
    "failure": Hatch("failed", "x", "#B42318", "#FFB4A9"),
    "owner": Hatch("owner there", "\\", "#55595F", "#B4B8BE"),
    "addition": Hatch("not there yet", "-", "#55595F", "#B4B8BE"),
    "spare": Hatch("stands by", ".", "#55595F", "#B4B8BE"),
}
"""In the order of the legend. Shapes differ as well, for print and for who sees no colors."""


class Gone(NamedTuple):
    """Machines that are away from one instant to another (s) for one reason."""

    since: float
    until: float
    reason: AwayReason
    machines: list[int]


def times_away(trace: Trace) -> list[Gone]:
    """When how many machines are away, by their begins; those that go and come together are one row."""
    found: dict[tuple[float, float, AwayReason], list[int]] = defaultdict(list)
    away = trace["away"]
    for since, until, reason, machine in zip(
        away["since"], away["until"], away["reason"], away["machine"], strict=True
    ):
        found[since, until, reason].append(machine)
    return [Gone(*when, sorted(machines)) for when, machines in sorted(found.items())]


def add_away(figure: go.Figure, trace: Trace, scheme: str) -> None:
    """A trace for each reason, to be drawn before the jobs."""
    times = times_away(trace)
    for reason, hatch in HATCHES.items():
        rows = [gone for gone in times if gone.reason == reason]
        if not rows:
            continue
        corners = Corners([], [])
        for gone in rows:
            for low, high in runs(gone.machines):
                corners.add(gone.since, gone.until, low - 0.5, high + 0.5)
        color = hatch.dark if scheme == "dark" else hatch.color
        more = f"<br>and {len(rows) - LISTED} more times" if len(rows) > LISTED else ""
        figure.add_scatter(
            x=corners.x,
            y=corners.y,
            mode="lines",
            fill="toself",
            fillcolor=PAPER[scheme],
            fillpattern={"shape": hatch.shape, "fgcolor": color, "bgcolor": PAPER[scheme], "size": 6, "solidity": 0.25},
            line={"color": color, "width": 0.5},
            hoveron="fills",
            hoverinfo="text",
            text=f"<b>{hatch.words}</b><br>" + "<br>".join(map(words_of, rows[:LISTED])) + more,
            hoverlabel={"bgcolor": PAPER[scheme], "font": {"color": INK[scheme]}},
            name=hatch.words,
            showlegend=True,
        )


def words_of(gone: Gone) -> str:
    """How many machines, from when to when."""
    many = f"{len(gone.machines)} machine{'' if len(gone.machines) == 1 else 's'}"
    return f"{many}, {instant(gone.since)} – {instant(gone.until)}"
