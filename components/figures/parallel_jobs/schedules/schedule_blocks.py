"""The blocks of a schedule: where and when each job is on which machines, one trace for each job."""

from collections import defaultdict

import plotly.graph_objects as go

from components.figures.parallel_jobs.job_groups import Groups
from components.figures.parallel_jobs.job_words import words_of_job
from components.figures.parallel_jobs.schedules.rectangles import GAP, Corners, runs
from components.words.units import instant
from components.words.wording import number
from engine.parallel_jobs.replay.tree import Bars, Trace

LISTED = 8
"""Blocks of a job that its hover text names; one that is resized often has more than a screen can show."""


def add_blocks(figure: go.Figure, trace: Trace, groups: Groups, scheme: str) -> None:
    """A trace for each job; its `meta` says which job, and the legend switches its group off."""
    by_job: dict[int, list[int]] = defaultdict(list)
    bars = trace["bars"]
    for n, job in enumerate(bars.get("job", [])):
        by_job[job].append(n)
    strips = _strips(bars)
    for job, rows in sorted(by_job.items()):
        corners, lines = _pieces(trace, rows, strips)
        more = f"<br>and {len(lines) - LISTED} more blocks" if len(lines) > LISTED else ""
        figure.add_scatter(
            x=corners.x,
            y=corners.y,
            **groups.area(job, scheme),
            text=f"<b>job {job + 1}</b>, {words_of_job(trace, job)}<br>" + "<br>".join(lines[:LISTED]) + more,
            name=f"job {job + 1}",
        )


def _pieces(trace: Trace, rows: list[int], strips: list[int]) -> tuple[Corners, list[str]]:
    """The rectangles of a job, and what is said of each span of its time."""
    bars = trace["bars"]
    spans: dict[tuple[float, float, int], int] = defaultdict(int)
    for n in rows:
        spans[bars["start"][n], bars["end"][n], bars["delay_class"][n]] += 1
    lines = []
    for (start, end, delay_class), count in sorted(spans.items()):
        # With one delay there is nothing to tell.
        delay = f" at delay {number(trace['classes'][delay_class])}" if len(trace["classes"]) > 1 else ""
        lines.append(f"{instant(start)} – {instant(end)}: {count} machine{'' if count == 1 else 's'}{delay}")
    corners = Corners([], [])
    for (start, end, slot, parts), machines in sorted(_stays(bars, rows, strips).items()):
        for low, high in runs(sorted(machines), parts):
            top = low - 0.5 + slot / parts + GAP
            corners.add(start, end, top, high + 0.5 - (parts - slot - 1) / parts - GAP)
    return corners, lines


def _stays(bars: Bars, rows: list[int], strips: list[int]) -> dict[tuple[float, float, int, int], list[int]]:
    """When (s) a job is on which machines, in which of how many strips; what it gets elsewhere ends nothing."""
    found: dict[tuple[float, float, int, int], list[int]] = defaultdict(list)
    on: dict[tuple[int, int, int], list[tuple[float, float]]] = defaultdict(list)
    for n in sorted(rows, key=lambda n: bars["start"][n]):
        stays = on[bars["machine"][n], bars["slot"][n] if strips[n] > 1 else 0, strips[n]]
        if stays and stays[-1][1] == bars["start"][n]:
            stays[-1] = (stays[-1][0], bars["end"][n])
        else:
            stays.append((bars["start"][n], bars["end"][n]))
    for (machine, slot, parts), stays in on.items():
        for start, end in stays:
            found[start, end, slot, parts].append(machine)
    return found


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
