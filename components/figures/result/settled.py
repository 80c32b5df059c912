"""The values of each policy of a study along an axis, where its queue settles: stretches of points, and their ends."""

from collections.abc import Iterator
from itertools import groupby, pairwise
from math import isnan
from typing import NamedTuple

from engine.results.result import Result
from engine.statistics.means import Estimate
from engine.statistics.steadiness import GROWTH

Point = tuple[float, Estimate]
"""Where on the axis, and the value there."""


class SettledLine(NamedTuple):
    """A policy along an axis.

    Attributes
    ----------
    stretches : neighbouring points where it settles
    cuts : the points of them beside one where it does not
    highest : the highest end of an interval, of points that are not in doubt
    """

    policy: str
    stretches: list[list[Point]]
    cuts: list[Point]
    highest: float

    @property
    def points(self) -> list[Point]:
        """All points where it settles."""
        return [point for stretch in self.stretches for point in stretch]


def settled_lines(result: Result, xs: dict[int, float], metric: str, scale: float) -> Iterator[SettledLine]:
    """The lines of all policies that settle anywhere; *xs* is {number of a point: its place on the axis}."""
    for policy in result.scenario.policies:
        values = {n: result.estimate(n, policy, metric).times(scale) for n in xs}
        known = sorted((n for n in xs if values[n].replications > 0), key=lambda n: xs[n])
        there = {n: (xs[n], values[n]) for n in known}
        settles = {n: result.settles(n, policy) for n in known}
        runs = [list(run) for good, run in groupby(known, settles.__getitem__) if good]
        cuts = [n for pair in pairwise(known) for n in pair if settles[n] and not all(settles[one] for one in pair)]
        # Of points in doubt the interval alone would fill the picture.
        sure = [values[n] for run in runs for n in run if result.growth(n, policy) <= GROWTH]
        highest = max((value.mean if isnan(value.high) else value.high for value in sure), default=0.0)
        if runs:
            yield SettledLine(policy, [[there[n] for n in run] for run in runs], [there[n] for n in cuts], highest)
