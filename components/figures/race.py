"""The rows of a race, which are 1 high each: names of policies, lines between them, one axis of time, one playhead."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import plotly.graph_objects as go

from components.figures.common.instant import instant_line
from components.figures.common.row_names import room_of
from components.looks.theme import INK, JOB_COLORS, LOOKS, PAPER, template
from components.looks.tokens import TYPE
from components.words.policy_names import with_policy_names
from components.words.units import instant
from engine.why.first_difference import Moment

COLOR = {"light": "#B42318", "dark": "#FFB4A9"}

MARKED = 0.285
"""Where between both it is marked that a decision differs."""

PALE = {"#E69F00", "#56B4E9", "#CC79A7", "#009E73"}
"""Colors of jobs on which black is read better than white."""


Number = tuple[float, float, int, float]
"""Where the number of a job stands, the job, and how high the rectangle is, in rows."""


def number_in(x: Sequence[Any], y: Sequence[Any], job: int, least: float) -> list[Number]:
    """The number of a job: in the largest of its rectangles, unless that is too narrow."""
    pieces = [(x[n], x[n + 1], y[n], y[n + 2]) for n in range(0, len(x) - 3, 6)]
    since, until, top, bottom = max(pieces, key=lambda one: (one[1] - one[0]) * (one[3] - one[2]))
    is_seen = until - since >= least and bottom - top >= 0.07
    return [((since + until) / 2, (top + bottom) / 2, job, bottom - top)] if is_seen else []


def written(numbers: Sequence[Number]) -> dict[str, Any]:
    """The numbers of jobs, each at its place; `room.js` leaves out those for which a picture is too low."""
    colors = [JOB_COLORS[job % len(JOB_COLORS)] for _, _, job, _ in numbers]
    return {
        "x": [x for x, *_ in numbers],
        "y": [y for _, y, *_ in numbers],
        "mode": "text",
        "cliponaxis": True,  # or they would stand on the names of rows, where a window cuts their rectangle
        "text": [str(job + 1) for _, _, job, _ in numbers],
        "customdata": [round(height, 4) for *_, height in numbers],
        "textfont": {"size": TYPE["xs"], "color": ["#000000" if color in PALE else "#FFFFFF" for color in colors]},
        "hoverinfo": "skip",
        "showlegend": False,
    }


def first_of_all(moments: Sequence[Moment]) -> list[Moment]:
    """The first one, unless policies differ already before the window."""
    return [one for one in moments[:1] if not one.is_earlier]


def marks_of(
    rows: Sequence[str], moments: Sequence[Moment], scheme: str, thing: str = "job", height: float = MARKED
) -> Iterator[dict[str, Any]]:
    """A mark for each decision that differs in the row of every policy that has a part in it; the first is larger."""
    color, first = COLOR[scheme], first_of_all(moments)
    later = [one for one in moments if not one.is_earlier][len(first) :]
    for some, symbol, size, words in (
        ([one for one in moments if one.is_earlier], "triangle-right", 12, "they differ before this window"),
        (first, "star", 15, "first different decision"),
        (later, "triangle-down", 10, "another different decision" if first else "different decision"),
    ):
        marks = [(one, row) for one in some for row, name in enumerate(rows) if any(name in pair for pair in one.pairs)]
        if marks:
            yield {
                "x": [one.time for one, _ in marks],
                "y": [row + height for _, row in marks],
                "mode": "markers",
                "marker": {
                    "symbol": symbol,
                    "size": size,
                    "color": color,
                    "line": {"width": 1, "color": PAPER[scheme]},
                },
                "hoverinfo": "text",
                "hovertext": [
                    f"{instant(one.time)}: decided otherwise about {thing} "
                    + ", ".join(str(job + 1) for job in one.jobs)
                    for one, _ in marks
                ],
                "name": words,
                "showlegend": True,
            }


NAME = 0.06
"""Where in its row the name of a policy stands."""


def scaled(low: float, high: float, row: int, lane: tuple[float, float]) -> Callable[[float], float]:
    """From a height between *low* and *high* to one in the *lane* of a row."""
    return lambda value: row + lane[0] + (value - low) / (high - low) * (lane[1] - lane[0])


def lay_out(
    figure: go.Figure,
    policies: Sequence[str],
    span: tuple[float, float],
    first: Sequence[float],
    ticks: Mapping[float, str],
    title: str,
    scheme: str,
    where: str = "Time (s)",
) -> None:
    """Shape 0 of the layout is the line of the current instant; at each instant of *first* there is another one.

    *ticks* are words by their heights, *title* is what the rows consist of.
    """
    line = {"type": "line", "line": {"color": INK[scheme], "width": 1, "dash": "dot"}}
    figure.update_layout(
        template=template(scheme),
        hovermode="closest",
        margin={"l": room_of(ticks.values()), "r": 12, "t": 52, "b": 60},
        shapes=[
            instant_line(span[0], scheme),
            *({**line, "yref": "paper", "x0": time, "x1": time, "y0": 0, "y1": 1} for time in first),
            *({**line, "xref": "paper", "x0": 0, "x1": 1, "y0": row, "y1": row} for row in range(1, len(policies))),
        ],
        annotations=[
            {
                "name": "row",  # by which `room_layout.js` knows it
                "x": 0,
                "xref": "paper",
                "xanchor": "left",
                "y": row + NAME,
                "yanchor": "middle",
                **_named(policy, scheme),
                "showarrow": False,
                "bgcolor": PAPER[scheme],  # or the line between two rows would run through it where rows are low
                "borderpad": 0,
            }
            for row, policy in enumerate(policies)
        ],
    )
    figure.update_xaxes(title=where, range=list(span))
    figure.update_yaxes(
        tickvals=list(ticks),
        ticktext=list(ticks.values()),
        range=[len(policies), 0],
        showgrid=False,
        zeroline=False,
        fixedrange=True,
        title=title,
    )


def _named(policy: str, scheme: str) -> dict[str, Any]:
    """The name of a policy in its color and with its marker; one of several studies is called "A SED"."""
    _, _, own = policy.partition(" ")
    look = LOOKS[policy] if policy in LOOKS else LOOKS[own]
    return {"text": f"<b>{look.glyph} {with_policy_names(policy)}</b>", "font": {"color": look.on(scheme)}}


def once(drawn: dict[str, Any], data: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """What belongs to no single job stands in the legend once."""
    is_known = any(other.get("name") == drawn.get("name") for other in data)
    return drawn | {
        "legendgroup": drawn.get("name"),
        "showlegend": drawn.get("showlegend", True) and not is_known,
    }
