"""Simulated annealing: one chain of small instances, from anywhere to where a policy is worse and worse.

The idea is the problem-instance search PISA of Coleman & Krishnamachari 2024, there for task graphs; the rule of
acceptance is that of Metropolis et al. 1953, the cooling that of Kirkpatrick, Gelatt & Vecchi 1983.
"""

from typing import NamedTuple

from engine.breaking.measure import measure_of
from engine.contract.breaking import MOST_JOBS
from engine.contract.problem import Asked, Instance, Problem, Worse
from engine.inputs.draws import Draws

HOT = 0.05
"""Temperature at the start, of which there is nothing left at the end: a ratio worse by this share is accepted with
probability 1/e."""


class Step(NamedTuple):
    """A better instance than all before it in its chain."""

    step: int
    ratio: float
    instance: Instance


def anneal(problem: Problem, asked: Asked, worse: Worse, chain: int, steps: int, jobs: int = MOST_JOBS) -> list[Step]:
    """The improvements of one chain of *steps* neighbors; the last is the best. A pure function of its arguments, since
    *worse* only remembers.

    A neighbor whose ratio is r times that of the present instance is accepted with probability exp((r - 1) / T): if an
    exponential number E has r >= 1 - T E. Written so, no logarithm of the C library decides anything.
    """
    draws, measure = Draws(asked.seed, chain), measure_of(asked.metric)
    beginning = draws.stream("break it: beginning").random((MOST_JOBS + 1, problem.uniform))
    here = problem.at_random(asked, beginning, jobs)
    value = worse(here)
    uniform = draws.stream("break it: moves").random((steps, problem.uniform))
    boldness = draws.stream("break it: acceptance").exponential(steps).tolist()
    path = [Step(0, value, here)]
    for step in range(steps):
        there = problem.moved(asked, here, uniform[step], jobs)
        found = worse(there)
        temperature = HOT * (1 - step / steps)
        if found >= measure.less(value, temperature * boldness[step]):
            here, value = there, found
            if value > path[-1].ratio:
                path.append(Step(step + 1, value, here))
    return path
