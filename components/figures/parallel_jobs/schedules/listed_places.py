"""Where the blocks of a schedule of listed jobs are: on whole machines, or on strips of those that jobs share."""

from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise

from engine.parallel_jobs.replay.schedules import Schedule

Place = tuple[int, float, float, float, float]
"""A job from one instant to another (s), from its upper edge to its lower one, counted in machines."""

Stay = tuple[float, float, int]
"""From when to when (s) which job is there."""

MOST = 20_000
"""Machines of all blocks together up to which strips are told; with more of them none could be seen."""


def places_of(schedule: Schedule) -> list[Place]:
    """Each run of machines of each block; where another job is on one of them at the same time, each machine alone."""
    runs = [
        (job, since, until, first, count) for job, since, until, all_ in schedule["blocks"] for first, count in all_
    ]
    if sum(count for *_, count in runs) > MOST:
        return [(job, since, until, first, first + count) for job, since, until, first, count in runs]
    on = defaultdict[int, list[Stay]](list)
    for job, since, until, first, count in runs:
        for machine in range(first, first + count):
            on[machine].append((since, until, job))
    shared = {machine: _strips(stays) for machine, stays in on.items() if _is_shared(stays)}
    found: list[Place] = []
    for job, since, until, first, count in runs:
        machines = range(first, first + count)
        if shared.keys().isdisjoint(machines):
            found.append((job, since, until, first, first + count))
            continue
        for machine in machines:
            strip, most = shared.get(machine, {}).get((since, until, job), (0, 1))
            found.append((job, since, until, machine + strip / most, machine + (strip + 1) / most))
    return found


def _is_shared(stays: list[Stay]) -> bool:
    return any(later[0] < earlier[1] for earlier, later in pairwise(sorted(stays)))


def _strips(stays: list[Stay]) -> dict[Stay, tuple[int, int]]:
    strips = strips_of(sorted(stays))
    return dict(zip(sorted(stays), ((strip, 1 + max(strips)) for strip in strips), strict=True))


def strips_of(stays: Sequence[Stay]) -> list[int]:
    """For each of what is given in the order of its beginning the first strip that is free then."""
    ends, found = list[float](), list[int]()
    for since, until, _ in stays:
        free = next((n for n, end in enumerate(ends) if end <= since), len(ends))
        ends[free : free + 1] = [until]
        found.append(free)
    return found
