"""The sizes that the jobs of a class ask for, and how many of these jobs begin at all."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from engine.parallel_jobs.inputs.forecast.once import once_per_scenario
from engine.parallel_jobs.inputs.forecast.span import FIXED
from engine.parallel_jobs.inputs.forecast.typical import TypicalJob, typical_jobs
from engine.parallel_jobs.inputs.machine_changes import limits_of
from engine.parallel_jobs.inputs.sizes import largest, size_at
from engine.parallel_jobs.machine_events.as_far_as_needed import first_horizon

if TYPE_CHECKING:
    from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario

ALMOST = 1 - 1e-9

SIZES = 8
"""Of a class whose sizes differ, evenly spread."""


class Sizes(NamedTuple):
    """Least and largest size, machines; their share of the class, 1 in all; what they cannot do without, machines."""

    least: float
    largest: float
    share: float
    floor: float


def sizes_of(job: TypicalJob, policy: str, machines: int) -> list[Sizes]:
    """Of the jobs of a class on so many *machines*.

    The largest is there by itself, since the few jobs that have it can take as long as all others.
    """
    kind = job.kind
    low, high = (kind.min_size, kind.min_size_spread), (kind.max_size, kind.max_size_spread)
    top = max(largest(*low) - low[0], largest(*high) - high[0])
    if not top:
        sizes = [(float(low[0]), float(high[0]), 1.0)]
    else:  # the two are drawn independently
        of_largest = 1 / (1 + top)
        each = (1 - of_largest) / SIZES
        steps = [((n + 0.5) / SIZES, (n * 5 % SIZES + 0.5) / SIZES, each) for n in range(SIZES)]
        steps.append((ALMOST, ALMOST, of_largest))
        sizes = [(size_at(*low, one), size_at(*high, other), share) for one, other, share in steps]
    shares: dict[tuple[float, float, float], float] = {}
    for smallest, most, share in sizes:
        floor = smallest
        if kind.kind == "rigid":
            floor = smallest if kind.requested_size == "smallest" else max(smallest, most)
        least, most = min(smallest, float(machines)), min(max(smallest, most), float(machines))
        if policy in FIXED or kind.kind == "rigid":
            least = most = least if kind.requested_size == "smallest" else most
        shares[least, most, floor] = shares.get((least, most, floor), 0.0) + share
    return [Sizes(least, most, share, floor) for (least, most, floor), share in shares.items()]


@once_per_scenario
def share_that_begins(scenario: ParallelJobsScenario) -> float:
    """Of all jobs."""
    found = 0.0
    for job in typical_jobs(scenario):
        sizes = sizes_of(job, "FCFS", scenario.cluster.machines)
        begun = sum(one.share * share_begun(scenario, one.floor) for one in sizes)
        found += job.share * begun / sum(one.share for one in sizes)
    return found


@once_per_scenario
def share_begun(scenario: ParallelJobsScenario, least: float) -> float:
    """Of the jobs that need so many machines: nobody waits for machines that will never be there."""
    return min(1.0, max(1e-3, 1.25 * too_few_from(scenario, least) / first_horizon(scenario)))


@once_per_scenario
def too_few_from(scenario: ParallelJobsScenario, least: float) -> float:
    """From when on there will never be so many machines again, s; infinite if there always may be."""
    limits = limits_of(scenario.machine_events, scenario.cluster) if scenario.machine_events else []
    return min((instant for instant, left in limits if left < least), default=float("inf"))
