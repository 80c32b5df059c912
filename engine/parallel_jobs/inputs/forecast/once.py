"""What is known about a scenario before it is simulated is computed once, for all of its policies; and what takes long
once for all scenarios that have in common what it depends on, as the points of a sweep have."""

from __future__ import annotations  # a scenario asks for this while it is validated

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar, TypeVarTuple

if TYPE_CHECKING:
    from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario

Given = TypeVarTuple("Given")
Answer = TypeVar("Answer")


def once_per_scenario(
    compute: Callable[[ParallelJobsScenario, *Given], Answer],
) -> Callable[[ParallelJobsScenario, *Given], Answer]:
    """Remember what *compute* answered about the scenario, its first argument, that it was asked about last.

    A scenario never changes, and is told by its identity, since to hash it takes as long as to price it. Its policies
    are asked about one after the other, so that the last scenario is enough. What else *compute* is given has to be
    hashed cheaply.
    """
    last: tuple[Any, dict[tuple[Any, ...], Answer]] = (None, {})

    @wraps(compute)
    def answer(scenario: ParallelJobsScenario, *rest: *Given) -> Answer:
        nonlocal last
        known, answers = last
        if known is not scenario:
            answers = {}
            last = scenario, answers  # at once: threads ask too
        if rest not in answers:
            answers[rest] = compute(scenario, *rest)
        return answers[rest]

    return answer
