"""The lane above a schedule: jobs that wait, as thin bars or as their number, and a tick for each arrival."""

from typing import NamedTuple

import plotly.graph_objects as go

from components.figures.parallel_jobs.job_groups import Groups
from components.figures.parallel_jobs.job_words import words_of_job
from components.looks.theme import INK, tint
from components.looks.tokens import TYPE
from components.words.units import instant
from engine.parallel_jobs.replay.tree import Trace

MOST_ROWS = 12
"""Jobs that wait at one time up to which each has a bar; of more, only their number can be seen."""

MOST_BARS = 200
"""Bars in all: each is a trace, which the browser has to draw."""

REJECTED = {"light": "#B42318", "dark": "#FFB4A9"}


class Bar(NamedTuple):
    """A job waits from one instant to another (s), drawn in a row, the lowest of which is 0."""

    job: int
    since: float
    until: float
    row: int


def bars_of(trace: Trace) -> list[Bar]:
    """The waits of a window, each in the lowest row that is free; none if they are too many to be told apart."""
    waits = trace["waits"]
    if not 0 < len(waits["job"]) <= MOST_BARS:
        return []
    ends: list[float] = []  # of the last wait in each row
    found = []
    for job, since, until in zip(waits["job"], waits["since"], waits["until"], strict=True):
        row = next((n for n, end in enumerate(ends) if end <= since), len(ends))
        ends[row : row + 1] = [until]
        found.append(Bar(job, since, until, row))
    return found if len(ends) <= MOST_ROWS else []


LETTER = 0.56
"""Width of a letter, in sizes of the type."""


def add_waiting(figure: go.Figure, trace: Trace, groups: Groups, scheme: str) -> None:
    """The lane, on the second axis upwards."""
    bars = bars_of(trace)
    rows = 1 + max((bar.row for bar in bars), default=0)
    for bar in bars:
        figure.add_scatter(
            x=[bar.since, bar.until, bar.until, bar.since, bar.since],
            y=[bar.row + 0.1, bar.row + 0.1, bar.row + 0.9, bar.row + 0.9, bar.row + 0.1],
            yaxis="y2",
            **groups.area(bar.job, scheme),
            text=f"<b>job {bar.job + 1}</b> waits {instant(bar.since)} – {instant(bar.until)}",
            name=f"job {bar.job + 1} waits",
        )
    if not bars:
        rows = _add_number(figure, trace, scheme)
    _add_arrivals(figure, trace, -0.16 * rows, scheme)
    figure.update_layout(
        yaxis2={
            "domain": [0.84, 1.0],
            "range": [-0.32 * rows, 1.04 * rows],
            # In line with the title of the axis below, whose ticks are the names of groups: in a low picture it is
            # longer than its lane, and would lie on the uppermost of them.
            "title": {
                "text": "Waiting",
                "standoff": 8 + LETTER * TYPE["sm"] * max(len(g["name"]) for g in trace["groups"]),
            },
            "tickvals": [] if bars else [0, rows],
            "showgrid": False,
            "zeroline": False,
            "fixedrange": True,
            "anchor": "x",
        }
    )


def _add_number(figure: go.Figure, trace: Trace, scheme: str) -> int:
    """How many jobs wait, as an area; the largest number, at least 1."""
    steps = trace["steps"]
    counts = [step["waiting"] for step in steps]
    figure.add_scatter(
        x=[step["time"] for step in steps],
        y=counts,
        yaxis="y2",
        mode="lines",
        fill="tozeroy",
        fillcolor=tint(INK[scheme], 0.2),
        line={"color": INK[scheme], "width": 1, "shape": "hv"},
        hovertemplate="%{y} jobs wait<extra></extra>",
        name="jobs that wait",
        showlegend=False,
    )
    return max(1, *counts)


def _add_arrivals(figure: go.Figure, trace: Trace, height: float, scheme: str) -> None:
    """A tick for each job that comes in the window, and a cross for each that is not taken."""
    here, first = trace["present"], trace["steps"][0]["time"]
    rows = [n for n, time in enumerate(here["arrival"]) if time >= first]
    for taken, symbol, color, words in (
        (True, "line-ns-open", INK[scheme], "arrival"),
        (False, "x-thin-open", REJECTED[scheme], "not taken"),
    ):
        some = [n for n in rows if (here["start"][n] is not None) == taken]
        if some:
            figure.add_scatter(
                x=[here["arrival"][n] for n in some],
                y=[height] * len(some),
                yaxis="y2",
                mode="markers",
                marker={"symbol": symbol, "size": 8, "color": color, "line": {"width": 1.5, "color": color}},
                hoverinfo="text",
                hovertext=[f"<b>job {here['job'][n] + 1}</b>, {words_of_job(trace, here['job'][n])}" for n in some],
                name=words,
                showlegend=True,
                meta={"jobs": [here["job"][n] for n in some]},
            )
