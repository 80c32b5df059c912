"""Break it: the small list of jobs on which one policy is worst against another, found by annealing and then shrunk."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import numpy as np

from engine.breaking import measure_of
from engine.contract.breaking import MOST_JOBS
from engine.contract.problem import Problem
from engine.contract.small_numbers import between, changed, drawn
from engine.parallel_jobs import simulation
from engine.parallel_jobs.analyses.breakable import (
    LATEST,
    LATEST_DEADLINE,
    LONGEST,
    LONGEST_ESTIMATE,
    MOST_FACTOR,
    MOST_GROUPS,
    MOST_MACHINES,
    MOST_PROFIT,
    Asked,
    Group,
    Instance,
    SmallJob,
    asked,
    breakable,
    possible,
)
from engine.parallel_jobs.inputs.jobs import alone
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.inputs.speedup import Linear
from engine.parallel_jobs.inputs.workload import PROCESS_SIZE, machines_of, simulated_as
from engine.parallel_jobs.job_metrics.outcomes import earned
from engine.parallel_jobs.measures import simulate
from engine.parallel_jobs.model import Jobs, Machines, Rules
from engine.parallel_jobs.records import Reason, Records
from engine.parallel_jobs.replay.schedules import schedules

# The neighbors of a small instance: a number changed, a job or a group of machines more or less.

UNIFORM = 6
"""Uniform numbers that a move takes, all of them whichever move it is."""

RANGES = ((0, LATEST), (1, MOST_GROUPS * MOST_MACHINES), (1, LONGEST), (1, LONGEST_ESTIMATE))
"""Least and most of each number of a job."""

OF_PROFIT = ((1, LATEST_DEADLINE), (1, MOST_PROFIT))
"""Of those that only profit depends on."""

NEAR = 3
"""A number is changed by at most so much, or drawn anew."""

CHANGE_JOB, MORE_JOBS, FEWER_JOBS, CHANGE_GROUP = 0.70, 0.82, 0.90, 0.96
"""Below which uniform number a move is which; the rest are a group more or less."""


def ranges(of_profit: bool) -> tuple[tuple[int, int], ...]:
    """Of the numbers of a job that are tried."""
    return (*RANGES, *OF_PROFIT) if of_profit else RANGES


def moved(question: Asked, instance: Instance, uniform: np.ndarray, most_jobs: int = MOST_JOBS) -> Instance:
    """A neighbor of the *instance*, by `UNIFORM` numbers in [0, 1)."""
    groups, jobs = list(instance.groups), list(instance.jobs)
    what, first, second, third, fourth, fifth = uniform.tolist()
    if what < CHANGE_JOB:
        n = int(first * len(jobs))
        jobs[n] = _changed(jobs[n], second, third, fourth, question.of_profit)
    elif what < MORE_JOBS:
        job = _changed(jobs[int(first * len(jobs))], second, third, fourth, question.of_profit)
        if len(jobs) < most_jobs:
            jobs.append(job)
        else:
            jobs[int(fifth * len(jobs))] = job
    elif what < FEWER_JOBS:
        if len(jobs) > 1:
            del jobs[int(first * len(jobs))]
    elif what < CHANGE_GROUP or question.groups == 1:
        n = int(first * len(groups))
        groups[n] = _other_group(second, third, len(groups))
    elif third < 0.5 and len(groups) < question.groups:
        groups.append(_other_group(first, second, len(groups) + 1))
    elif len(groups) > 1:
        del groups[int(first * len(groups))]
    return question.restricted(possible(tuple(groups), jobs))


def at_random(question: Asked, uniform: np.ndarray, most_jobs: int = MOST_JOBS) -> Instance:
    """An instance to begin with, by (`MOST_JOBS` + 1, `UNIFORM`) numbers: of as many jobs as there may be."""
    number = 1 + int(uniform[0, 0] * question.groups)
    groups = tuple(_other_group(uniform[0, n], uniform[0, n + 1], number) for n in range(1, number + 1))
    numbers = ranges(question.of_profit)
    jobs = [SmallJob(*drawn(numbers, row.tolist())) for row in uniform[1 : most_jobs + 1]]
    return question.restricted(possible(groups, [job._replace(estimate=job.run) for job in jobs]))


def _changed(job: SmallJob, which: float, how: float, by: float, of_profit: bool) -> SmallJob:
    numbers = ranges(of_profit)
    field = int(which * len(numbers))
    value = changed(job[field], numbers[field], how, by, NEAR)
    other = job._replace(**{job._fields[field]: value})
    if field == job._fields.index("run") and job.estimate == job.run:  # who knows goes on knowing
        other = other._replace(estimate=value)
    return other


def _other_group(machines: float, factor: float, groups: int) -> Group:
    """The only group is of the fastest machines: speeds are relative."""
    return Group(between(1, MOST_MACHINES, machines), between(1, MOST_FACTOR, factor) if groups > 1 else 1)


# What may be simpler about a small instance: fewer jobs, fewer and more equal machines, rounder numbers.

Smaller = Iterator[tuple[str, Instance]]


def smaller(_question: Asked, instance: Instance) -> Iterator[Smaller]:
    """Kinds of what may be simpler, that which takes most away first."""
    yield from (_fewer_jobs(instance), _simpler_machines(instance), _rounder_numbers(instance))


def _fewer_jobs(instance: Instance) -> Smaller:
    if len(instance.jobs) > 1:
        for n in range(len(instance.jobs)):
            yield f"without job {n + 1}", possible(instance.groups, [*instance.jobs[:n], *instance.jobs[n + 1 :]])


def _simpler_machines(instance: Instance) -> Smaller:
    groups = instance.groups
    for n, group in enumerate(groups):
        if len(groups) > 1:
            rest = groups[:n] + groups[n + 1 :]
            yield f"without machine group {n + 1}", possible(rest, list(instance.jobs))
        for machines in range(1, group.machines):
            words = f"{machines} instead of {group.machines} machines in group {n + 1}"
            fewer = (*groups[:n], group._replace(machines=machines), *groups[n + 1 :])
            yield words, possible(fewer, list(instance.jobs))
        for factor in range(1, group.factor):
            words = f"speed factor {factor} instead of {group.factor} in group {n + 1}"
            yield words, possible((*groups[:n], group._replace(factor=factor), *groups[n + 1 :]), list(instance.jobs))


def _rounder_numbers(instance: Instance) -> Smaller:
    for n, job in enumerate(instance.jobs):
        for words, rounder in _rounder_jobs(job):
            jobs = [*instance.jobs[:n], rounder, *instance.jobs[n + 1 :]]
            yield f"{words} job {n + 1}", possible(instance.groups, jobs)
    latest = instance.jobs[0].arrival
    if latest:
        jobs = [job._replace(arrival=job.arrival - latest) for job in instance.jobs]
        yield "the first job arrives at 0 s", possible(instance.groups, jobs)


def _rounder_jobs(job: SmallJob) -> Iterator[tuple[str, SmallJob]]:
    if job.estimate != job.run:
        yield "an exact estimate of", job._replace(estimate=job.run)
    exact = job.estimate == job.run
    for field, words in NAMED.items():
        present = getattr(job, field)
        for number in sorted({0, 1, present - 1, 5 * (present // 5), 10 * (present // 10), 5 * -(-present // 5)}):
            if number == present or number < (0 if field == "arrival" else 1) or not (present or field == "arrival"):
                continue
            changed = job._replace(**{field: number})
            if field == "run" and exact:
                changed = changed._replace(estimate=number)
            yield f"{words} {number} instead of {present} of", changed


NAMED = {
    "arrival": "arrival",
    "run": "run time",
    "machines": "size",
    "estimate": "estimate",
    "deadline": "deadline",
    "profit": "profit",
}


# How much worse a policy is than another on a small instance: exact, by the kernels, without a scenario being read.

Simulated = tuple[int, Rules]

SIMPLEST = Instance((Group(1, 1),), (SmallJob(0, 1, 1, 1),))


class Ratios:
    """How much worse a policy is than another, instance by instance: the ratio of a metric, or profit that is lost.

    >>> from engine.parallel_jobs.analyses.breakable import asked
    >>> from engine.parallel_jobs.papers.examples import EXAMPLES
    >>> ratios = Ratios(asked(EXAMPLES["backfilling-hurts"], "EASY", "FCFS"))
    >>> ratios(Instance((Group(2, 1),), (SmallJob(0, 1, 5, 5),)))
    1.0
    """

    def __init__(self, asked: Asked) -> None:
        self.asked = asked
        self.evaluations = 0
        """Instances that both policies have been simulated on, those that were known left out."""
        some = asked.scenario(SIMPLEST)
        self._measure = measure_of(asked.metric)
        self._simulated = [simulated_as(some, name) for name in (asked.policy, asked.against)]
        self._threshold = some.measurement.slowdown_threshold
        self._known: dict[Instance, float] = {}

    def __call__(self, instance: Instance) -> float:
        """How much worse the policy that is to be broken is; of a ratio, 0 where a job is not taken."""
        found = self._known.get(instance)
        if found is None:
            found = self._known[instance] = self._measured(instance)
        return found

    def _measured(self, instance: Instance) -> float:
        self.evaluations += 1
        machines, cluster = _machines(instance.groups)
        jobs = _jobs(instance, self.asked.malleable)
        broken, other = (
            self._metric(simulation.run(jobs, machines, rules, code), jobs, machines, cluster)
            for code, rules in self._simulated
        )
        if not (broken < np.inf and other < np.inf):
            return 0.0
        return self._measure.of(broken, other, float(jobs.profit.sum()))

    def _metric(self, records: Records, jobs: Jobs, machines: Machines, cluster: ParallelJobsScenario) -> float:
        """As `engine.metrics.job_metrics.measure_jobs` takes it, to the last bit."""
        if self.asked.of_profit:
            return float(earned(records, jobs).sum())
        if (records.reason != Reason.NONE).any():
            return np.inf
        if self.asked.metric == "makespan":
            return float(records.end.max())
        response = records.end - records.arrival
        if self.asked.metric == "response_time":
            return float(response.mean())
        by_itself = alone(cluster, jobs, machines)
        return float(np.maximum(response / np.maximum(by_itself, self._threshold), 1.0).mean())


@lru_cache(maxsize=4096)
def _machines(groups: tuple[Group, ...]) -> tuple[Machines, ParallelJobsScenario]:
    """The machines, and a scenario that has them."""
    tree: dict[str, Any] = SIMPLEST._replace(groups=groups).tree()
    cluster = ParallelJobsScenario.read(
        tree | {"family": "parallel-jobs", "policies": ["FCFS"], "study": {"replications": 1}}
    )
    return machines_of(cluster), cluster


@lru_cache(maxsize=64)
def _speedup(machines: int) -> np.ndarray:
    return np.array([Linear().curve(machines)])


def _jobs(instance: Instance, malleable: bool) -> Jobs:
    """The arrays that `draw_jobs` makes of the list."""
    table = np.array(instance.jobs, dtype=np.int64)
    arrival, size, run, estimate, deadline, profit = (np.ascontiguousarray(column) for column in table.T)
    number = len(table)
    largest = size.astype(np.int32)
    return Jobs(
        gap=np.diff(arrival, prepend=0).astype(np.float64),
        demand=(run * size).astype(np.float64),
        min_size=np.ones(number, dtype=np.int32) if malleable else largest,
        max_size=largest,
        process_size=np.full(number, PROCESS_SIZE),
        job_class=np.zeros(number, dtype=np.int32),
        requested=largest,
        moldable=np.zeros(number, dtype=np.bool_),
        estimate=estimate / run,
        expected=np.where(estimate > run, estimate * size, 0).astype(np.float64),
        deadline=np.where(deadline > 0, deadline, np.inf).astype(np.float64),
        profit=np.where(deadline > 0, profit, PROFIT).astype(np.float64),
        speedup=_speedup(instance.machines),
    )


PROFIT = 1000.0
"""$, of jobs without a deadline: no policy looks at it that can be broken in anything but profit."""


PROBLEM = Problem(
    asked=asked,
    breakable=breakable,
    worse=Ratios,
    uniform=UNIFORM,
    at_random=at_random,
    moved=moved,
    smaller=smaller,
    schedules=schedules,
    simulate=simulate,
    chains=6,
    steps=2500,
    pair_chains=2,
    pair_steps=1000,
)
