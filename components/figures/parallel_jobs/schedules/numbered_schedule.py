"""The schedule of a few jobs, with their numbers in their blocks: to be held against that of another policy."""

from typing import Any

import plotly.graph_objects as go

from components.figures.parallel_jobs.schedules.schedule import draw_schedule
from components.looks.theme import INK, PAPER
from components.looks.tokens import TYPE
from engine.parallel_jobs.replay.tree import Trace

MARGIN = 0.02
"""Part of the axis of time that is left free behind the last end."""


LEAST = 0.035
"""Part of the axis of time that a block has to have for the number in it to be read."""


def draw_numbered_schedule(trace: Trace, blocks: list[Any], until: float, scheme: str) -> go.Figure:
    """The schedule in *trace*, whose *blocks* (see `engine.parallel_jobs.replay.schedules`) have the numbers of their
    jobs; the axis ends behind *until*, s.

    Jobs are colored by their machines: under every policy the same job has the same color. Blocks that are too short,
    or share a machine, have no number; the pointer tells it.
    """
    figure = draw_schedule(trace, scheme, by="size", span=(0.0, until * (1 + MARGIN)))
    for n, (job, since, to, runs) in enumerate(blocks):
        others = blocks[:n] + blocks[n + 1 :]
        if to - since < LEAST * until or any(_overlap(blocks[n], other) for other in others):
            continue
        for first, count in runs:
            figure.add_annotation(
                x=(since + to) / 2,
                y=first + (count - 1) / 2,
                text=str(job + 1),
                showarrow=False,
                borderpad=1,
                bgcolor=PAPER[scheme],
                font={"size": TYPE["xs"], "color": INK[scheme]},
            )
    return figure


def _overlap(one: Any, other: Any) -> bool:
    """Whether two blocks are on a machine at the same time."""
    (_, since, to, runs), (_, from_, until, others) = one, other
    together = any(a < c + d and c < a + b for a, b in runs for c, d in others)
    return bool(since < until and from_ < to and together)
