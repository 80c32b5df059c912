"""What lessons ask the engine for: their scenarios computed, and the answers in their files held against it."""

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from components.lessons.asked import NumberPrediction, NumberQuestion, OrderingPrediction, RuleQuestion
from components.lessons.lesson import Lesson
from components.lessons.measured import measure
from components.lessons.reveal import curve_of
from components.lessons.tried_rule import with_rule
from engine.results.result import Result
from engine.statistics.means import Estimate
from engine.study.budget import budget
from engine.study.run import run_study


class Held(NamedTuple):
    """One number that a lesson asks for.

    Attributes
    ----------
    what : "prediction" or "question 1", and in a bracket which part of it
    unit : of the numbers
    measured : what the engine says
    answer : what the file says; None if it says nothing
    objection : why the two do not fit, or nothing
    """

    what: str
    unit: str
    measured: Estimate
    answer: float | None
    objection: str


def seconds(lesson: Lesson) -> float:
    """Estimated seconds on one core for all scenarios of a lesson."""
    return sum(budget(scenario).seconds for scenario in lesson.scenarios.values())


def compute(lesson: Lesson, processes: int = 1) -> dict[str, Result]:
    """The results of the scenarios of which something is asked, by their names; of the first one also under ""."""
    first = next(iter(lesson.scenarios))
    asked = {name or first for wanted in lesson.measured for name in wanted.scenarios}
    found = {name: run_study(lesson.scenarios[name], processes) for name in asked}
    return {"": found[first], **found} if first in found else found


def held(lesson: Lesson, results: dict[str, Result]) -> list[Held]:
    """Everything that the lesson asks the engine for, in the order of the file; *results* as from `compute`."""
    return [*_prediction(lesson, results), *_questions(lesson, results)]


def _prediction(lesson: Lesson, results: dict[str, Result]) -> Iterator[Held]:
    asked = lesson.front.prediction
    if isinstance(asked, NumberPrediction):
        found = measure(asked.measured, results)
        yield Held("prediction", asked.unit, found, None, _outside(found, asked.low, asked.high))
    elif isinstance(asked, OrderingPrediction):
        yield from _ordering(asked, results)
    else:
        for value, found in zip(lesson.curve_values, curve_of(lesson, asked, results), strict=True):
            yield Held(f"prediction (at {value:g})", asked.unit, found, None, _outside(found, asked.low, asked.high))


def _ordering(asked: OrderingPrediction, results: dict[str, Result]) -> Iterator[Held]:
    """The entries in measured order; each objects if it cannot be told from the one before it."""
    sign = 1 if asked.first == "least" else -1
    found = [(entry.label, measure(entry.measured, results)) for entry in asked.entries]
    ordered = sorted(found, key=lambda one: sign * one[1].mean)
    objections = ["", *(_tied(one[1], next_one[1]) for one, next_one in pairwise(ordered))]
    for (label, estimate), objection in zip(ordered, objections, strict=True):
        yield Held(f"prediction ({label})", asked.unit, estimate, None, objection)


def _questions(lesson: Lesson, results: dict[str, Result]) -> Iterator[Held]:
    for number, asked in enumerate(lesson.front.questions, start=1):
        if isinstance(asked, RuleQuestion):
            yield from _rule(lesson, asked, f"question {number}", results)
            continue
        if not isinstance(asked, NumberQuestion) or asked.measured is None:
            continue
        found = measure(asked.measured, results)
        objection = "" if asked.is_right(found.mean) else "the answer is not within its tolerance of what is measured"
        yield Held(f"question {number}", asked.unit, found, asked.answer, objection)


def _rule(lesson: Lesson, asked: RuleQuestion, what: str, results: dict[str, Result]) -> Iterator[Held]:
    """What stands there before is not enough, and the solution is, by their intervals."""
    name = asked.measured.scenario
    before = measure(asked.measured, results)
    enough = (
        "" if before.low > asked.at_most else "what stands there before anybody has written a rule is right already"
    )
    yield Held(f"{what} (as it stands)", asked.unit, before, None, enough)
    solved = run_study(with_rule(asked, results[name].scenario, asked.solution))
    found = measure(asked.measured, results | {name: solved})
    short = "" if found.high <= asked.at_most else "the solution is not right, or not clearly"
    yield Held(f"{what} (the solution)", asked.unit, found, asked.at_most, short)


def _outside(found: Estimate, low: float, high: float) -> str:
    return "" if low <= found.mean <= high else f"what is measured cannot be predicted from {low:g} to {high:g}"


def _tied(before: Estimate, after: Estimate) -> str:
    """Numbers without an interval, which do not vary from one replication to the next, are told apart by themselves."""
    low, high = ((one.mean, one.mean) if np.isnan(one.low) else (one.low, one.high) for one in (before, after))
    is_clear = low[1] < high[0] or high[1] < low[0]
    return "" if is_clear else "its interval overlaps that of the entry before it"
