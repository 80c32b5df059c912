"""How many jobs run and wait side by side, about and from formulas: what the cost of a replication depends on.

Queues are those of an M/G/c system with as many servers as jobs fit side by side; above a load of 1 they grow with the
replication.
"""

from math import exp, inf, sqrt
from typing import NamedTuple

from engine.inputs.by_hour import ByHour
from engine.inputs.estimates import Exact
from engine.parallel_jobs.costs.growth import share_left_waiting
from engine.parallel_jobs.costs.machine_events.expected_length import length
from engine.parallel_jobs.costs.queues.backlog import mean_backlog
from engine.parallel_jobs.costs.queues.side_by_side import served
from engine.parallel_jobs.costs.sizes_asked_for import sizes_of
from engine.parallel_jobs.inputs.demand_quantiles import ladder, variation
from engine.parallel_jobs.inputs.forecast.disturbance import Disturbance, Lengths
from engine.parallel_jobs.inputs.forecast.once import once_per_scenario
from engine.parallel_jobs.inputs.forecast.span import FIXED, times_under
from engine.parallel_jobs.inputs.forecast.typical import (
    TypicalJob,
    arrivals_end,
    machines_at_work,
    machines_there,
    pace,
    share_faster,
    speedup_on,
    typical_jobs,
)
from engine.parallel_jobs.inputs.job_classes import JobClass
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.inputs.worth import ConstantDeadline, ExponentialDeadline, NoDeadline, ProportionalDeadline
from engine.parallel_jobs.policies import ORDERED, POLICIES

SLOWED = 1.5
"""Load of typical jobs that are served one by one from which on it counts half: they are few, and it is not exact."""

ORDERED_NAMES = frozenset(name for name, policy in POLICIES.items() if policy.code >= ORDERED)
PASSING = frozenset({"FF", "EASY", "UFF"}) | ORDERED_NAMES
FOR_PROFIT = frozenset({"Simple", "Simple-R", "Lazy", "Lazy-R"})
AS_MANY = {"SED-NU": "SED", "SED-NM": "SED", "EASY": "FF"} | dict.fromkeys(ORDERED_NAMES, "FF")
"""Policies under which as many run and wait as under another one."""
JOBS_ALIKE = {"FF": "FCFS", "Conservative": "FCFS", "Lazy": "Simple", "Lazy-R": "Simple-R"}
"""Policies that give jobs sizes and times as another one does."""


class Crowd(NamedTuple):
    """What a policy has to deal with.

    Attributes
    ----------
    size : machines of a job
    running, waiting : jobs, in the mean over the events of a replication
    bound : share of the jobs that have a deadline
    mixed : whether jobs differ in size
    early : share of the jobs that end earlier than the backfilling policies are told
    """

    size: float
    running: float
    waiting: float
    bound: float
    mixed: bool
    early: float


class _Class(NamedTuple):
    """Jobs of a class.

    Share of those taken, machines, its squared coefficient of variation, machines they can do with, run time (s), and
    area (machine s).
    """

    share: float
    size: float
    scatter: float
    least: float
    time: float
    area: float


class _Mean(NamedTuple):
    """All jobs that are taken.

    Classes, share of those that arrive, machines of the mean job and their mean square, run time (s), area (machine s),
    and the squared coefficient of variation of the area.
    """

    classes: list[_Class]
    taken: float
    size: float
    square: float
    time: float
    area: float
    scatter: float


def crowd(scenario: ParallelJobsScenario, policy: str, around: Disturbance) -> Crowd:
    """How many jobs run and wait under *policy*."""
    found = _crowd(scenario, AS_MANY.get(policy, policy), around, False)
    differ = len({group.speed_factor for group in scenario.cluster.groups}) > 1
    if policy == "Conservative" and differ and arrivals_end(scenario):  # it takes the square of those that wait
        tried = _crowd(scenario, policy, around, True)  # more wait where jobs get fast and slow machines at once
        found = found._replace(waiting=((sqrt(found.waiting) + sqrt(tried.waiting)) / 2) ** 2)
    if (policy in PASSING or policy == "Conservative") and arrivals_end(scenario):
        mean = _mean(scenario, "FCFS", around)  # small jobs pass: the same work waits in fewer, larger ones
        found = found._replace(waiting=found.waiting * mean.size**2 / mean.square)
    return found


@once_per_scenario
def _mean(scenario: ParallelJobsScenario, policy: str, around: Disturbance) -> _Mean:
    kinds = typical_jobs(scenario)
    found = times_under(scenario, policy, around)
    classes = [_class(scenario, policy, job, one) for job, one in zip(kinds, found, strict=True)]
    taken = sum(kind.share for kind in classes)
    size, time, area, square, squares = (
        sum(kind.share * of(kind) for kind in classes) / taken
        for of in (
            lambda kind: kind.size,
            lambda kind: kind.time,
            lambda kind: kind.area,
            lambda kind: kind.size**2 * (1 + kind.scatter),
            lambda kind: kind.area**2,
        )
    )
    squares += sum(
        kind.share / taken * kind.area**2 * variation(job.kind.demand) for kind, job in zip(classes, kinds, strict=True)
    )
    return _Mean(classes, taken, size, square, time, area, max(0.0, squares / area**2 - 1))


@once_per_scenario
def _crowd(scenario: ParallelJobsScenario, policy: str, around: Disturbance, tried: bool) -> Crowd:
    """By what the machines could do, or as far as some hundred jobs of the sizes requested use them, if *tried*."""
    jobs = scenario.workload.jobs
    there = machines_at_work(scenario) if policy in FIXED else machines_there(scenario)
    machines = max(1.0, there * around.there)
    classes, taken, size, square, time, area, scatter = _mean(scenario, JOBS_ALIKE.get(policy, policy), around)
    mixed = square > 1.001 * size**2
    usable = machines
    if policy in FIXED and not mixed:
        usable = min(machines, max(1.0, machines // size) * size)
    elif policy in FIXED:
        lost = 0.1 if policy in PASSING or policy == "Conservative" else 0.5  # of the place of a job behind the queue
        usable = machines * max(0.4, 1 - lost * square / size / machines)
    end = arrivals_end(scenario)
    rate = taken * jobs / end if end else inf
    load = rate * area / usable
    if tried:
        load = rate / served(scenario, around)
    elif end and policy in FIXED and len({group.speed_factor for group in scenario.cluster.groups}) > 1:
        slowed = rate / served(scenario, around)  # by slow machines, which large jobs get among others
        load = sqrt(load * slowed) if slowed > SLOWED and slowed > load else load
    if end and scenario.machine_events:  # half way to what the lengths of the largest jobs say, for which others wait
        load = sqrt(load * max(load, taken * length(scenario, policy, around).busy / end))
    beside = max(1.0, usable * time / area)
    most = min(jobs, _most_beside(policy, classes, usable, rate if load > 1 else 0.0, beside))
    queue = 0.0
    if end:
        near = min(load, 0.9999)
        queue = min((1 + scatter) / 2 * near ** sqrt(2 * (beside + 1)) / (1 - near), 0.6 * sqrt(jobs * (1 + scatter)))
        arrivals = scenario.workload.arrivals
        if isinstance(arrivals, ByHour) and load <= 1:
            mean_load = taken * arrivals.rate_per_1000_s / 1000 * area / usable
            queue = max(queue, min(jobs / 2, mean_backlog(arrivals, mean_load, end) * usable / area))
    bound, early = _promises(scenario)
    if policy in FOR_PROFIT:
        queue = min(queue, beside)
        running = min(min(load, 1.0) * most + queue, most)
        return Crowd(size, running, queue if policy.startswith("Lazy") else 0.0, bound, mixed, early)
    queue += jobs * share_left_waiting(scenario, policy, load)
    there = min(jobs, min(load, 1.0) * beside + queue)
    running = min(there, most)
    return Crowd(size, running, there - running, bound, mixed, early)


@once_per_scenario
def _promises(scenario: ParallelJobsScenario) -> tuple[float, float]:
    """Share of the jobs that have a deadline, and of those that end earlier than the backfilling policies are told."""
    groups, kinds = scenario.cluster.groups, typical_jobs(scenario)
    slowest = max(group.speed_factor for group in groups)
    bound = sum(job.share for job in kinds if not isinstance(job.kind.deadline, NoDeadline))
    early = sum(
        job.share * (_share_faster(scenario, job, slowest / 1.02) if isinstance(job.kind.estimate, Exact) else 1.0)
        for job in kinds
    )
    return bound, early


def _share_faster(scenario: ParallelJobsScenario, job: TypicalJob, factor: float) -> float:
    """How many jobs of a class, of all their sizes, have machines that are all faster than those of a speed factor."""
    sizes = sizes_of(job, "FCFS", machines_there(scenario))
    faster = sum(one.share * share_faster(scenario.cluster.groups, one.least, factor) for one in sizes)
    return faster / sum(one.share for one in sizes)


def _most_beside(policy: str, classes: list[_Class], usable: float, rate: float, beside: float) -> float:
    """Jobs that run side by side at the most; *rate* is 0 unless the queue grows, jobs per second."""
    if (policy in PASSING or policy in FOR_PROFIT) and 0 < rate < inf:  # then the small ones pass
        left, most = usable, 0.0
        for kind in sorted(classes, key=lambda one: one.least):
            used = min(left, rate * kind.share * kind.area / sum(one.share for one in classes))
            most, left = most + used / kind.least, left - used
        return max(1.0, most)
    if policy in FIXED:
        return beside
    if policy.startswith("SED"):
        return 1.5 * beside + 1
    time = sum(kind.share * kind.time for kind in classes)
    return max(1.0, usable * time / sum(kind.share * kind.time * kind.least for kind in classes))


def _class(scenario: ParallelJobsScenario, policy: str, job: TypicalJob, found: Lengths) -> _Class:
    groups = scenario.cluster.groups
    size, time, _ = found
    least = size
    if policy.startswith("SED"):
        alone, delay = _chosen(scenario, job.most)
        curve = job.kind.speedup
        time *= pace(groups, size) * delay * speedup_on(curve, size) / speedup_on(curve, alone)
        size = least = alone
    elif policy not in FIXED:
        least = min(size, job.least)
    share = job.share
    if policy in FOR_PROFIT:
        if policy not in FIXED and not isinstance(job.kind.deadline, NoDeadline):
            least = min(size, max(job.least, 2 * size * time / _time_allowed(job.kind)))
        elif policy not in FIXED and job.kind.kind == "moldable":
            least = sqrt(least * size)
        slowest = max(group.speed_factor for group in groups)
        share *= max(1e-4, _in_time(job.kind, time * pace(groups, size) * slowest))
    return _Class(share, size, job.scatter if policy in FIXED else 0.0, least, time, time * size)


def _chosen(scenario: ParallelJobsScenario, most: float) -> tuple[float, float]:
    """Size and delay that SED chooses when everything is idle, for a job that can use so many machines."""
    there, best = 0, (inf, 1.0, 1.0)
    for group in sorted(scenario.cluster.groups, key=lambda one: one.speed_factor):
        there += group.count
        size = min(float(there), most)
        best = min(best, (group.speed_factor / size, size, group.speed_factor))
    return best[1:]


def _time_allowed(kind: JobClass) -> float:
    """Mean time to the deadline, s."""
    if isinstance(kind.deadline, ProportionalDeadline):
        return kind.demand.mean * kind.deadline.times_demand
    return getattr(kind.deadline, "mean", inf)


def _in_time(kind: JobClass, time: float) -> float:
    """Share of the jobs that can meet their deadlines if the mean job takes *time* seconds."""
    deadline, mean = kind.deadline, kind.demand.mean
    steps = [(share, demand / mean * time) for share, demand in ladder(kind.demand, 1000)]
    if isinstance(deadline, ConstantDeadline):
        return sum(share for share, one in steps if one <= deadline.mean)
    if isinstance(deadline, ExponentialDeadline):
        return sum(share * exp(-one / deadline.mean) for share, one in steps)
    if isinstance(deadline, ProportionalDeadline):
        return float(time <= mean * deadline.times_demand)
    return 1.0
