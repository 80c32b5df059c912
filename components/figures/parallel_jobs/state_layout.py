"""Where states and edges of the mapping-state diagram are: layers by jobs running, curves between them."""

from math import atan2, cos, hypot, pi, sin
from typing import NamedTuple

import igraph

from components.figures.parallel_jobs.state_edges import Edge
from engine.parallel_jobs.replay.tree import MappingState

POINTS = 24
NODE_RADIUS = 0.17


class Layout(NamedTuple):
    """Where the states are drawn, and how many of them."""

    x: list[float]
    y: list[float]


def place_states(states: list[MappingState], edges: list[Edge]) -> Layout:
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


def curve_of(place: Layout, edge: Edge, bulge: bool) -> tuple[list[float], list[float]]:
    """Points of an edge from marker to marker, x and y; a loop if it leads back to its state."""
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
