"""How many jobs a policy for profit takes, and for how long: some hundred typical jobs come one after the other.

Nothing is drawn, sizes are given once, and nobody asks for profit: it is about how many machines are promised to whom.
"""

from __future__ import annotations

from heapq import heappop, heappush
from math import inf
from typing import TYPE_CHECKING, NamedTuple

from engine.parallel_jobs.costs.queues.coming import COMING, Coming, coming, speedup_by_size
from engine.parallel_jobs.inputs.forecast.disturbance import Disturbance, longer
from engine.parallel_jobs.inputs.forecast.once import once_per_scenario
from engine.parallel_jobs.inputs.forecast.typical import arrivals_end, machines_there, pace, typical_jobs

if TYPE_CHECKING:
    from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario

BESIDE = COMING / 4
"""Jobs that may run side by side, so that those tried fill the cluster; of a larger one only a part is tried."""


class Taken(NamedTuple):
    """What becomes of the jobs.

    Attributes
    ----------
    share : of the jobs, that are taken
    running : of these, side by side in the mean
    length : when the last of them ends, s
    """

    share: float
    running: float
    length: float


@once_per_scenario
def taken(scenario: ParallelJobsScenario, fixed: bool, around: Disturbance) -> Taken:
    """What becomes of the jobs of *scenario* under policies of *fixed* sizes, those requested, or of others."""
    jobs, end = scenario.workload.jobs, arrivals_end(scenario)
    slowest = max(group.speed_factor for group in scenario.cluster.groups)
    tried = min(jobs, COMING)
    part = _part(scenario, fixed, around)
    machines, gap = max(1.0, machines_there(scenario) * around.there) / part, end / jobs * part
    ends: list[tuple[float, float]] = []
    now = promised = times = last = 0.0
    accepted = 0
    for one in coming(scenario, fixed, tried):
        while ends and ends[0][0] <= now:
            promised -= heappop(ends)[1]
        least = _need(one, slowest)
        if promised + least <= machines + 1e-9:
            size = min(one.high, max(int(least), int(min(machines - promised, least * machines / (promised + least)))))
            time = _time(scenario, one.curve, one.demand, size, around)
            kept = least if one.job.kind.kind == "malleable" and not fixed else size
            heappush(ends, (now + time, kept))
            promised, accepted, times, last = promised + kept, accepted + 1, times + time, max(last, now + time)
        now += gap
    if end:
        return Taken(accepted / tried, part * times / max(last, now), end + max(0.0, last - now))
    more = machines / promised if accepted == tried and promised < machines else 1.0  # there is room for others
    running = min(float(jobs), accepted * more)
    return Taken(running / jobs, running, last)


def _part(scenario: ParallelJobsScenario, fixed: bool, around: Disturbance) -> float:
    """How many times smaller a cluster is to be tried, to which as many times fewer jobs come."""
    if not arrivals_end(scenario):
        return 1.0
    rate, kinds = scenario.workload.jobs / arrivals_end(scenario), typical_jobs(scenario)
    size = sum(job.share * (job.requested if fixed else job.least) for job in kinds)
    time = sum(
        job.share
        * _time(
            scenario,
            speedup_by_size(scenario, job),
            job.kind.demand.mean,
            round(job.requested if fixed else job.least),
            around,
        )
        for job in kinds
    )
    return max(1.0, min(rate * time, machines_there(scenario) * around.there / size) / BESIDE)


def _time(scenario: ParallelJobsScenario, curve: list[float], demand: float, size: int, around: Disturbance) -> float:
    speed = curve[size] * _pace(scenario, size)
    return longer(scenario, demand / speed, size, size * around.failures, around)


@once_per_scenario
def _pace(scenario: ParallelJobsScenario, size: int) -> float:
    return pace(scenario.cluster.groups, size)


def _need(one: Coming, slowest: float) -> float:
    """Machines on which the job ends in time, counted on the slowest; more than there are if there are none."""
    curve, wanted = one.curve, one.demand * slowest / max(one.allowed, 1e-9)
    if curve[one.high] < wanted:
        return inf
    low, high = one.low, one.high
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if curve[middle] >= wanted else (middle + 1, high)
    return low
