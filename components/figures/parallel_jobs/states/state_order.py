"""In which order the states of one layer of the mapping-state diagram stand, from left to right."""

import igraph

from components.figures.parallel_jobs.states.state_edges import Edge
from engine.parallel_jobs.replay.tree import MappingState

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
