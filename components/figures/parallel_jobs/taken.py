"""Which jobs were taken and which were not: what they had to do against the time they gave."""

from math import log10
from typing import Any, NamedTuple

import plotly.graph_objects as go

from components.looks.theme import INK, template
from engine.parallel_jobs.records import Reason
from engine.parallel_jobs.replay.tree import Submitted, Trace


class Fate(NamedTuple):
    """What became of a job, and how it is drawn."""

    words: str
    color: str
    dark: str
    symbol: str


FATES = {
    Reason.NONE: Fate("taken", "#0072B2", "#56B4E9", "circle"),
    Reason.TOO_FEW_PROCESSORS: Fate("rejected: too few processors", "#D55E00", "#FF8A4C", "x-thin-open"),
    Reason.NO_PROFIT: Fate("rejected: no profit", "#E69F00", "#F0C050", "square-open"),
    Reason.NOT_AT_LOOKAHEAD: Fate("rejected: not at the lookahead", "#8C3D79", "#E79AC6", "triangle-up-open"),
    Reason.DROPPED: Fate("dropped later", "#1A1A1A", "#E8E8E8", "star-diamond"),
    Reason.BY_RULE: Fate("rejected by the rule", "#3F6E00", "#9BCB3C", "triangle-down-open"),
    Reason.BY_QUEUE: Fate("refused by its queue", "#553092", "#BBA3F5", "diamond-open"),
}
"""Colors that color-blind people tell apart, and a marker of its own for each: black and white is enough."""


FEW, SMALLEST = 200, 3.0
"""Markers of one kind up to which each is seen by itself; of more they are smaller (px) and paler, so that it is darker
where more of them lie on each other."""


def counts(trace: Trace) -> dict[Reason, int]:
    """How many of the submitted jobs shared each fate; those that occurred, in the order of `FATES`."""
    reasons = trace["submitted"]["reason"]
    return {reason: reasons.count(reason) for reason in FATES if reason in reasons}


def draw_taken(trace: Trace, scheme: str) -> go.Figure:
    """A marker for each submitted job that has a deadline, by demand and time to its deadline, both logarithmic."""
    asked = trace["submitted"]
    deadlines = {n: time for n, time in enumerate(asked["deadline"]) if time is not None}
    figure = go.Figure()
    for reason, times in counts(trace).items():
        fate = FATES[reason]
        rows = [n for n, of in enumerate(asked["reason"]) if of == reason and n in deadlines]
        color = fate.dark if scheme == "dark" else fate.color
        crowd = min(1.0, (FEW / max(1, len(rows))) ** 0.5)
        figure.add_scatter(
            x=[round(asked["demand"][n], 2) for n in rows],
            y=[round(deadlines[n], 2) for n in rows],
            mode="markers",
            name=f"{fate.words} ({times})",
            marker={
                "symbol": fate.symbol,
                "color": color,
                "size": round(max(SMALLEST, 6 * crowd), 1),
                "opacity": round((0.5 if reason == Reason.NONE else 0.8) * crowd, 2),
                "line": {"width": round(max(0.75, 1.5 * crowd), 2), "color": color},
            },
            customdata=[[n + 1, round(asked["earned"][n], 2), round(asked["profit"][n], 2)] for n in rows],
            hovertemplate=(
                f"<b>job %{{customdata[0]}}</b>: {fate.words}<br>demand %{{x:,.0f}} s, deadline after %{{y:,.0f}} s"
                "<br>brings %{customdata[1]:,.0f} of %{customdata[2]:,.0f} $<extra></extra>"
            ),
        )
    machines = len(trace["machine_group"])
    bound = _bound(asked, machines, scheme)
    figure.update_layout(
        template=template(scheme), hovermode="closest", shapes=[bound], legend={"itemsizing": "constant"}
    )
    figure.update_xaxes(title="Demand (s of one machine)", type="log", range=_decades(asked["demand"]))
    figure.update_yaxes(title="Time to the deadline (s)", type="log", range=_decades(list(deadlines.values())))
    return figure


def _decades(values: list[float]) -> list[float] | None:
    """Range of a logarithmic axis with some air, for the middle 99.5 % of *values*: one tiny job needs no decade."""
    ordered = sorted(value for value in values if value > 0)
    if not ordered:
        return None
    few = len(ordered) // 400
    return [log10(ordered[few]) - 0.15, log10(ordered[-1 - few]) + 0.15]


def _bound(asked: Submitted, machines: int, scheme: str) -> dict[str, Any]:
    """Below this line no number of machines is enough, if the speedup is linear."""
    low, high = min(asked["demand"]), max(asked["demand"])
    line = {"color": INK[scheme], "width": 1, "dash": "dot"}
    return {"type": "line", "x0": low, "x1": high, "y0": low / machines, "y1": high / machines, "line": line}
