"""Edges of the mapping-state diagram: transitions merged by their kind."""

from collections import defaultdict
from typing import NamedTuple

from components.figures.parallel_jobs.kept_states import kept_states
from engine.parallel_jobs.replay.tree import Trace, Transition

MAXIMUM_EDGES = 120
"""Most edges that are drawn, the most frequent ones; more would hide each other."""


class Edge(NamedTuple):
    """All transitions of one kind between two states."""

    source: int
    target: int
    kind: str
    probability: float
    times: int
    text: str


def edges_of(trace: Trace) -> tuple[list[Edge], int]:
    """The edges that are drawn, and how many are not, all between states that are shown."""
    edges = merge_transitions(trace, len(kept_states(trace).states))
    drawn = sorted(edges, key=lambda edge: -edge.times)[:MAXIMUM_EDGES]
    return drawn, len(edges) - len(drawn)


def merge_transitions(trace: Trace, n_states: int) -> list[Edge]:
    """One edge per pair of states and kind, with the triggers behind it as hover text."""
    groups: dict[tuple[int, int, str], list[Transition]] = defaultdict(list)
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
