"""The deadlines in a schedule: a diamond in the row where a job ends, filled if it is missed."""

import plotly.graph_objects as go

from components.figures.parallel_jobs.job_words import words_of_job
from components.looks.theme import INK, KINDS, KINDS_DARK, PAPER
from engine.parallel_jobs.replay.tree import Trace


def add_deadlines(figure: go.Figure, trace: Trace, scheme: str) -> None:
    """A trace for those that are met and one for those that are missed; nothing where jobs have none."""
    here, rows = trace["present"], _rows(trace)
    late = (KINDS_DARK if scheme == "dark" else KINDS)["migration"]
    for missed, color, words in ((False, INK[scheme], "deadline"), (True, late, "deadline missed")):
        some = [
            (job, deadline)
            for job, deadline, end in zip(here["job"], here["deadline"], here["end"], strict=True)
            if job in rows and deadline is not None and end is not None and (end > deadline) == missed
        ]
        if some:
            figure.add_scatter(
                x=[deadline for _, deadline in some],
                y=[rows[job] for job, _ in some],
                mode="markers",
                marker={
                    "symbol": "diamond",
                    "size": 9,
                    "color": color if missed else PAPER[scheme],
                    "line": {"width": 1.5, "color": PAPER[scheme] if missed else color},
                },
                hoverinfo="text",
                hovertext=[f"<b>deadline of job {job + 1}</b><br>{words_of_job(trace, job)}" for job, _ in some],
                name=words,
                showlegend=True,
                meta={"jobs": [job for job, _ in some]},
            )


def _rows(trace: Trace) -> dict[int, float]:
    """At which height each job has the middle of its last block."""
    bars = trace["bars"]
    last: dict[int, tuple[float, list[int]]] = {}
    for job, end, machine in zip(bars.get("job", []), bars.get("end", []), bars.get("machine", []), strict=True):
        before, machines = last.get(job, (end, []))
        last[job] = (end, [*machines, machine]) if end == before else max((before, machines), (end, [machine]))
    return {job: sum(machines) / len(machines) for job, (_, machines) in last.items()}
