"""What coscheduling provides to have its policies broken."""

from collections.abc import Iterable

import numpy as np

from engine.contract.problem import Problem
from engine.coscheduling.breaking import moves
from engine.coscheduling.breaking.asked import Asked, asked, breakable
from engine.coscheduling.breaking.instance import Instance
from engine.coscheduling.breaking.ratio import Ratios
from engine.coscheduling.breaking.schedules import schedules
from engine.coscheduling.breaking.smaller import smaller
from engine.coscheduling.measures import simulate


def _at_random(question: Asked, uniform: np.ndarray, jobs: int) -> Instance:
    return moves.at_random(uniform, len(question.types), jobs)


def _moved(question: Asked, instance: Instance, uniform: np.ndarray, jobs: int) -> Instance:
    return moves.moved(instance, uniform, len(question.types), jobs)


def _smaller(question: Asked, instance: Instance) -> Iterable[Iterable[tuple[str, Instance]]]:
    return smaller(instance, question.types)


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
    chains=4,
    steps=500,
    pair_chains=1,
    pair_steps=250,
)
"""An instance takes some ms, ten times what one of parallel jobs does: fewer steps, about as many seconds."""
