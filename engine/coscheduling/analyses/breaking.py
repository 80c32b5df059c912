"""Break it: the small list of communicating jobs on which one policy is worst against another."""

from collections.abc import Iterator
from typing import TypedDict

import numpy as np

from engine.breaking import measure_of
from engine.contract.breaking import MOST_JOBS
from engine.contract.problem import Problem
from engine.contract.small_numbers import between, changed, drawn
from engine.coscheduling.analyses.breakable import (
    FEWEST_TASKS,
    LATEST,
    LONGEST,
    MOST_NODES,
    MOST_SLOTS,
    TENTH,
    Asked,
    Instance,
    SmallJob,
    asked,
    breakable,
    possible,
)
from engine.coscheduling.inputs.background import load_of_each
from engine.coscheduling.inputs.scenario import CoschedulingScenario
from engine.coscheduling.inputs.workload import SECOND, Given, jobs_of, system_of
from engine.coscheduling.kernel import simulation
from engine.coscheduling.measures import simulate
from engine.coscheduling.policies import SCHEMES, Scheme
from engine.coscheduling.replication import replicate
from engine.coscheduling.system import Jobs, System
from engine.inputs.span import nanoseconds
from engine.metrics.job_metrics import bounded_slowdowns

# The neighbors of a small instance: a number changed, a job more or less, more or fewer nodes or places on them.

UNIFORM = 5
"""Uniform numbers that a move takes, all of them whichever move it is."""

NEAR = 2
"""A number is changed by at most so much, or drawn anew."""

CHANGE_JOB, MORE_JOBS, FEWER_JOBS, CHANGE_NODES = 0.70, 0.82, 0.90, 0.95
"""Below which uniform number a move is which; the rest change how many processes a node takes."""


def ranges(types: int) -> tuple[tuple[int, int], ...]:
    """Least and most of each number of a job, where there are so many job *types*."""
    return ((0, LATEST), (FEWEST_TASKS, MOST_NODES), (1, LONGEST), (0, types - 1))


def moved(question: Asked, instance: Instance, uniform: np.ndarray, most_jobs: int = MOST_JOBS) -> Instance:
    """A neighbor of the *instance*, by `UNIFORM` numbers in [0, 1)."""
    nodes, slots, jobs = instance.nodes, instance.slots, list(instance.jobs)
    what, first, second, third, fourth = uniform.tolist()
    place, types = int(first * len(jobs)), len(question.types)
    if what < CHANGE_JOB:
        jobs[place] = _changed(jobs[place], second, third, fourth, types)
    elif what < MORE_JOBS:
        job = _changed(jobs[place], second, third, fourth, types)
        if len(jobs) < most_jobs:
            jobs.append(job)
        else:
            jobs[place] = job
    elif what < FEWER_JOBS:
        if len(jobs) > 1:
            del jobs[place]
    elif what < CHANGE_NODES:
        nodes = between(FEWEST_TASKS, MOST_NODES, second)
    else:
        slots = between(1, MOST_SLOTS, second)
    return possible(nodes, slots, jobs)


def at_random(question: Asked, uniform: np.ndarray, most_jobs: int = MOST_JOBS) -> Instance:
    """An instance to begin with, by (`MOST_JOBS` + 1, `UNIFORM`) numbers: of as many jobs as there may be."""
    nodes, slots = between(FEWEST_TASKS, MOST_NODES, uniform[0, 0]), between(1, MOST_SLOTS, uniform[0, 1])
    numbers = ranges(len(question.types))
    jobs = [SmallJob(*drawn(numbers, row.tolist())) for row in uniform[1 : most_jobs + 1]]
    return possible(nodes, slots, jobs)


def _changed(job: SmallJob, which: float, how: float, by: float, types: int) -> SmallJob:
    numbers = ranges(types)
    field = int(which * len(numbers))
    value = changed(job[field], numbers[field], how, by, NEAR)
    return job._replace(**{job._fields[field]: value})


# What may be simpler about a small instance: fewer jobs, fewer nodes and places, fewer types, rounder numbers.

Smaller = Iterator[tuple[str, Instance]]


def smaller(question: Asked, instance: Instance) -> Iterator[Smaller]:
    """Kinds of what may be simpler, that which takes most away first."""
    types = _fewer_types(instance, question.types)
    yield from (_fewer_jobs(instance), _fewer_nodes(instance), types, _rounder(instance))


def _fewer_jobs(instance: Instance) -> Smaller:
    if len(instance.jobs) > 1:
        for n in range(len(instance.jobs)):
            yield f"without job {n + 1}", _with(instance, [*instance.jobs[:n], *instance.jobs[n + 1 :]])


def _fewer_nodes(instance: Instance) -> Smaller:
    for nodes in range(FEWEST_TASKS, instance.nodes):
        yield f"{nodes} instead of {instance.nodes} nodes", possible(nodes, instance.slots, [*instance.jobs])
    for slots in range(1, instance.slots):
        words = f"{slots} instead of {instance.slots} processes per node"
        yield words, possible(instance.nodes, slots, [*instance.jobs])


def _fewer_types(instance: Instance, types: tuple[str, ...]) -> Smaller:
    for kind in sorted({job.kind for job in instance.jobs}):
        yield f"all jobs are of type {types[kind]}", _with(instance, [job._replace(kind=kind) for job in instance.jobs])


def _rounder(instance: Instance) -> Smaller:
    for n, job in enumerate(instance.jobs):
        for words, rounder in _rounder_jobs(job):
            yield f"{words} job {n + 1}", _with(instance, [*instance.jobs[:n], rounder, *instance.jobs[n + 1 :]])
    latest = instance.jobs[0].arrival
    if latest:
        jobs = [job._replace(arrival=job.arrival - latest) for job in instance.jobs]
        yield "the first job arrives at 0 s", _with(instance, jobs)


def _rounder_jobs(job: SmallJob) -> Iterator[tuple[str, SmallJob]]:
    for field, (words, least, unit) in NAMED.items():
        present = getattr(job, field)
        for number in sorted({0, 1, 2, present - 1, 5 * (present // 5), 10 * (present // 10), 5 * -(-present // 5)}):
            if number != present and number >= least:
                said = f"{words} {number / unit:g} instead of {present / unit:g} of"
                yield said, job._replace(**{field: number})


NAMED = {"arrival": ("arrival", 0, TENTH), "run": ("run time", 1, TENTH), "tasks": ("tasks", FEWEST_TASKS, 1)}
"""In words, the least, and units in one of those that are said."""


def _with(instance: Instance, jobs: list[SmallJob]) -> Instance:
    return possible(instance.nodes, instance.slots, jobs)


# When each job of a small list starts and ends under every policy.


class Schedule(TypedDict):
    """What one policy makes of the jobs.

    Attributes
    ----------
    policy : its name
    start, end : s, of each job
    makespan : when the last job ends, s
    """

    policy: str
    start: list[float]
    end: list[float]
    makespan: float


def schedules(scenario: CoschedulingScenario) -> list[Schedule]:
    """The schedule of every policy of a *scenario* of one point."""
    return [_schedule(scenario, policy) for policy in scenario.policies]


def _schedule(scenario: CoschedulingScenario, policy: str) -> Schedule:
    done = replicate(scenario, policy, 0)
    start, end = ((done.of_jobs(name) / SECOND).tolist() for name in ("start", "end"))
    return {"policy": policy, "start": start, "end": end, "makespan": max(end)}


# How much worse a policy is than another on a small instance: exact, by the kernel, without a scenario being read.

SIMPLEST = Instance(FEWEST_TASKS, 1, (SmallJob(0, FEWEST_TASKS, 1, 0),))


class Ratios:
    """The ratio of a metric under one policy to that under another, instance by instance.

    >>> from engine.coscheduling.analyses.breakable import asked
    >>> from engine.coscheduling.papers.examples import EXAMPLES
    >>> Ratios(asked(EXAMPLES["same-eight-jobs"], "SS-EASY", "SS-FCFS"))(SIMPLEST)
    1.0
    """

    def __init__(self, asked: Asked) -> None:
        self.asked = asked
        self.evaluations = 0
        """Instances that both policies have been simulated on, those that were known left out."""
        self._measure = measure_of(asked.metric)
        self._some = asked.scenario(SIMPLEST)
        self._system = system_of(self._some, 0)
        self._known: dict[Instance, float] = {}

    def __call__(self, instance: Instance) -> float:
        """How many times as large the metric is under the policy that is to be broken."""
        found = self._known.get(instance)
        if found is None:
            found = self._known[instance] = self._measured(instance)
        return found

    def _measured(self, instance: Instance) -> float:
        self.evaluations += 1
        nodes, cluster = instance.nodes, self._some.cluster
        system = self._system._replace(
            nodes=nodes,
            slots=instance.slots,
            phase=np.repeat(self._system.phase[:1], nodes),  # all tick together
            load=load_of_each(cluster.background_load, cluster.loaded_nodes, nodes),
        )
        jobs = jobs_of(self._some.workload, self._given(instance), system)
        asked = self.asked
        return self._measure.of(*(self._metric(jobs, system, SCHEMES[name]) for name in (asked.policy, asked.against)))

    def _given(self, instance: Instance) -> Given:
        """As the list of the scenario says them."""
        arrival, tasks, run, kind = np.array(instance.jobs, dtype=np.int64).T
        number = len(instance.jobs)
        return Given(
            arrival=nanoseconds(arrival / TENTH, "an arrival"),
            size=tasks.astype(np.int32),
            job_type=kind,
            size_class=np.zeros(number, dtype=np.int32),
            seconds=run / TENTH,
            multiple=np.ones(number),
            estimate=np.full(number, np.nan),
        )

    def _metric(self, jobs: Jobs, system: System, scheme: Scheme) -> float:
        """As `engine.coscheduling.measures.measure` takes it, to the last bit."""
        records = simulation.run(jobs, system, scheme)
        if self.asked.metric == "makespan":
            return int(records.end.max()) / SECOND
        response = records.end / SECOND - jobs.arrival / SECOND
        if self.asked.metric == "response_time":
            return float(response.mean())
        alone = jobs.nominal * jobs.iterations / SECOND
        return float(bounded_slowdowns(response, alone, self._some.measurement).mean())


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
    chains=4,
    steps=500,
    pair_chains=1,
    pair_steps=250,
)
"""An instance takes some ms, ten times what one of parallel jobs does: fewer steps, about as many seconds."""
