"""The rows of a race, which are 1 high each: names of policies, lines between them, one axis of time, one playhead."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import plotly.graph_objects as go

from components.figures.common.instant import instant_line
from components.figures.common.row_names import room_of
from components.looks.theme import INK, LOOKS, PAPER, template
from components.words.policy_names import with_policy_names

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
