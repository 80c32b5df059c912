"""Edges of the mapping-state diagram: transitions merged by their kind."""

from collections import defaultdict
from typing import NamedTuple

from components.figures.parallel_jobs.states.kept_states import Kept, kept_states
from engine.parallel_jobs.replay.tree import Trace, Transition

MAXIMUM_EDGES = 40
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
    """The edges that are drawn, and how many are not. States that are not shown one by one are one state, the last."""
    edges = merge_transitions(trace, kept_states(trace))
    drawn = sorted(edges, key=lambda edge: -edge.times)[:MAXIMUM_EDGES]
    return drawn, len(edges) - len(drawn)


def merge_transitions(trace: Trace, kept: Kept) -> list[Edge]:
    """One edge per pair of states and kind, with the triggers behind it as hover text.

    What happens among the states that are folded, or never happened to one of them, is no edge.
    """
    rest = len(kept.states)
    groups: dict[tuple[int, int, str], list[Transition]] = defaultdict(list)
    leaving: dict[int, int] = defaultdict(int)
    for transition in trace["transitions"]:
        source, target = min(transition["source"], rest), min(transition["target"], rest)
        leaving[source] += transition["count"]
        is_folded = rest in (source, target)
        if not is_folded or (source != target and transition["count"]):
            groups[source, target, transition["kind"]].append(transition)
    names = [state["label"] for state in kept.states] + [f"{kept.left_out} other states"]
    edges = []
    for (source, target, kind), members in groups.items():
        count = sum(t["count"] for t in members)
        text = f"<b>{names[source]} → {names[target]}</b><br>" + "<br>".join(_triggers(members, leaving[source]))
        edges.append(Edge(source, target, kind, count / (leaving[source] or 1), count, text))
    return edges


def _triggers(members: list[Transition], leaving: int) -> list[str]:
    times: dict[str, int] = defaultdict(int)
    for one in members:
        times[one["trigger"]] += one["count"]
    return [
        f"{trigger}: {100 * count / leaving:.1f} % ({count} times)" if count else f"{trigger}: never"
        for trigger, count in times.items()
    ]
