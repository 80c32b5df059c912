"""Who leads where along a study: what the verdict, the lines behind "More" and "Why?" are chosen from."""

from collections import Counter
from functools import cached_property
from math import isnan
from typing import NamedTuple

from components.words.verdicts.leaders import best_policy, from_leader, is_neutral, last_policy
from engine.results.comparison import Difference
from engine.results.result import Result

CLEAR = 3
"""A map has a winner if at least one of so many points has one."""


NOTABLE = 0.02
"""By how much of its base a policy has to lead somewhere for the order to turn: less is shown, but decides nothing."""


class Block(NamedTuple):
    """Neighboring points of a sweep at which the same policies lead.

    Attributes
    ----------
    policies
        Those that no other policy is shown to beat at any of these points.
    first, last
        Numbers of its first and its last point.
    """

    policies: tuple[str, ...]
    first: int
    last: int


def _joined(blocks: list[Block]) -> list[Block]:
    """Neighbors with a common leader as one block, from the first on."""
    joined: list[Block] = []
    for one in blocks:
        common = tuple(name for name in joined[-1].policies if name in one.policies) if joined else ()
        if common:
            joined[-1] = Block(common, joined[-1].first, one.last)
        else:
            joined.append(one)
    return joined


class Pair(NamedTuple):
    """The policy that is told first, the one that it is told against, and the number of the point."""

    first: str
    second: str
    point: int


class Leaderboard:
    """Who leads at each point of *result* by *metric*, and by how much.

    Attributes
    ----------
    there : points at which some policy settles
    found : of each of them the differences between its leader and every other policy that settles
    compared : points at which at least two policies settle
    best : of each point in `there` the policy that is shown to beat all others, "" without one
    """

    def __init__(self, result: Result, metric: str) -> None:
        self.result, self.metric = result, metric
        policies = result.scenario.policies
        self.there = [n for n in range(len(result.points)) if any(result.settles(n, name) for name in policies)]
        self.found = {n: known_differences(from_leader(result, n, metric)) for n in self.there}
        self.compared = [n for n in self.there if self.found[n]]
        neutral = is_neutral(metric)
        self.best = {n: None if neutral else best_policy(result, n, metric) for n in self.there}

    @cached_property
    def counts(self) -> Counter[str]:
        """At how many of the compared points each policy is best."""
        return Counter(name for n in self.compared if (name := self.best[n]))

    @cached_property
    def winner(self) -> str:
        """The policy that is best at most points, of several the first in the order of points; "" without one."""
        return max(self.counts, key=lambda name: self.counts[name], default="")

    @cached_property
    def won(self) -> list[int]:
        """The compared points at which the winner is best."""
        return [n for n in self.compared if self.best[n] == self.winner]

    @cached_property
    def blocks(self) -> list[Block]:
        """The points of a sweep of one field, cut where every leader before is shown to be behind.

        A block counts if its leaders are somewhere ahead of those of another block by `NOTABLE`.
        """
        study = self.result.scenario.study
        if study.vary is None or study.and_vary is not None or is_neutral(self.metric):
            return []
        found = _joined([Block(leading, n, n) for n in self.there if (leading := self._leading(n))])
        kept = _joined([one for one in found if any(self._is_ahead(one, other) for other in found if other != one)])
        is_told = not self.winner or any(self.winner in one.policies for one in kept)
        return kept if is_told else found

    def _leading(self, point: int) -> tuple[str, ...]:
        """The policies that the leader at this *point* is not shown to beat, and itself."""
        settled = [name for name in self.result.scenario.policies if self.result.settles(point, name)]
        behind = {one.other for one in self.found[point] if one.shown}
        return tuple(name for name in settled if name not in behind)

    def _is_ahead(self, one: Block, other: Block) -> bool:
        """Whether the policies of *other* are overloaded or notably behind at some point of *one*."""
        for n in self.there:
            if one.first <= n <= one.last:
                behind = {each.other: each for each in self.found[n] if each.shown}
                gaps = [behind.get(name) for name in other.policies if self.result.settles(n, name)]
                if all(gap and (not gap.is_relative or abs(gap.size.mean) >= NOTABLE) for gap in gaps):
                    return True
        return False

    @cached_property
    def pair(self) -> Pair | None:
        """The two policies that the verdict tells apart, and where; None where no two settle at the same point."""
        if not self.compared:
            return None
        if len(self.blocks) > 1 and (turn := self._at_turn()):
            return turn
        if self.last:
            name, at = self.last
            point = at[len(at) // 2]
            return next((pair_of(one) for one in self.found[point] if one.other == name), None)
        if self.winner:
            return pair_of(closest(self.found[self._telling(self.won)]))
        shown = [n for n in self.compared if any(one.shown for one in self.found[n])]
        point = self._telling(shown) if shown else self._without_difference()
        return pair_of(self._farthest_shown(point))

    def _at_turn(self) -> Pair | None:
        """The leader of the second block against the first one before, nearest to where the order turns."""
        before, after = self.blocks[:2]
        for n, policies, others in (
            (after.first, after.policies, before.policies),
            (before.last, before.policies, after.policies),
        ):
            pairs = [one for one in self.found[n] if one.policy in policies and one.other in others]
            if pairs and not self.strained(n):
                return pair_of(pairs[0])
        return None

    def _without_difference(self) -> int:
        """The middle point of those with replications; of single ones a point at which the policies differ at all."""
        there = [n for n in self.compared if any(one.size.replications for one in self.found[n])] or self.compared
        point = there[len(there) // 2]
        if any(isnan(one.size.low) for one in self.found[point]):
            there = [n for n in there if any(one.size.mean for one in known_differences(self.found[n]))] or there
        return there[len(there) // 2]

    def _farthest_shown(self, point: int) -> Difference:
        """The leader against the first policy of the study, if that difference is shown, or against the next one."""
        shown = [one for one in self.found[point] if one.shown] or self.found[point]
        first = self.result.scenario.policies[0]
        farthest = max if is_neutral(self.metric) else min
        return next((one for one in shown if one.other == first), None) or farthest(shown, key=size_of)

    def _telling(self, points: list[int]) -> int:
        """The middle one of these *points*; of those at which neither the leader nor the next one is
        overloaded in some replications, if there are any."""
        calm = [n for n in points if not self.strained(n)]
        return (calm or points)[len(calm or points) // 2]

    def strained(self, point: int) -> bool:
        """Whether the leader at *point*, or the next one, is overloaded in some replications."""
        pair = closest(self.found[point])
        return any(self.result.is_strained(point, name) for name in (pair.policy, pair.other))

    @cached_property
    def last(self) -> tuple[str, list[int]] | None:
        """Of a map with few clear points: who is last at more than half of all points, and at which; None else."""
        is_clear = self.counts.total() * CLEAR >= len(self.compared)
        if not is_map(self.result) or is_neutral(self.metric) or is_clear:
            return None
        last = {n: name for n in self.compared if (name := last_policy(self.result, n, self.metric))}
        for name, count in Counter(last.values()).most_common(1):
            if count * 2 > len(self.result.points):
                return name, [n for n in last if last[n] == name]
        return None


def is_map(result: Result) -> bool:
    """Whether two fields are varied."""
    return result.scenario.study.and_vary is not None


def known_differences(found: list[Difference]) -> list[Difference]:
    """Those that some replication has, while a study runs; all where there are none."""
    return [one for one in found if one.size.replications] or found


def closest(found: list[Difference]) -> Difference:
    """The smallest of these differences: the leader against the next one."""
    return min(found, key=size_of)


def size_of(one: Difference) -> float:
    """How large a difference is, whatever its sign."""
    return abs(one.size.mean)


def pair_of(one: Difference) -> Pair:
    """The policies of a difference and its point."""
    return Pair(one.policy, one.other, one.point)
