"""Which mapping states a picture shows: all of them or, where they are many, the most visited."""

from itertools import accumulate
from typing import NamedTuple

from engine.parallel_jobs.replay.tree import MappingState, Trace

MOST_CIRCLES = 12
"""States that the diagram shows: more are a hairball."""

ENOUGH = 0.95
"""Share of the time that the shown ones have to have, if so few can."""

MOST_ROWS = 60
"""Most states of which the matrix shows all."""

KEPT_ROWS = 16
"""The most visited ones that it shows if there are more: each row has to have room for its words."""

LONGEST_LABEL = 18


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
    """The states that the diagram shows; the trace has them in the order of their share of time."""
    states = trace["states"]
    if len(states) <= MOST_CIRCLES:
        return Kept(states, 0, 0.0)
    sums = accumulate(state["share"] for state in states)
    enough = next((n for n, share in enumerate(sums, 1) if share >= ENOUGH), len(states))
    return _first(states, min(enough, MOST_CIRCLES))


def kept_rows(trace: Trace) -> Kept:
    """The states that the matrix shows, which has room for more."""
    states = trace["states"]
    return _first(states, len(states) if len(states) <= MOST_ROWS else KEPT_ROWS)


def _first(states: list[MappingState], count: int) -> Kept:
    return Kept(states[:count], len(states) - count, sum(state["share"] for state in states[count:]))


def short(label: str) -> str:
    """*label* with its middle left out if it is long."""
    return label if len(label) <= LONGEST_LABEL else f"{label[: LONGEST_LABEL - 7]}…{label[-5:]}"
