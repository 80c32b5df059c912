"""Episodes where a state is more than who runs since when: both states are followed step by step, and held together.

Two states are the same if they have as many of each item, and the jobs that run under both get on alike: at the same
rate, from the same instant on, and what is left differs by less than `SAME` of the demand, or by what a clock that is
rounded to the 13th digit makes of it. Instants are the same up to `SAME` of them.
"""

from collections import defaultdict
from collections.abc import Sequence
from itertools import chain
from math import inf, isclose

import numpy as np

from engine.contract.entries import Item, Progress, Step
from engine.why.episodes import Episode
from engine.why.paired import SAME

ROUNDED = 1e-13


def episodes_of_states(one: Sequence[Step], other: Sequence[Step], brought: np.ndarray) -> list[Episode]:
    """The episodes by their begins; *brought* is float64 (J,), what each job brings to the difference.

    What a job brings belongs to the last episode in which its own state differs: that in which it ends, if it ends at
    other times.
    """
    both = _Both()
    told: list[tuple[float, float, int, set[int]]] = []  # begin, end, job, jobs of each episode
    last_of: dict[int, int] = {}
    begin, first, touched, last = inf, -1, set[int](), 0.0
    for time, group in _instants(one, other):
        both.take(time, group)
        last = time
        if not both.differ:
            if begin < inf:
                told.append((begin, time, first, touched))
            begin = inf
            continue
        now = both.jobs_of(group)
        if begin == inf:
            about = {step.job for _, step in group} & now
            begin, first, touched = time, min(about or now), set[int]()
        touched |= now
        last_of |= dict.fromkeys(now, len(told))
    if begin < inf:
        told.append((begin, last, first, touched))
    sums = [0.0] * len(told)
    for job, number in last_of.items():
        sums[number] += float(brought[job])
    return [
        Episode(begin, end, job, len(jobs), of, end < last)
        for (begin, end, job, jobs), of in zip(told, sums, strict=True)
    ]


def _instants(one: Sequence[Step], other: Sequence[Step]) -> list[tuple[float, list[tuple[int, Step]]]]:
    """The steps of both sides by instants."""
    steps = sorted(chain(((0, step) for step in one), ((1, step) for step in other)), key=lambda row: row[1].time)
    found: list[tuple[float, list[tuple[int, Step]]]] = []
    for side, step in steps:
        if not found or step.time - found[-1][0] > SAME * (abs(step.time) + abs(found[-1][0])):
            found.append((step.time, []))
        found[-1][1].append((side, step))
    return found


class _Both:
    """Both states, and what one has more of than the other."""

    def __init__(self) -> None:
        self._more: dict[Item, int] = defaultdict(int)
        self._progress: tuple[dict[int, Progress], dict[int, Progress]] = ({}, {})
        self._unlike: set[int] = set()

    @property
    def differ(self) -> bool:
        """Whether they are not the same."""
        return bool(self._more or self._unlike)

    def take(self, time: float, group: Sequence[tuple[int, Step]]) -> None:
        """Let everything happen that happens at an instant (s)."""
        for side, step in group:
            for item, count in step.items:
                self._more[item] += -count if side else count
                if not self._more[item]:
                    del self._more[item]
            for job, progress in step.progress.items():
                if progress is None:
                    self._progress[side].pop(job, None)
                else:
                    self._progress[side][job] = progress
        for job in {job for _, step in group for job in step.progress}:
            a, b = (own.get(job) for own in self._progress)
            if a and b and not _alike(a, b, time):
                self._unlike.add(job)
            else:
                self._unlike.discard(job)

    def jobs_of(self, group: Sequence[tuple[int, Step]]) -> set[int]:
        """Of what has changed, and of what differs, the jobs whose own state differs."""
        items = {item for _, step in group for item, _ in step.items if item in self._more}
        changed = {job for _, step in group for job in step.progress}
        return {job for _, jobs in items for job in jobs} | (self._unlike & changed)


def _alike(one: Progress, other: Progress, time: float) -> bool:
    if not isclose(one.rate, other.rate, rel_tol=SAME):
        return False
    until = max(one.since, time), max(other.since, time)
    if not isclose(*until, rel_tol=2 * SAME):
        return False
    at = max(until)
    tolerance = SAME * one.demand + ROUNDED * abs(at) * one.rate
    return abs(one.left_at(at) - other.left_at(at)) <= tolerance
