"""Which mapping states a picture shows: all of them or, where they are many, the most visited."""

from typing import NamedTuple

from engine.parallel_jobs.replay.tree import MappingState, Trace

MAXIMUM_STATES = 60
"""Most states of which all are shown."""

KEPT_STATES = 16
"""The most visited ones that are shown if there are more: each has to have room for its marker on a narrow screen."""

LONGEST_LABEL = 18

CROWDED_LAYER = 6
"""States in a layer of the diagram up to which each has its label written out; above, a number has to do."""


class Kept(NamedTuple):
    """The states that are shown, and what the others come to.

    Attributes
    ----------
    states : as in the trace, the most visited first
    left_out : number of the other states
    share_left_out : their share of the time, from 0 to 1
    """

    states: list[MappingState]
    left_out: int
    share_left_out: float

    @property
    def words(self) -> str:
        """What is not shown, in words."""
        return (
            f"{self.left_out} other states are not shown one by one; together they have "
            f"{100 * self.share_left_out:.1f} % of the time"
        )


def kept_states(trace: Trace) -> Kept:
    """The states of *trace* that a picture shows; the trace has them in the order of their share of time."""
    states = trace["states"]
    if len(states) <= MAXIMUM_STATES:
        return Kept(states, 0, 0.0)
    kept = states[:KEPT_STATES]
    return Kept(kept, len(states) - len(kept), sum(state["share"] for state in states[KEPT_STATES:]))


def crowded_layers(states: list[MappingState]) -> set[int]:
    """Numbers of running jobs that more of the *states* share than there is room for labels."""
    layers = [state["jobs"] for state in states]
    return {layer for layer in layers if layers.count(layer) > CROWDED_LAYER}


def short(label: str) -> str:
    """*label* with its middle left out if it is long."""
    return label if len(label) <= LONGEST_LABEL else f"{label[: LONGEST_LABEL - 7]}…{label[-5:]}"
