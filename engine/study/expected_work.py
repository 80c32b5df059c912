"""How much of a study's work is done by its first cells, as estimated: cells of a sweep may differ by hundreds."""

from itertools import accumulate
from time import monotonic

from engine.inputs.scenario import Scenario
from engine.study.budget import costs_of

BELIEVED, SHARE = 1.0, 0.1
"""Seconds, or share of all the work if that is more, for which an estimate counts as seen: what the first, cheap cells
take is mostly the loading of kernels, and which of the cells are done is only nearly told by their number."""


class ExpectedWork:
    """Estimated seconds on one core of the cells in the order in which they are computed: replication by replication.

    Which cells a search or a selection computes is not told by their number: there each counts the same, as it does
    where the scenario is not known.
    """

    def __init__(self, scenario: Scenario | None) -> None:
        costs: list[float] = []
        if scenario is not None and not (scenario.study.finds_points or scenario.study.selection):
            costs = [cost.seconds for row in costs_of(scenario) for cost in row]
        self._until = [0.0, *accumulate(costs or [1.0])]
        self._is_told = bool(costs)

    def of_first(self, cells: int) -> float:
        """Of so many cells, from the first on."""
        replications, rest = divmod(max(0, cells), len(self._until) - 1)
        return replications * self._until[-1] + self._until[rest]

    def seconds_left(self, took: float, first: int, done: int, cells: int) -> float | None:
        """How long the *cells* still take of which so many are *done*, if those behind the *first* ones *took* so long.

        The estimates only say how cells compare, once some seconds have been seen; what all of them take is told by
        those that have been computed. None if there are none.
        """
        if done <= first:
            return None
        seen = self.of_first(done) - self.of_first(first)
        believed = max(BELIEVED, SHARE * self.of_first(cells)) if self._is_told else 0.0
        return (took + believed) / (seen + believed) * (self.of_first(cells) - self.of_first(done))


class Remaining:
    """What is left of a run, for a bar. Its clock begins with the first cell: kernels are loaded before."""

    def __init__(self, work: ExpectedWork) -> None:
        self._work, self._first, self._since = work, 0, 0.0

    def words(self, done: int, cells: int) -> str:
        """When so many of the *cells* are *done*; nothing while nobody can know."""
        if not self._first:
            self._first, self._since = done, monotonic()
        left = self._work.seconds_left(monotonic() - self._since, self._first, done, cells)
        return "" if left is None else f"{max(left, 0.1):.2g} s left" if left < 10 else f"{left:,.0f} s left"
