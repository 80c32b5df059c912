"""The schedule in time: machines from top to bottom, a block for every job, shared machines split into strips."""

from collections import defaultdict
from typing import Any

import plotly.graph_objects as go

from components.figures.common.instant import instant_line
from components.figures.common.job_colors import job_colors
from components.looks.theme import INK, template, tint
from components.words.units import instant
from components.words.wording import number
from engine.parallel_jobs.replay.tree import Bars, Trace

GAP = 0.04

LISTED = 12
"""Blocks of a job that its hover text names; one that is resized often has more than a screen can show."""


def draw_schedule(trace: Trace, scheme: str, compact: bool = False) -> go.Figure:
    """The blocks of a trace's window; shape 0 of the layout is the line of the current instant.

    With *compact*, it is small enough to stand under the state diagram.
    """
    figure = go.Figure()
    by_job: dict[int, list[int]] = defaultdict(list)
    bars = trace["bars"]
    for n, job in enumerate(bars.get("job", [])):
        by_job[job].append(n)
    strips, colors = _strips(bars), job_colors(trace)
    for job, rows in sorted(by_job.items()):
        _add_job(figure, trace, job, colors[job], rows, strips)
    first, last = trace["steps"][0]["time"], trace["steps"][-1]["time"]
    figure.update_layout(
        template=template(scheme),
        showlegend=False,
        hovermode="closest",
        shapes=[instant_line(first, scheme), *_borders(trace, scheme)],
        margin={"l": 64, "r": 12, "t": 8, "b": 44},
        dragmode="pan" if compact else "zoom",
    )
    figure.update_xaxes(title="Time (s)", range=[first, first + (last - first) * (0.3 if compact else 1.0)])
    ticks = _group_ticks(trace)
    figure.update_yaxes(
        tickvals=list(ticks),
        ticktext=list(ticks.values()),
        range=[len(trace["machine_group"]) - 0.5, -0.5],
        showgrid=False,
        title="" if compact else "Machines",
    )
    return figure


def _strips(bars: Bars) -> list[int]:
    """Into how many strips the machine's row is split for each bar: 1 where the job is alone on the machine."""
    on: dict[int, list[int]] = defaultdict(list)
    for n, machine in enumerate(bars.get("machine", [])):
        on[machine].append(n)
    strips = [1] * len(bars.get("machine", []))
    for rows in on.values():
        for n in rows:
            sharing = [
                bars["slot"][other] + 1
                for other in rows
                if bars["start"][other] < bars["end"][n] and bars["start"][n] < bars["end"][other]
            ]
            if len(sharing) > 1:
                strips[n] = max(sharing)
    return strips


def _add_job(figure: go.Figure, trace: Trace, job: int, color: str, rows: list[int], strips: list[int]) -> None:
    """One trace per job: rectangles over runs of neighbouring machines, separated by gaps in the line."""
    bars = trace["bars"]
    pieces: dict[tuple[float, float, int, int, int], list[int]] = defaultdict(list)
    for n in rows:
        slot = bars["slot"][n] if strips[n] > 1 else 0
        piece = (bars["start"][n], bars["end"][n], slot, strips[n], bars["delay_class"][n])
        pieces[piece].append(bars["machine"][n])
    xs: list[float | None] = []
    ys: list[float | None] = []
    lines = []
    for (start, end, slot, parts, delay_class), machines in sorted(pieces.items()):
        # With one delay there is nothing to tell.
        delay = f" at delay {number(trace['classes'][delay_class])}" if len(trace["classes"]) > 1 else ""
        many = f"{len(machines)} machine{'' if len(machines) == 1 else 's'}"
        lines.append(f"{instant(start)} – {instant(end)}: {many}{delay}")
        for low, high in _runs(sorted(machines), parts):
            top = low - 0.5 + slot / parts + GAP
            bottom = high + 0.5 - (parts - slot - 1) / parts - GAP
            xs += [start, end, end, start, start, None]
            ys += [top, top, bottom, bottom, top, None]
    more = f"<br>and {len(lines) - LISTED} more blocks" if len(lines) > LISTED else ""
    figure.add_scatter(
        x=xs,
        y=ys,
        mode="lines",
        fill="toself",
        fillcolor=tint(color, 0.75),
        line={"color": color, "width": 1},
        hoveron="fills",
        hoverinfo="text",
        text=f"<b>job {job + 1}</b><br>" + "<br>".join(lines[:LISTED]) + more,
        name=f"job {job + 1}",
    )


def _runs(machines: list[int], parts: int) -> list[tuple[int, int]]:
    """Runs of consecutive machine numbers; machines that are split into strips stand alone."""
    runs: list[tuple[int, int]] = []
    for machine in machines:
        if runs and parts == 1 and runs[-1][1] == machine - 1:
            runs[-1] = (runs[-1][0], machine)
        else:
            runs.append((machine, machine))
    return runs


def _group_ticks(trace: Trace) -> dict[float, str]:
    groups = trace["machine_group"]
    middle = {g: [i for i, of in enumerate(groups) if of == g] for g in dict.fromkeys(groups)}
    return {sum(rows) / len(rows): trace["groups"][g]["name"] for g, rows in middle.items()}


def _borders(trace: Trace, scheme: str) -> list[dict[str, Any]]:
    groups = trace["machine_group"]
    return [
        {
            "type": "line",
            "xref": "paper",
            "x0": 0,
            "x1": 1,
            "y0": i + 0.5,
            "y1": i + 0.5,
            "line": {"color": INK[scheme], "width": 1, "dash": "dot"},
        }
        for i in range(len(groups) - 1)
        if groups[i] != groups[i + 1]
    ]
