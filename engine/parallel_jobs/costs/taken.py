"""How many jobs a policy for profit takes, and for how long: some hundred typical jobs come one after the other.

Nothing is drawn, sizes are given once, and nobody asks for profit: it is about how many machines are promised to whom.
"""

from __future__ import annotations

from functools import lru_cache
from heapq import heappop, heappush
from math import inf, log
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.parallel_jobs.costs.disturbance import Disturbance, longer
from engine.parallel_jobs.costs.once import once_per_scenario
from engine.parallel_jobs.costs.typical import TypicalJob, arrivals_end, machines_there, pace, typical_jobs
from engine.parallel_jobs.inputs.demand_quantiles import quantile
from engine.parallel_jobs.inputs.worth import ConstantDeadline, ExponentialDeadline, ProportionalDeadline

if TYPE_CHECKING:
    from engine.parallel_jobs.inputs.demands import Demand
    from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
    from engine.parallel_jobs.inputs.worth import Deadline

COMING = 120
"""Jobs that are tried."""

BESIDE = COMING / 4
"""Jobs that may run side by side, so that those tried fill the cluster; of a larger one only a part is tried."""

LUCK = 0.8191725133961645, 0.6710436067037893, 0.5497004779019703, 0.45030
"""Multiples of these, without the whole numbers, are spread evenly in all directions: class, demand, deadline, size."""


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


class _Coming(NamedTuple):
    """A job that comes: its speedup by size, demand and time to its deadline (s), and the sizes that it may have."""

    job: TypicalJob
    curve: list[float]
    demand: float
    allowed: float
    low: int
    high: int


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
    for one in _coming(scenario, fixed, tried):
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
            _speedup(scenario, job),
            job.kind.demand.mean,
            round(job.requested if fixed else job.least),
            around,
        )
        for job in kinds
    )
    return max(1.0, min(rate * time, machines_there(scenario) * around.there / size) / BESIDE)


@once_per_scenario
def _coming(scenario: ParallelJobsScenario, fixed: bool, tried: int) -> list[_Coming]:
    kinds, most, found = typical_jobs(scenario), machines_there(scenario), []
    curves = {id(job): _speedup(scenario, job) for job in kinds}
    for n in range(tried):
        of, by_demand, by_deadline, by_size = ((n + 0.5) * step % 1.0 for step in LUCK)
        for job in kinds:
            of -= job.share
            if of <= 0:
                break
        demand = _demand(job.kind.demand, int(by_demand * COMING))
        low, high = (job.requested, job.requested) if fixed else (job.least, job.most)
        if fixed and job.scatter:  # evenly, from the squared coefficient of variation
            low = high = min(most, job.requested * (1 + (12 * job.scatter) ** 0.5 * (by_size - 0.5)))
        allowed = _allowed(job.kind.deadline, demand, by_deadline)
        found.append(_Coming(job, curves[id(job)], demand, allowed, max(1, round(low)), max(1, round(high))))
    return found


def _time(scenario: ParallelJobsScenario, curve: list[float], demand: float, size: int, around: Disturbance) -> float:
    speed = curve[size] * _pace(scenario, size)
    return longer(scenario, demand / speed, size, size * around.failures, around)


@once_per_scenario
def _pace(scenario: ParallelJobsScenario, size: int) -> float:
    return pace(scenario.cluster.groups, size)


def _need(one: _Coming, slowest: float) -> float:
    """Machines on which the job ends in time, counted on the slowest; more than there are if there are none."""
    curve, wanted = one.curve, one.demand * slowest / max(one.allowed, 1e-9)
    if curve[one.high] < wanted:
        return inf
    low, high = one.low, one.high
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if curve[middle] >= wanted else (middle + 1, high)
    return low


def _speedup(scenario: ParallelJobsScenario, job: TypicalJob) -> list[float]:
    return _curve(job.kind.speedup, scenario.cluster.machines)


@lru_cache(256)
def _curve(speedup: Any, machines: int) -> list[float]:
    found: list[float] = speedup.curve(machines).tolist()
    return found


@lru_cache(4096)
def _demand(demand: Demand, step: int) -> float:
    return quantile(demand, 1 - (step + 0.5) / COMING)


def _allowed(deadline: Deadline, demand: float, luck: float) -> float:
    """Time to the deadline, s."""
    if isinstance(deadline, ExponentialDeadline):
        return -deadline.mean * log(1 - luck)
    if isinstance(deadline, ConstantDeadline):
        return deadline.mean
    if isinstance(deadline, ProportionalDeadline):
        return demand * deadline.times_demand
    return inf
