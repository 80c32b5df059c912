"""How much the results of two studies differ, policy by policy where their points match.

"A" is the first study and "B" the second one; -0.19 is 19 % less with B, or 0.19 units of the metric less.
"""

from collections.abc import Mapping
from typing import NamedTuple

from engine.inputs.scenario import Scenario
from engine.metrics.catalogue import metric_of
from engine.results.matching import Match, matches
from engine.results.pairing import DifferenceTest, PairedTest, WelchTest, are_relative, pairing, size_of
from engine.results.result import Result
from engine.statistics.means import Estimate, holm_levels


class Contrast(NamedTuple):
    """How much a policy differs with B from what it is with A, at points that match.

    A share of A if `is_relative`, else in the unit of the metric; `engine.results.pairing` says which.

    `level` is the confidence level of the interval, raised by Holm's procedure where several policies are compared at
    the same points. `exactly_same` says whether no replication differs at all.
    """

    match: Match
    policy: str
    size: Estimate
    is_relative: bool
    level: float
    exactly_same: bool

    @property
    def shown(self) -> bool:
        """Whether the interval excludes 0."""
        return self.size.excludes_zero


class LeftOut(NamedTuple):
    """A policy that is not compared at points that match, since it does not settle in "A", "B" or both."""

    match: Match
    policy: str
    sides: tuple[str, ...]


def common_policies(a: Scenario, b: Scenario) -> list[str]:
    """The policies of both, in the order of *a*."""
    return [policy for policy in a.policies if policy in b.policies]


def contrasts(a: Result, b: Result, metric: str, slices: Mapping[str, float] | None = None) -> list[Contrast]:
    """Every common policy at all points that match and where it settles in both, as far as there are replications.

    All are relative or none is, since they share an axis.
    """
    how = PairedTest if pairing(a.scenario, b.scenario).paired else WelchTest
    groups: list[tuple[Match, list[tuple[str, DifferenceTest]]]] = []
    for match in matches(a.scenario, b.scenario, slices):
        tested: list[tuple[str, DifferenceTest]] = []
        for policy in common_policies(a.scenario, b.scenario):
            test = how(a.samples(match.a, policy, metric), b.samples(match.b, policy, metric))
            if not _unsettled(a, b, match, policy) and min(len(test.a), len(test.b)):
                tested.append((policy, test))
        groups.append((match, tested))
    every = [test for _, tested in groups for _, test in tested]
    told = are_relative(every, metric_of(metric).can_be_negative)
    found = []
    for match, tested in groups:
        levels = holm_levels([test.p_value(told) for _, test in tested])
        found += [
            Contrast(match, policy, size_of(test, metric_of(metric), told, level), told, level, test.is_same())
            for (policy, test), level in zip(tested, levels, strict=True)
        ]
    return found


def left_out(a: Result, b: Result, slices: Mapping[str, float] | None = None) -> list[LeftOut]:
    """What `contrasts` leaves out because it does not settle."""
    return [
        LeftOut(match, policy, sides)
        for match in matches(a.scenario, b.scenario, slices)
        for policy in common_policies(a.scenario, b.scenario)
        if (sides := _unsettled(a, b, match, policy))
    ]


def _unsettled(a: Result, b: Result, match: Match, policy: str) -> tuple[str, ...]:
    sides = (("A", a, match.a), ("B", b, match.b))
    return tuple(name for name, side, point in sides if not side.settles(point, policy))
