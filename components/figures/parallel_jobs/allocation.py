"""Machines allocated to each job over time, stacked, so that shrinking and expanding can be seen."""

from itertools import groupby
from typing import Any, NamedTuple

import plotly.graph_objects as go

from components.figures.common.instant import instant_line
from components.figures.common.job_colors import job_colors
from components.looks.theme import FAINT, INK, PAPER, template, tint
from components.looks.tokens import TYPE
from components.words.units import instant
from engine.parallel_jobs.replay.tree import Trace

LISTED = 12
"""Jobs that the hover text names; more would cover the picture."""


class Allocation(NamedTuple):
    """The window of a trace as steps: from each instant on, so many machines for each job that has any."""

    instants: list[float]
    sizes: list[dict[int, int]]

    def totals(self) -> list[int]:
        """Machines, or processes, of all jobs together from each instant on."""
        return [sum(sizes.values()) for sizes in self.sizes]

    def mean(self) -> float:
        """Time average of the totals over the window."""
        spans = [after - before for before, after in zip(self.instants, self.instants[1:], strict=False)]
        length = sum(spans)
        return sum(span * total for span, total in zip(spans, self.totals(), strict=False)) / length if length else 0.0

    def resizes(self) -> tuple[int, int]:
        """How often a running job lost machines, and how often one gained some."""
        shrunk = expanded = 0
        for before, after in zip(self.sizes, self.sizes[1:], strict=False):
            shrunk += sum(after[job] < before[job] for job in after.keys() & before.keys())
            expanded += sum(after[job] > before[job] for job in after.keys() & before.keys())
        return shrunk, expanded


def rows_of(trace: Trace) -> list[tuple[float, int, int]]:
    """From when on which job has how many machines."""
    sizes = trace["sizes"]
    return list(zip(sizes.get("time", []), sizes.get("job", []), sizes.get("size", []), strict=True))


def allocation_of(trace: Trace) -> Allocation:
    """What the rows `sizes` of a trace add up to, until the window ends; one entry for each instant."""
    begin, end = trace["steps"][0]["time"], trace["steps"][-1]["time"]
    now: dict[int, int] = {}
    instants, sizes = [begin], [now]
    for time, changes in groupby(rows_of(trace), key=lambda row: row[0]):
        now = now | {job: size for _, job, size in changes}
        now = {job: size for job, size in sorted(now.items()) if size}
        if time > instants[-1]:
            instants.append(time)
            sizes.append(now)
        else:
            sizes[-1] = now
    if instants[-1] < end:
        instants.append(end)
        sizes.append(now)
    return Allocation(instants, sizes)


def draw_allocation(trace: Trace, scheme: str) -> go.Figure:
    """Stacked areas, one for each job; shape 0 of the layout is the line of the current instant."""
    found = allocation_of(trace)
    colors = job_colors(trace)
    machines = len(trace["machine_group"])
    word = words_of(trace)
    figure = go.Figure()
    for job in sorted({job for sizes in found.sizes for job in sizes}):
        xs, ys = _area(found, job)
        figure.add_scatter(
            x=xs,
            y=ys,
            mode="lines",
            stackgroup="jobs",
            line={"shape": "hv", "width": 1, "color": PAPER[scheme]},  # a thin gap between neighbours
            fillcolor=tint(colors[job], 0.8),
            name=f"job {job + 1}",
            hoverinfo="skip",
        )
    totals = found.totals()
    figure.add_scatter(
        x=found.instants,
        y=totals,
        mode="lines",
        line={"shape": "hv", "width": 0},  # there to be pointed at
        name="all jobs",
        hoverinfo="text",
        hovertext=[_hover(*row, machines, word) for row in zip(found.instants, found.sizes, strict=True)],
    )
    first, last = found.instants[0], found.instants[-1]
    figure.update_layout(
        template=template(scheme),
        showlegend=False,
        hovermode="x",
        shapes=[instant_line(first, scheme), _limit(machines, scheme)],
        annotations=[_limit_words(machines, scheme)],
        margin={"t": 28},
    )
    figure.update_xaxes(title="Time (s)", range=[first, last])
    figure.update_yaxes(title=f"{word.capitalize()} allocated", range=[0, 1.04 * max(machines, *totals)])
    return figure


def words_of(trace: Trace) -> str:
    """What is counted: several processes share a machine under some policies."""
    return "processes" if max(allocation_of(trace).totals()) > len(trace["machine_group"]) else "machines"


def _area(found: Allocation, job: int) -> tuple[list[float], list[int]]:
    """From the start of *job* to its end; outside it, plotly takes nought."""
    rows = [n for n, sizes in enumerate(found.sizes) if job in sizes]
    last = min(rows[-1] + 1, len(found.instants) - 1)
    xs = found.instants[rows[0] : last + 1]
    return xs, [found.sizes[n].get(job, 0) for n in range(rows[0], last + 1)]


def _hover(time: float, sizes: dict[int, int], machines: int, word: str) -> str:
    lines = [f"job {job + 1}: {size}" for job, size in reversed(list(sizes.items()))]  # as they are stacked
    more = [f"and {len(lines) - LISTED} more jobs"] if len(lines) > LISTED else []
    head = f"<b>from {instant(time)}: {sum(sizes.values())} {word}</b> ({machines} machines)"
    return "<br>".join([head, *lines[:LISTED], *more])


def _limit(machines: int, scheme: str) -> dict[str, Any]:
    line = {"color": INK[scheme], "width": 1.5, "dash": "dash"}
    return {"type": "line", "xref": "paper", "x0": 0, "x1": 1, "y0": machines, "y1": machines, "line": line}


def _limit_words(machines: int, scheme: str) -> dict[str, Any]:
    return {
        "xref": "paper",
        "x": 1,
        "xanchor": "right",
        "y": machines,
        "yanchor": "bottom",
        "text": f"all {machines} machines",
        "showarrow": False,
        "font": {"size": TYPE["xs"], "color": INK[scheme]},
        "bgcolor": PAPER[scheme],
        "bordercolor": FAINT[scheme],
        "opacity": 0.9,
    }
