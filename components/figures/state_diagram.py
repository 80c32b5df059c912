"""The mapping-state diagram: states in layers, transitions as curved arrows (Schnor et al. 1996, section 4.2)."""

from collections import defaultdict
from math import atan2, cos, hypot, pi, sin
from typing import Any, NamedTuple

import igraph
import plotly.graph_objects as go

from components.theme import FAINT, INK, KINDS, KINDS_DARK, PAPER, template

MAXIMUM_STATES = 60
"""Most states that are drawn; the rest is named and left to the table."""

POINTS = 24
NODE_RADIUS = 0.17


class Edge(NamedTuple):
    """All transitions of one kind between two states."""

    source: int
    target: int
    kind: str
    probability: float
    times: int
    text: str


class Layout(NamedTuple):
    """Where the states are drawn, and how many of them."""

    x: list[float]
    y: list[float]


def draw_state_diagram(trace: dict[str, Any], scheme: str) -> go.Figure:
    """The diagram of a trace.

    `layout.meta` tells the player in the browser which trace is the token and where each edge's curve is:
    {"token": n, "x": [...], "y": [...], "edges": {"source-target-kind": trace number}}.
    """
    states = trace["states"][:MAXIMUM_STATES]
    edges = merge_transitions(trace, len(states))
    place = _place(states, edges)
    figure = go.Figure()
    numbers: dict[str, int] = {}
    pairs = {(edge.source, edge.target) for edge in edges}
    strongest = {id(edge) for edge in sorted(edges, key=lambda edge: -edge.probability)[:10] if edge.probability >= 0.1}
    for edge in sorted(edges, key=lambda edge: edge.probability):
        numbers[f"{edge.source}-{edge.target}-{edge.kind}"] = len(figure.data)
        _add_edge(figure, place, edge, bulge=(edge.target, edge.source) in pairs, scheme=scheme)
        if id(edge) in strongest:
            _label_edge(figure, edge, scheme)
    _add_states(figure, place, states, scheme)
    token = len(figure.data)
    figure.add_scatter(
        x=[place.x[0]],
        y=[place.y[0]],
        mode="markers",
        marker={"size": 18, "color": "#FFD400", "line": {"color": INK[scheme], "width": 2}},
        hoverinfo="skip",
        name="now",
        showlegend=False,
    )
    _add_legend(figure, scheme)
    layers = sorted({state["jobs"] for state in states})
    figure.update_layout(
        template=template(scheme),
        meta={"token": token, "x": place.x, "y": place.y, "edges": numbers},
        margin={"l": 56, "r": 12, "t": 40, "b": 12},
        hovermode="closest",
        dragmode="pan",
    )
    width = max(place.x) - min(place.x)
    figure.update_xaxes(visible=False, range=[min(place.x) - 0.75, max(place.x) + max(0.75, 0.1 * width)])
    figure.update_yaxes(
        title="Jobs running",
        tickvals=layers,
        showgrid=False,
        zeroline=False,
        range=[min(layers) - 0.45, max(layers) + 0.55],
    )
    return figure


def merge_transitions(trace: dict[str, Any], n_states: int) -> list[Edge]:
    """One edge per pair of states and kind, with the triggers behind it as hover text."""
    groups: dict[tuple[int, int, str], list[dict[str, Any]]] = defaultdict(list)
    for transition in trace["transitions"]:
        if max(transition["source"], transition["target"]) < n_states:
            groups[transition["source"], transition["target"], transition["kind"]].append(transition)
    labels = [state["label"] for state in trace["states"]]
    edges = []
    for (source, target, kind), members in groups.items():
        lines = [
            f"{t['trigger']}: {100 * t['probability']:.1f} % ({t['count']} times)"
            if t["count"]
            else f"{t['trigger']}: never"
            for t in members
        ]
        text = f"<b>{labels[source]} → {labels[target]}</b><br>" + "<br>".join(lines)
        probability, count = sum(t["probability"] for t in members), sum(t["count"] for t in members)
        edges.append(Edge(source, target, kind, probability, count, text))
    return edges


def _place(states: list[dict[str, Any]], edges: list[Edge]) -> Layout:
    """Layers by jobs running; inside a layer, the order with few crossings (Sugiyama)."""
    layers = [state["jobs"] for state in states]
    lines = {tuple(sorted((edge.source, edge.target))) for edge in edges if layers[edge.source] != layers[edge.target]}
    graph = igraph.Graph(n=len(states), edges=sorted(lines))
    wanted = [point[0] for point in graph.layout_sugiyama(layers=layers, maxiter=200).coords[: len(states)]]
    x = [0.0] * len(states)
    widest = max(layers.count(layer) for layer in set(layers))
    for layer in set(layers):
        members = sorted((n for n in range(len(states)) if layers[n] == layer), key=lambda n: wanted[n])
        step = 1.0 if widest <= 6 else 6.0 / widest
        for position, n in enumerate(members):
            # A slight slant keeps states of neighbouring layers from standing exactly above each other.
            x[n] = (position - (len(members) - 1) / 2) * 1.5 * step + 0.12 * (layer % 2)
    return Layout(x, [float(layer) for layer in layers])


def _curve(place: Layout, edge: Edge, bulge: bool) -> tuple[list[float], list[float]]:
    x0, y0 = place.x[edge.source], place.y[edge.source]
    if edge.source == edge.target:
        return _loop(x0, y0, edge.kind)
    x1, y1 = place.x[edge.target], place.y[edge.target]
    length = hypot(x1 - x0, y1 - y0)
    side = (0.16 if bulge else 0.04) * length + (0.07 if edge.kind in ("upgrade", "migration") else 0.0)
    cx, cy = (x0 + x1) / 2 - side * (y1 - y0) / length, (y0 + y1) / 2 + side * (x1 - x0) / length
    margin = NODE_RADIUS / max(length, 0.5)
    steps = [margin + (1 - 2 * margin) * n / (POINTS - 1) for n in range(POINTS)]
    xs = [(1 - t) ** 2 * x0 + 2 * t * (1 - t) * cx + t * t * x1 for t in steps]
    ys = [(1 - t) ** 2 * y0 + 2 * t * (1 - t) * cy + t * t * y1 for t in steps]
    return xs, ys


def _loop(x: float, y: float, kind: str) -> tuple[list[float], list[float]]:
    """A small loop: arrivals that wait on the right, ends on the left of the state."""
    direction = 0.32 * pi if kind == "arrival" else 0.68 * pi
    cx, cy = x + 0.34 * cos(direction), y + 0.3 * sin(direction)
    start = atan2(y - cy, x - cx)
    turn = [start + 0.55 + (2 * pi - 1.1) * n / (POINTS - 1) for n in range(POINTS)]
    return [cx + 0.17 * cos(t) for t in turn], [cy + 0.15 * sin(t) for t in turn]


def _add_edge(figure: go.Figure, place: Layout, edge: Edge, bulge: bool, scheme: str) -> None:
    xs, ys = _curve(place, edge, bulge)
    seen = edge.times > 0
    color = (KINDS_DARK if scheme == "dark" else KINDS)[edge.kind] if seen else FAINT[scheme]
    figure.add_scatter(
        x=xs,
        y=ys,
        mode="lines+markers",
        line={
            "color": color,
            "width": 1 + 5 * edge.probability if seen else 1,
            "dash": "dot" if not seen else "dash" if edge.kind == "end" else "solid",
        },
        marker={
            "size": [0] * (POINTS - 1) + [9 + 8 * edge.probability],
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


def _label_edge(figure: go.Figure, edge: Edge, scheme: str) -> None:
    curve = figure.data[-1]
    middle = POINTS * 2 // 5
    figure.add_annotation(
        x=curve.x[middle],
        y=curve.y[middle],
        text=f"{100 * edge.probability:.0f} %",
        showarrow=False,
        bgcolor=PAPER[scheme],
        borderpad=1,
        font={"size": 11, "color": curve.line.color},
    )


def _add_states(figure: go.Figure, place: Layout, states: list[dict[str, Any]], scheme: str) -> None:
    shares = [state["share"] for state in states]
    seen = [share > 0 for share in shares]
    figure.add_scatter(
        x=place.x,
        y=place.y,
        mode="markers",
        marker={
            "size": [18 + 62 * share**0.5 for share in shares],
            "color": [KINDS["arrival"] if visited else PAPER[scheme] for visited in seen],
            "opacity": 1,
            "line": {"color": [PAPER[scheme] if visited else FAINT[scheme] for visited in seen], "width": 2},
        },
        hoverinfo="text",
        hovertext=[
            f"<b>{state['label']}</b><br>{100 * state['share']:.2f} % of the time<br>{state['jobs']} jobs running"
            if state["share"] > 0
            else f"<b>{state['label']}</b><br>possible, not visited"
            for state in states
        ],
        showlegend=False,
        name="states",
    )
    crowded = {layer for layer in place.y if place.y.count(layer) > 2}
    in_layer: dict[float, list[float]] = defaultdict(list)
    for x, y in zip(place.x, place.y, strict=True):
        in_layer[y].append(x)
    for x, y, state in zip(place.x, place.y, states, strict=True):
        # In a crowded layer every second label stands a line lower, so that narrow screens can show them all.
        lower = 15 if y in crowded and sorted(in_layer[y]).index(x) % 2 else 0
        share = f"{100 * state['share']:.1f} %" if state["share"] > 0 else "not visited"
        figure.add_annotation(
            x=x,
            y=y,
            yshift=-(16 + 31 * state["share"] ** 0.5) - lower,
            text=f"<b>{state['label']}</b> {share}",
            showarrow=False,
            bgcolor=PAPER[scheme],
            opacity=0.95,
            borderpad=1,
            font={"size": 12, "color": INK[scheme] if state["share"] > 0 else FAINT[scheme]},
        )


def _add_legend(figure: go.Figure, scheme: str) -> None:
    names = {"arrival": "arrival", "end": "end of a job", "upgrade": "with upgrade", "migration": "with migration"}
    for kind, name in names.items():
        figure.add_scatter(
            x=[None],
            y=[None],
            mode="lines",
            name=name,
            line={
                "color": (KINDS_DARK if scheme == "dark" else KINDS)[kind],
                "width": 3,
                "dash": "dash" if kind == "end" else "solid",
            },
        )
