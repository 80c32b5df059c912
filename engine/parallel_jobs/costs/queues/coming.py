"""Some hundred typical jobs, one after the other: nothing is drawn, and all that differs is spread evenly."""

from __future__ import annotations

from functools import lru_cache
from math import inf, log
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.parallel_jobs.inputs.demand_quantiles import quantile
from engine.parallel_jobs.inputs.forecast.once import once_per_scenario
from engine.parallel_jobs.inputs.forecast.typical import TypicalJob, machines_there, typical_jobs
from engine.parallel_jobs.inputs.worth import ConstantDeadline, ExponentialDeadline, ProportionalDeadline

if TYPE_CHECKING:
    from engine.parallel_jobs.inputs.demands import Demand
    from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
    from engine.parallel_jobs.inputs.worth import Deadline

COMING = 120
"""Jobs that are tried."""

LUCK = 0.8191725133961645, 0.6710436067037893, 0.5497004779019703, 0.45030
"""Multiples of these, without the whole numbers, are spread evenly in all directions: class, demand, deadline, size."""


class Coming(NamedTuple):
    """A job that comes: its speedup by size, demand and time to its deadline (s), and the sizes that it may have."""

    job: TypicalJob
    curve: list[float]
    demand: float
    allowed: float
    low: int
    high: int


@once_per_scenario
def coming(scenario: ParallelJobsScenario, fixed: bool, tried: int) -> list[Coming]:
    """So many typical jobs, under policies of *fixed* sizes, those requested, or of others."""
    kinds, most, found = typical_jobs(scenario), machines_there(scenario), []
    curves = {id(job): speedup_by_size(scenario, job) for job in kinds}
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
        found.append(Coming(job, curves[id(job)], demand, allowed, max(1, round(low)), max(1, round(high))))
    return found


def speedup_by_size(scenario: ParallelJobsScenario, job: TypicalJob) -> list[float]:
    """Of a job on 0, 1, ... machines."""
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
