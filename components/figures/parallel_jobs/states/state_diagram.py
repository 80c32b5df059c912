"""The mapping-state diagram: each state a tiny cluster, transitions as curved arrows (Schnor et al. 1996, section 4.2).

What is drawn is said here; where, in pixels, is found in the browser (`state_geometry.js`), which knows how wide the
picture is: circles are round, arrows end at their rims and labels stay apart at any width.
"""

from typing import Any

import igraph
import plotly.graph_objects as go

from components.figures.parallel_jobs.states.kept_states import Kept, kept_states, short
from components.figures.parallel_jobs.states.state_edges import Edge, edges_of
from components.looks.theme import FAINT, INK, JOB_COLORS, KINDS, KINDS_DARK, PAPER, template
from components.looks.tokens import TYPE
from engine.parallel_jobs.replay.tree import MappingState, Trace, Used

REST = -1
"""Layer of what stands for all states that are not shown one by one: below the idle cluster."""


def layers_of(states: list[MappingState], has_rest: bool) -> list[int]:
    """The layer of each state, by jobs running, and that of the others."""
    return [state["jobs"] for state in states] + [REST] * has_rest


def order_of(layers: list[int], edges: list[Edge]) -> list[float]:
    """Where each state wants to stand, so that few edges cross (Sugiyama); only the order in a layer counts."""
    lines = {tuple(sorted((edge.source, edge.target))) for edge in edges if layers[edge.source] != layers[edge.target]}
    graph = igraph.Graph(n=len(layers), edges=sorted(lines))
    places = graph.layout_sugiyama(layers=[layer - REST for layer in layers], maxiter=200).coords
    return [float(place[0]) for place in places[: len(layers)]]


POINTS = 24
"""Of each edge; the last has the arrow."""

SQUARES = 36
"""Most squares of a cluster; of more machines, one stands for several."""

LABELED = 10
"""Edges that have their probability beside them, the strongest ones, where there is room."""

TO_BE_PLACED: list[float] = [0.0]


def draw_state_diagram(trace: Trace, scheme: str) -> go.Figure:
    """The diagram of a trace, to be placed by the browser.

    `layout.meta` has for the player which trace is the token and which edge is which trace ({"token": n, "edges":
    {"source-target-kind": trace}}), to which the browser adds where each state is ("x", "y", px); states beyond the end
    are at its last place. "diagram" is what `state_geometry.js` needs, see there.
    """
    kept = kept_states(trace)
    edges, _ = edges_of(trace)
    layers = layers_of(kept.states, bool(kept.left_out))
    figure = go.Figure()
    strongest = {id(edge) for edge in sorted(edges, key=lambda edge: -edge.probability)[:LABELED]}
    told: list[dict[str, Any]] = []
    numbers: dict[str, int] = {}
    for edge in sorted(edges, key=lambda edge: edge.probability):
        numbers[f"{edge.source}-{edge.target}-{edge.kind}"] = len(figure.data)
        color = _color(edge, scheme)
        is_labeled = id(edge) in strongest and edge.probability >= 0.1
        told.append(
            {
                "trace": len(figure.data),
                "source": edge.source,
                "target": edge.target,
                "kind": edge.kind,
                "color": color,
                "label": f"{100 * edge.probability:.0f} %" if is_labeled else "",
            }
        )
        _add_edge(figure, edge, color)
    groups = [trace["machine_group"].count(n) for n in range(len(trace["groups"]))]
    states = [_told(state, n, trace) for n, state in enumerate(kept.states)]
    if kept.left_out:
        states.append(_rest(kept))
    wishes = order_of(layers, edges)
    for state, layer, wish in zip(states, layers, wishes, strict=True):
        state |= {"layer": layer, "wish": wish}
    circles = _add_states(figure, states, scheme)
    cells = _add_markers(figure, "machines", {"symbol": "square", "opacity": 1, "line": {"width": 0}})
    token = _add_markers(figure, "now", {"size": 14, "color": "#FFD400", "line": {"color": INK[scheme], "width": 2}})
    _add_legend(figure, {edge.kind for edge in edges} | set(ALWAYS_NAMED), states, scheme)
    diagram = {
        "states": states,
        "edges": told,
        "groups": groups,
        "circles": circles,
        "cells": cells,
        "points": POINTS,
        "squares": SQUARES,
        "colors": [*_jobs(scheme)],
        "shared": INK[scheme],
        "idle": FAINT[scheme],
        "ink": INK[scheme],
        "paper": PAPER[scheme],
        "type": TYPE["xs"],
        "rest": REST,
    }
    figure.update_layout(
        template=template(scheme),
        meta={"token": token, "x": TO_BE_PLACED, "y": TO_BE_PLACED, "edges": numbers, "diagram": diagram},
        margin={"l": 48, "r": 4, "t": 44, "b": 4},
        hovermode="closest",
        dragmode=False,
    )
    figure.update_xaxes(visible=False, fixedrange=True)
    figure.update_yaxes(
        title="Jobs running", showgrid=False, zeroline=False, fixedrange=True, automargin=False, tickvals=[]
    )
    return figure


def _jobs(scheme: str) -> tuple[str, ...]:
    """Colors of the jobs of a state, in the order of its label."""
    return (JOB_COLORS[0] if scheme == "light" else JOB_COLORS[5], *JOB_COLORS[1:5])


def _color(edge: Edge, scheme: str) -> str:
    return (KINDS_DARK if scheme == "dark" else KINDS)[edge.kind] if edge.times else FAINT[scheme]


def _told(state: MappingState, number: int, trace: Trace) -> dict[str, Any]:
    """What there is to draw of one state."""
    share = f"{100 * state['share']:.{0 if state['share'] >= 0.1 else 1}f} %" if state["share"] > 0 else "not visited"
    machines = _machine_words(state, trace)
    return {
        "label": short(state["label"]),
        "number": f"no. {number + 1}",
        "share": state["share"],
        "said": share,
        "used": state["used"],
        "text": f"<b>{state['label']}</b>, number {number + 1}<br>{machines}<br>{state['jobs']} jobs running, "
        + (f"{100 * state['share']:.2f} % of the time" if state["share"] > 0 else "possible, not visited"),
    }


def _machine_words(state: MappingState, trace: Trace) -> str:
    if state["used"] is None:
        return "machines as its name says"
    words = []
    for number, group in enumerate(trace["groups"]):
        used: list[Used] = state["used"][number]
        busy = sum(one["machines"] for one in used)
        shared = sum(one["machines"] for one in used if len(one["jobs"]) > 1)
        words.append(f"{busy} of {trace['machine_group'].count(number)} {group['name']} in use")
        words[-1] += f", {shared} of them shared" if shared else ""
    return "<br>".join(words)


def _rest(kept: Kept) -> dict[str, Any]:
    return {
        "label": f"{kept.left_out} other states",
        "number": f"{kept.left_out} others",
        "share": kept.share_left_out,
        "said": f"{100 * kept.share_left_out:.1f} %",
        "used": None,
        "text": f"<b>{kept.left_out} other states</b><br>{100 * kept.share_left_out:.2f} % of the time together",
    }


def _add_edge(figure: go.Figure, edge: Edge, color: str) -> None:
    seen = edge.times > 0
    figure.add_scatter(
        x=TO_BE_PLACED,
        y=TO_BE_PLACED,
        mode="lines+markers",
        line={
            "color": color,
            "width": 1 + 4 * edge.probability if seen else 1,
            "dash": "dot" if not seen else "dash" if edge.kind == "end" else "solid",
        },
        marker={
            "size": [0] * (POINTS - 1) + [8 + 5 * edge.probability],
            "symbol": "arrow",
            "angleref": "previous",
            "color": color,
            "line": {"width": 0},
        },
        opacity=0.9,
        hoverinfo="text",
        hovertext=edge.text,
        showlegend=False,
        name="",
    )


def _add_states(figure: go.Figure, states: list[dict[str, Any]], scheme: str) -> int:
    """The circles, or a square for the states that are folded; the number of the trace."""
    lines = [INK[scheme] if state["share"] > 0 else FAINT[scheme] for state in states]
    symbols = ["square" if state["layer"] == REST else "circle" for state in states]
    marker = {"symbol": symbols, "color": PAPER[scheme], "opacity": 1, "line": {"color": lines, "width": 2}}
    return _add_markers(figure, "states", marker, [state["text"] for state in states])


def _add_markers(figure: go.Figure, name: str, marker: dict[str, Any], text: list[str] | None = None) -> int:
    figure.add_scatter(
        x=TO_BE_PLACED,
        y=TO_BE_PLACED,
        mode="markers",
        marker=marker,
        hoverinfo="text" if text else "skip",
        hovertext=text,
        showlegend=False,
        name=name,
    )
    return len(figure.data) - 1


ALWAYS_NAMED = ("arrival", "end")
"""Kinds of events that every diagram has; others stand in the legend where they occur."""


def _add_legend(figure: go.Figure, kinds: set[str], states: list[dict[str, Any]], scheme: str) -> None:
    names = {
        "arrival": "arrival",
        "end": "end of a job",
        "upgrade": "with upgrade",
        "migration": "with migration",
        "machine": "machine or its owner",
    }
    for kind, name in names.items():
        if kind in kinds:
            color = (KINDS_DARK if scheme == "dark" else KINDS)[kind]
            line = {"color": color, "width": 3, "dash": "dash" if kind == "end" else "solid"}
            figure.add_scatter(x=[None], y=[None], mode="lines", name=name, line=line)
    used = [one for state in states for group in state["used"] or [] for one in group]
    squares = {"machine in use, by job": _jobs(scheme)[0]}
    if any(len(one["jobs"]) > 1 for one in used):
        squares["shared by jobs"] = INK[scheme]
    for name, color in (squares | {"idle": FAINT[scheme]}).items():
        marker = {"symbol": "square", "size": 9, "color": color}
        figure.add_scatter(x=[None], y=[None], mode="markers", name=name, marker=marker)
