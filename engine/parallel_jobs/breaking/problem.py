"""What parallel jobs provide to have their policies broken."""

from collections.abc import Iterable

import numpy as np

from engine.contract.problem import Problem
from engine.parallel_jobs.breaking import moves
from engine.parallel_jobs.breaking.asked import Asked, asked, breakable
from engine.parallel_jobs.breaking.instance import Instance
from engine.parallel_jobs.breaking.ratio import Ratios
from engine.parallel_jobs.breaking.smaller import smaller
from engine.parallel_jobs.measures import simulate
from engine.parallel_jobs.replay.schedules import schedules


def _at_random(question: Asked, uniform: np.ndarray, jobs: int) -> Instance:
    return question.restricted(moves.at_random(uniform, question.groups, jobs, question.of_profit))


def _moved(question: Asked, instance: Instance, uniform: np.ndarray, jobs: int) -> Instance:
    return question.restricted(moves.moved(instance, uniform, question.groups, jobs, question.of_profit))


def _smaller(_question: Asked, instance: Instance) -> Iterable[Iterable[tuple[str, Instance]]]:
    return smaller(instance)


PROBLEM = Problem(
    asked=asked,
    breakable=breakable,
    worse=Ratios,
    uniform=moves.UNIFORM,
    at_random=_at_random,
    moved=_moved,
    smaller=_smaller,
    schedules=schedules,
    simulate=simulate,
    chains=6,
    steps=2500,
    pair_chains=2,
    pair_steps=1000,
)
