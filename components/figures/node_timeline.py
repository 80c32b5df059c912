"""What every processor does in a window of time: nodes from top to bottom, a bar for every interval, in few traces."""

from collections import defaultdict
from typing import Any

import plotly.graph_objects as go

from components.figures.activities import ACTIVITIES, WORDS, marker_of
from components.figures.message_lines import add_messages
from components.figures.window import colors_of, per_second, put_time_axis, unit
from components.theme import FAINT, INK, template

FAINTEST = 0.2
"""Opacity of a span of which next to nothing is its most frequent activity; less could not be seen."""

HEIGHT = 0.86

WIDE = 0.025
"""Part of the window from which on a bar has room for the number of its job."""


def draw_node_timeline(trace: dict[str, Any], scheme: str) -> go.Figure:
    """The bars, by activity and color of the job; messages as lines above them if they are told apart."""
    figure = go.Figure()
    _add_legend(figure, scheme)
    groups: dict[tuple[str, str], list[int]] = defaultdict(list)
    columns, colors = trace["intervals"], colors_of(trace)
    for n, (activity, job) in enumerate(zip(columns["activity"], columns["job"], strict=True)):
        groups[activity, colors.get(job, "")].append(n)
    for (activity, color), rows in sorted(groups.items()):
        _add_bars(figure, trace, activity, color, rows, scheme)
    add_messages(figure, trace, scheme)
    window = trace["window"]
    figure.update_layout(
        template=template(scheme),
        barmode="overlay",
        bargap=0,
        hovermode="closest",
        margin={"l": 64, "r": 16, "t": 44, "b": 48},
        legend={"itemclick": "toggle", "itemdoubleclick": "toggleothers"},
    )
    put_time_axis(figure, trace)
    figure.update_yaxes(
        title="Node",
        range=[window["end_node"] + 0.5, window["first_node"] + 0.5],
        tickformat="d",
        showgrid=False,
        **_ticks(window["first_node"], window["end_node"]),
    )
    return figure


def _ticks(first: int, end: int) -> dict[str, Any]:
    step = max(1, (end - first) // 16)
    return {"tickvals": list(range(first + 1, end + 1, step))}


def _add_legend(figure: go.Figure, scheme: str) -> None:
    """A grey bar for each activity: in the picture, the color is the job's."""
    for activity in ACTIVITIES:
        marker = marker_of(activity, scheme, "" if activity == "idle" else FAINT[scheme])
        figure.add_bar(
            x=[None],
            y=[None],
            orientation="h",
            name=WORDS[activity],
            legendgroup=activity,
            marker=marker,
        )


def _add_bars(
    figure: go.Figure, trace: dict[str, Any], activity: str, color: str, rows: list[int], scheme: str
) -> None:
    columns, scale = trace["intervals"], per_second(trace)
    start, end, node, job = ([columns[name][n] for n in rows] for name in ("start", "end", "node", "job"))
    share = [columns["share"][n] for n in rows] if trace["detail"] == "spans" else []
    wide = (trace["window"]["until"] - trace["window"]["since"]) * WIDE
    digits = ".3f" if unit(trace) == "ms" else ".4f"
    figure.add_bar(
        base=[since * scale for since in start],
        x=[(until - since) * scale for since, until in zip(start, end, strict=True)],
        y=[one + 1 for one in node],
        orientation="h",
        width=HEIGHT if trace["window"]["end_node"] - trace["window"]["first_node"] <= 64 else 1.0,
        marker=marker_of(activity, scheme, color)
        | ({"opacity": [FAINTEST + (1 - FAINTEST) * one for one in share]} if share else {}),
        text=[
            str(of + 1) if of >= 0 and (until - since) * part > wide else ""
            for since, until, of, part in zip(start, end, job, share or [1.0] * len(job), strict=True)
        ],
        textposition="inside",
        insidetextanchor="middle",
        textangle=0,
        textfont={"size": 11, "color": INK["light"] if activity == "spinning" else None},
        legendgroup=activity,
        showlegend=False,
        customdata=[
            [f"job {of + 1}, " if of >= 0 else "", f"<br>{100 * part:.0f} % of this span" if share else ""]
            for of, part in zip(job, share or job, strict=True)
        ],
        hovertemplate=f"<b>%{{customdata[0]}}{WORDS[activity]}</b><br>node %{{y}}, from %{{base:{digits}}} "
        f"{unit(trace)}"
        "%{customdata[1]}<extra></extra>",
    )
