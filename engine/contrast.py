"""How much the results of two studies differ: policy by policy where their points match, relative to the first study.

"A" is the first study and "B" the second one; -0.19 is 19 % less with B.
"""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from engine.matching import Match, matches
from engine.pairing import PairedTest, WelchTest, pairing
from engine.result import Result
from engine.scenario import Scenario
from engine.statistics import Estimate, holm_levels


class Contrast(NamedTuple):
    """How much a policy differs with B from what it is with A, at points that match.

    `level` is the confidence level of the interval, raised by Holm's procedure where several policies are compared at
    the same points. `exactly_same` says whether no replication differs at all.
    """

    match: Match
    policy: str
    relative: Estimate
    level: float
    exactly_same: bool

    @property
    def shown(self) -> bool:
        """Whether the interval excludes 0."""
        return self.relative.excludes_zero


class LeftOut(NamedTuple):
    """A policy that is not compared at points that match, since it does not settle in "A", "B" or both."""

    match: Match
    policy: str
    sides: tuple[str, ...]


def common_policies(a: Scenario, b: Scenario) -> list[str]:
    """The policies of both, in the order of *a*."""
    return [policy for policy in a.policies if policy in b.policies]


def contrasts(a: Result, b: Result, metric: str, slices: Mapping[str, float] | None = None) -> list[Contrast]:
    """Every common policy at all points that match and where it settles in both, as far as there are replications."""
    paired = pairing(a.scenario, b.scenario).paired
    found = []
    for match in matches(a.scenario, b.scenario, slices):
        tested = []
        for policy in common_policies(a.scenario, b.scenario):
            samples = a.samples(match.a, policy, metric), b.samples(match.b, policy, metric)
            if not _unsettled(a, b, match, policy) and not any(np.isnan(side).all() for side in samples):
                tested.append((policy, PairedTest(*samples) if paired else WelchTest(*samples)))
        levels = holm_levels([test.p_value() for _, test in tested])
        found += [
            Contrast(match, policy, test.estimate(level), level, test.is_same())
            for (policy, test), level in zip(tested, levels, strict=True)
        ]
    return [contrast for contrast in found if contrast.relative.replications > 0]


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
