"""What the jobs of each class are like in the mean, from formulas: what is known before anything is drawn."""

from __future__ import annotations  # a scenario asks for this while it is validated

from functools import lru_cache
from itertools import pairwise
from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from engine.inputs.cluster import MachineGroup
from engine.parallel_jobs.inputs.forecast.once import once_per_scenario
from engine.parallel_jobs.inputs.machine_changes import Addition, Shutdown, Spares, limits_of
from engine.parallel_jobs.inputs.offered_load import capacity, mean_demand
from engine.parallel_jobs.inputs.sizes import Evenly, PowersOfTwo, SizeSpread

if TYPE_CHECKING:
    from engine.parallel_jobs.inputs.job_classes import JobClass
    from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario


class TypicalJob(NamedTuple):
    """The mean job of a class.

    Attributes
    ----------
    share : of the arriving jobs
    kind : its class
    least, most, requested : sizes, machines; nobody asks for more than there are
    scatter : squared coefficient of variation of the size requested
    """

    share: float
    kind: JobClass
    least: float
    most: float
    requested: float
    scatter: float


def arrivals_end(scenario: ParallelJobsScenario) -> float:
    """When the last job arrives, s."""
    arrivals = scenario.workload.arrivals
    if arrivals.process == "listed":
        return arrivals.last_arrival
    if arrivals.process == "log":
        return arrivals.length / arrivals.load_factor
    if arrivals.process == "batch":
        return 0.0
    if arrivals.process == "lublin99":
        return scenario.workload.jobs * mean_demand(scenario.workload) / (arrivals.load * capacity(scenario.cluster))
    end = 1000.0 * scenario.workload.jobs / arrivals.rate_per_1000_s
    return float(arrivals.at(np.array([end]))[0]) if arrivals.process == "by-hour" else end


@once_per_scenario
def machines_there(scenario: ParallelJobsScenario) -> int:
    """Machines that can be there, in the mean over a replication without machine events, but at least one.

    Those that go for good half-way count half: until then jobs use them, and are as large as without that.
    """
    cluster = scenario.cluster
    limits = limits_of(scenario.machine_events, cluster) if scenario.machine_events else []
    if not limits:
        return cluster.machines
    mean, length = 0.0, _undisturbed(scenario)
    for (since, machines), (until, _) in pairwise([(0.0, cluster.machines), *limits, (inf, 0)]):
        mean += machines * (min(until, length) - min(since, length)) / length
    return max(1, round(mean))


def machines_at(scenario: ParallelJobsScenario, instant: float) -> int:
    """How many there are from an instant on: it is always the last that are not there, and spares stand in for those
    of their own group that have gone."""
    machines = 0
    for group in scenario.cluster.groups:
        own = [change for change in scenario.machine_events if change.group == group.name]
        absent = [0, *(one.count for one in own if isinstance(one, Spares))]
        absent += [one.count for one in own if isinstance(one, Addition) and one.at > instant]
        absent += [one.count for one in own if isinstance(one, Shutdown) and one.for_good and one.at <= instant]
        machines += group.count - max(absent)
    return machines


def _undisturbed(scenario: ParallelJobsScenario) -> float:
    """How long a replication takes about, if nothing happens to its machines and all are always busy, s."""
    workload, groups = scenario.workload, scenario.cluster.groups
    weight = sum(kind.weight for kind in workload.job_classes)
    work = workload.jobs * sum(kind.weight * kind.demand.mean for kind in workload.job_classes) / weight
    return max(arrivals_end(scenario), work / sum(group.count / group.speed_factor for group in groups))


@once_per_scenario
def typical_jobs(scenario: ParallelJobsScenario) -> tuple[TypicalJob, ...]:
    """The mean job of each class that comes at all."""
    machines = machines_there(scenario)
    kinds = scenario.workload.job_classes
    weight = sum(kind.weight for kind in kinds)
    return tuple(_typical(kind, kind.weight / weight, machines) for kind in kinds if kind.weight)


def _typical(kind: JobClass, share: float, machines: int) -> TypicalJob:
    least = min(mean_size(kind.min_size, kind.min_size_spread), machines)
    most = min(max(least, mean_size(kind.max_size, kind.max_size_spread)), machines)
    requested = least if kind.requested_size == "smallest" else most
    if kind.kind == "rigid":
        least = most = requested
    spread = kind.min_size_spread if kind.requested_size == "smallest" else kind.max_size_spread
    low = kind.min_size if kind.requested_size == "smallest" else kind.max_size
    high = min(machines, max(low, getattr(spread, "up_to", low)))
    low = min(low, machines)
    return TypicalJob(share, kind, least, most, requested, (high - low) ** 2 / 12 / ((high + low) / 2) ** 2)


def mean_size(size: int, spread: SizeSpread) -> float:
    """Mean of the sizes that are drawn, machines."""
    if isinstance(spread, Evenly):
        return (size + max(size, spread.up_to)) / 2
    if isinstance(spread, PowersOfTwo):
        doublings = max(0, (spread.up_to // size).bit_length() - 1)
        return float(size * (2 ** (doublings + 1) - 1) / (doublings + 1))
    return float(size)


@lru_cache(4096)
def speedup_on(curve: Any, processors: float) -> float:
    """Speedup on so many processors, rounded to a whole number."""
    n = max(1, round(processors))
    return float(curve.curve(n)[n])


@lru_cache(4096)
def pace(groups: tuple[MachineGroup, ...], size: float) -> float:
    """Mean pace of *size* machines that stand side by side when all are in order of speed: that of their slowest.

    1 on the fastest machines; for one machine at a time, the mean pace of all.
    """
    return sum(share / factor for share, factor in _slowest_of(groups, size))


def _slowest_of(groups: tuple[MachineGroup, ...], size: float) -> list[tuple[float, float]]:
    """Which share of such sets of machines has which speed factor."""
    total = sum(group.count for group in groups)
    n = min(total, max(1, round(size)))
    places, end, found = total - n + 1, 0, []
    for group in sorted(groups, key=lambda one: one.speed_factor):
        before, end = max(0, end - n + 1), end + group.count
        found.append((max(0, end - n + 1 - before) / places, group.speed_factor))
    return found
