"""The mapping-state diagram: states in layers, transitions as curved arrows (Schnor et al. 1996, section 4.2)."""

from collections import defaultdict

import plotly.graph_objects as go

from components.figures.parallel_jobs.kept_states import Kept, crowded_layers, kept_states, short
from components.figures.parallel_jobs.state_edges import Edge, edges_of
from components.figures.parallel_jobs.state_layout import POINTS, Layout, curve_of, place_states
from components.looks.theme import FAINT, INK, KINDS, KINDS_DARK, PAPER, template
from components.looks.tokens import TYPE
from engine.parallel_jobs.replay.tree import MappingState, Trace


def draw_state_diagram(trace: Trace, scheme: str) -> go.Figure:
    """The diagram of a trace.

    `layout.meta` tells the player in the browser which trace is the token and where each edge's curve is:
    {"token": n, "x": [...], "y": [...], "edges": {"source-target-kind": trace number}}. States beyond the end of "x"
    are at its last place, which is then that of all the others.
    """
    kept = kept_states(trace)
    states = kept.states
    edges, _ = edges_of(trace)
    place = place_states(states, edges)
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
    if kept.left_out:
        place = _add_rest(figure, place, kept, scheme)
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
    _add_legend(figure, {edge.kind for edge in edges} | set(ALWAYS_NAMED), scheme)
    layers = sorted({state["jobs"] for state in states})
    lowest = min(place.y)
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
        range=[lowest - 0.45, max(layers) + 0.55],
    )
    return figure


def _add_edge(figure: go.Figure, place: Layout, edge: Edge, bulge: bool, scheme: str) -> None:
    xs, ys = curve_of(place, edge, bulge)
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
        font={"size": TYPE["xs"], "color": curve.line.color},
    )


def _add_states(figure: go.Figure, place: Layout, states: list[MappingState], scheme: str) -> None:
    """Markers and labels; in a layer with many states, the numbers that they have in the table."""
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
    numbered = crowded_layers(states)
    crowded = {layer for layer in place.y if place.y.count(layer) > 2}
    in_layer: dict[float, list[float]] = defaultdict(list)
    for x, y in zip(place.x, place.y, strict=True):
        in_layer[y].append(x)
    for n, (x, y, state) in enumerate(zip(place.x, place.y, states, strict=True)):
        # In a crowded layer every second label stands a line lower, so that narrow screens can show them all.
        lower = 15 if y in crowded and sorted(in_layer[y]).index(x) % 2 else 0
        label = str(n + 1) if state["jobs"] in numbered else f"<b>{short(state['label'])}</b>"
        share = f"{100 * state['share']:.1f} %" if state["share"] > 0 else "not visited"
        figure.add_annotation(
            x=x,
            y=y,
            yshift=-(16 + 31 * state["share"] ** 0.5) - lower,
            text=label if state["jobs"] in numbered else f"{label} {share}",
            showarrow=False,
            bgcolor=PAPER[scheme],
            opacity=0.95,
            borderpad=1,
            font={"size": TYPE["xs"], "color": INK[scheme] if state["share"] > 0 else FAINT[scheme]},
        )


def _add_rest(figure: go.Figure, place: Layout, kept: Kept, scheme: str) -> Layout:
    """One square for all states that are not shown, below the others; the places with its place at their end."""
    x, y = (min(place.x) + max(place.x)) / 2, min(place.y) - 1.0
    figure.add_scatter(
        x=[x],
        y=[y],
        mode="markers",
        marker={
            "symbol": "square-open",
            "size": 18 + 40 * kept.share_left_out**0.5,
            "color": INK[scheme],
            "line": {"width": 2},
        },
        hoverinfo="text",
        hovertext=kept.words,
        showlegend=False,
        name="other states",
    )
    figure.add_annotation(
        x=x,
        y=y,
        yshift=-(18 + 20 * kept.share_left_out**0.5),
        text=f"<b>{kept.left_out} other states</b> {100 * kept.share_left_out:.1f} %",
        showarrow=False,
        bgcolor=PAPER[scheme],
        font={"size": TYPE["xs"], "color": INK[scheme]},
    )
    return Layout([*place.x, x], [*place.y, y])


ALWAYS_NAMED = ("arrival", "end")
"""Kinds of events that every diagram has; others stand in the legend where they occur."""


def _add_legend(figure: go.Figure, kinds: set[str], scheme: str) -> None:
    names = {
        "arrival": "arrival",
        "end": "end of a job",
        "upgrade": "with upgrade",
        "migration": "with migration",
        "machine": "machine or its owner",
    }
    for kind, name in names.items():
        if kind not in kinds:
            continue
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
