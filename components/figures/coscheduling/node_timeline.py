"""What every processor does in a window of time: nodes from top to bottom, a bar for every interval, in few traces."""

from collections import defaultdict
from typing import Any

import plotly.graph_objects as go

from components.figures.common.window import colors_of, per_second, put_time_axis, to_tick, unit
from components.figures.coscheduling.activities import ACTIVITIES, WORDS, marker_of
from components.figures.coscheduling.message_lines import add_messages
from components.looks.theme import FAINT, INK, template, tint
from components.looks.tokens import TYPE
from engine.coscheduling.replay.tree import Doing, Trace

FAINTEST = 0.2
"""Opacity of a span of which next to nothing is its most frequent activity; less could not be seen."""

HEIGHT = 0.86
"""Of the bar of a node, of the distance to the next one."""

LANE = 0.3
"""How much of it is for the processes in I/O, one below the other."""

LIGHT = 0.5
"""Opacity of I/O."""

WIDE = 0.025
"""Part of the window from which on a bar has room for the number of its job."""


def draw_node_timeline(trace: Trace, scheme: str) -> go.Figure:
    """The bars, by activity and color of the job; messages as lines above them if they are told apart."""
    figure = go.Figure()
    _add_legend(figure, trace, scheme)
    groups: dict[tuple[Doing, str], list[int]] = defaultdict(list)
    columns, colors = trace["intervals"], colors_of(trace)
    for n, (activity, job) in enumerate(zip(columns["activity"], columns["job"], strict=True)):
        groups[activity, colors.get(job, "")].append(n)
    for (activity, color), rows in sorted(groups.items()):
        _add_bars(figure, trace, activity, color, rows, scheme)
    _add_io(figure, trace, scheme)
    add_messages(figure, trace, scheme)
    window = trace["window"]
    figure.update_layout(
        template=template(scheme),
        barmode="overlay",
        bargap=0,
        hovermode="closest",
        margin={"l": 72, "r": 16, "t": 52, "b": 60},
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


def _add_legend(figure: go.Figure, trace: Trace, scheme: str) -> None:
    """A grey bar for each activity: in the picture, the color is the job's."""
    for activity in (*ACTIVITIES, *(["io"] if has_io(trace) else [])):
        marker = marker_of(activity, scheme, "" if activity in ("idle", "io") else FAINT[scheme])
        figure.add_bar(
            x=[None],
            y=[None],
            orientation="h",
            name=WORDS[activity],
            legendgroup=activity,
            marker=marker,
        )


def has_io(trace: Trace) -> bool:
    """Whether the picture has a lane for I/O."""
    return bool(trace["io"].get("start"))


def _place(trace: Trace) -> dict[str, float]:
    """Where in the row of its node the bar of a processor is; the axis points down."""
    height = HEIGHT if trace["window"]["end_node"] - trace["window"]["first_node"] <= 64 else 1.0
    return {"width": height - (LANE if has_io(trace) else 0.0), "offset": -height / 2}


def _add_io(figure: go.Figure, trace: Trace, scheme: str) -> None:
    """Thin light bars below that of the processor, a line for each slot of the node, in the color of the job."""
    if not has_io(trace):
        return
    columns, scale, place = trace["io"], per_second(trace), _place(trace)
    colors, line = colors_of(trace), LANE / trace["slots"]
    begin = place["offset"] + place["width"]
    digits = ".3f" if unit(trace) == "ms" else ".4f"
    marker = {"color": [tint(colors[job], LIGHT) for job in columns["job"]], "line": {"width": 0}}
    figure.add_bar(
        base=[to_tick(since, scale) for since in columns["start"]],
        x=[to_tick(until - since, scale) for since, until in zip(columns["start"], columns["end"], strict=True)],
        y=[one + 1 for one in columns["node"]],
        offset=[begin + slot * line for slot in columns["slot"]],
        width=0.85 * line,
        orientation="h",
        marker=marker,
        legendgroup="io",
        showlegend=False,
        customdata=[[job + 1] for job in columns["job"]],
        hovertemplate=f"<b>job %{{customdata[0]}}, in I/O</b><br>node %{{y}}, from %{{base:{digits}}} {unit(trace)}"
        "<extra></extra>",
    )


def _add_bars(figure: go.Figure, trace: Trace, activity: Doing, color: str, rows: list[int], scheme: str) -> None:
    columns, scale = trace["intervals"], per_second(trace)
    start, end = [columns["start"][n] for n in rows], [columns["end"][n] for n in rows]
    node, job = [columns["node"][n] for n in rows], [columns["job"][n] for n in rows]
    share = [columns["share"][n] for n in rows] if trace["detail"] == "spans" else []
    wide = (trace["window"]["until"] - trace["window"]["since"]) * WIDE
    digits = ".3f" if unit(trace) == "ms" else ".4f"
    figure.add_bar(
        base=[to_tick(since, scale) for since in start],
        x=[to_tick(until - since, scale) for since, until in zip(start, end, strict=True)],
        y=[one + 1 for one in node],
        orientation="h",
        **_place(trace),
        marker=marker_of(activity, scheme, color)
        | ({"opacity": [round(FAINTEST + (1 - FAINTEST) * one, 2) for one in share]} if share else {}),
        text=[
            str(of + 1) if of >= 0 and (until - since) * part > wide else ""
            for since, until, of, part in zip(start, end, job, share or [1.0] * len(job), strict=True)
        ],
        textposition="inside",
        insidetextanchor="middle",
        textangle=0,
        textfont={"size": TYPE["xs"], "color": INK["light"] if activity == "spinning" else None},
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
