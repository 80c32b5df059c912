"""How long a cell or an answer may compute, and in how much memory, before it is ended."""

import os
from pathlib import Path
from typing import NamedTuple

from engine.contract.breaking import PAIR_SECONDS, SECONDS
from engine.contract.cost import Cost
from engine.inputs.scenario import Scenario
from engine.study.budget import MAXIMUM_CELL_SECONDS, budget
from engine.study.registry import FAMILIES
from engine.why.afford import affordable
from engine.why.afford import seconds as pair_seconds

FACTOR = 10
"""Times the estimate after which a cell is ended."""

FLOOR = 30.0
"""Seconds of processor time that anything gets: an estimate of a millisecond says nothing about a slow computer, and an
honest cell of a second whose queue is in an order that nobody foresaw is to end with a result."""

SLOWER, REPLAY = 100, 30.0
"""How many times slower a trace or a question is, and what it gets at least: the reference is replayed, no kernel."""

LONGEST = 3 * MAXIMUM_CELL_SECONDS
"""Seconds of processor time that anything gets at most: what is accepted may be estimated too low."""

WALL = 2 * LONGEST
"""Seconds that anything gets at most by the clock on the wall. It is the only bound of that kind, since processes of
other queues (`workers.queues`) and other programs want the cores as well."""

MEMORY = 2_000_000_000
"""Bytes that a computation may take, and less where there is less: `memory`."""

SHARE = 0.8
"""Of the memory of a computer or container, for all worker processes together."""


class Bounds(NamedTuple):
    """What a computation may take.

    Attributes
    ----------
    seconds : of processor time
    words : how many that are, to follow "took more than 12 s of processor time, "
    wall : seconds by the clock on the wall
    """

    seconds: float
    words: str
    wall: float = WALL

    @classmethod
    def times(cls, estimate: float, floor: float) -> "Bounds":
        """For something that is estimated at *estimate* seconds on one core."""
        seconds = min(max(FACTOR * estimate, floor), LONGEST)
        words = _TIMES if seconds == FACTOR * estimate else _LEAST if seconds < LONGEST else _MOST
        return cls(seconds, words)

    def within(self, seconds: float) -> "Bounds":
        """The same, in at most so many *seconds* of processor time."""
        return self._replace(seconds=min(self.seconds, seconds))


_TIMES = "ten times its estimate"
_CORRECTED = "ten times what the cells before it told"
_LEAST = "more than ten times its estimate"
_MOST = "the most that anything may take here"


def of_cell(cost: Cost, seen: "Seen | None" = None) -> Bounds:
    """For one replication that is estimated at that *cost*, whose study has *seen* others under its policy. What no
    formula tells gets at least what a cell may be priced at.
    """
    slower = 1.0 if seen is None else seen.slower
    bound = Bounds.times(slower * cost.seconds, FLOOR if cost.is_told else MAXIMUM_CELL_SECONDS)
    return bound._replace(words=_CORRECTED) if slower > 1.0 and bound.words == _TIMES else bound


class Seen:
    """What cells of a study under one policy have taken, beside what they were estimated at."""

    def __init__(self) -> None:
        self._estimated = self._taken = 0.0

    def add(self, estimated: float, taken: float) -> None:
        """One more, which has *taken* so many seconds of processor time."""
        self._estimated, self._taken = self._estimated + estimated, self._taken + taken

    @property
    def slower(self) -> float:
        """How many times as long as estimated they take, on this computer: never less than once, so that no cell is
        ended earlier for it."""
        return max(1.0, self._taken / self._estimated) if self._estimated else 1.0


def of_replay(scenario: Scenario, policy: str) -> Bounds:
    """For a trace of it, or a question about it."""
    return Bounds.times(SLOWER * estimate(scenario, policy).seconds, REPLAY)


def of_study(scenario: Scenario) -> Bounds:
    """For all of a small study, as a preview is."""
    return of_seconds(budget(scenario).seconds)


def of_seconds(estimated: float) -> Bounds:
    """For a small study that is *estimated* at so many seconds on one core."""
    return Bounds.times(max(0.0, estimated), FLOOR)  # so that what is no number has the least


def of_pair(scenario: Scenario, policies: tuple[str, str]) -> Bounds:
    """For the ledger of two policies of the *scenario* of one point."""
    return Bounds.times(affordable(scenario, policies) * pair_seconds(scenario, policies), REPLAY)


def of_sides(scenarios: tuple[Scenario, Scenario], policy: str) -> Bounds:
    """For the ledger of a policy at two *scenarios* of one point."""
    pairs = [(one, (policy, policy)) for one in scenarios]
    return Bounds.times(sum(affordable(*pair) * pair_seconds(*pair) for pair in pairs), REPLAY)


def of_search(pairs: int = 0) -> Bounds:
    """For the search for an example on which a policy is worst: its effort is always the same; or for so many *pairs*
    of everyone against everyone."""
    return Bounds.times(PAIR_SECONDS * pairs or SECONDS, REPLAY)


def estimate(scenario: Scenario, policy: str) -> Cost:
    """What one replication of the *scenario* of one point costs."""
    return FAMILIES[scenario.family].cost(scenario, policy)


def memory(processes: int) -> int:
    """Bytes that each of so many processes may take for what it computes."""
    return min(MEMORY, int(SHARE * _present()) // max(processes, 1))


def _present() -> int:
    """Bytes of memory of this computer or, in a container, those that it may use."""
    pages = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 0
    sizes = [pages or MEMORY * 64]
    for name in ("memory.max", "memory/memory.limit_in_bytes"):  # cgroups of version 2 and 1
        path = Path("/sys/fs/cgroup", name)
        if path.exists() and (text := path.read_text().strip()).isdigit():
            sizes.append(int(text))
    return min(sizes)
