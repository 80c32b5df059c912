"""What the engine says to a lesson's prediction, as far as it is known; computing what is not."""

from itertools import combinations
from typing import NamedTuple

from components.figures.lessons.line import Line
from components.lessons.asked import OrderingPrediction
from components.lessons.lesson import Lesson
from components.lessons.reveal import overlap, reveal
from components.visits.answers import client, known_result
from engine.inputs.scenario import Scenario
from engine.results.result import Result
from workers.client import BudgetError


class Known(NamedTuple):
    """What is measured. `lines` are as in `Reveal`: one number, or the entries in measured order, or a curve."""

    words: str
    lines: list[Line]
    results: dict[str, Result]


def known(lesson: Lesson) -> Known | None:
    """What is measured, or None before every study that it takes is complete; computes nothing."""
    results = {}
    for name in lesson.needed():
        found = known_result(lesson.scenarios[name])
        if found is None or not found.complete:
            return None
        results[name] = found
    told = reveal(lesson, (), results)
    return Known(told.sentence, told.lines, results)


def measured_order(lesson: Lesson, found: Known) -> list[int]:
    """The entries of an ordering by number, as they were measured, first to last."""
    asked = lesson.front.prediction
    assert isinstance(asked, OrderingPrediction)
    numbers = {entry.label: n for n, entry in enumerate(asked.entries)}
    return [numbers[line.label] for line in found.lines]


def is_right_order(lesson: Lesson, prediction: tuple[float, ...], found: Known) -> bool:
    """Whether no two entries are the other way round, but for those of which nobody can say which is less."""
    place = {int(entry): n for n, entry in enumerate(prediction)}
    pairs = combinations(zip(measured_order(lesson, found), found.lines, strict=True), 2)
    return all(
        place[before] < place[after] or overlap(line.measured, other.measured)
        for (before, line), (after, other) in pairs
    )


def compute(lesson: Lesson, visitor: str) -> str:
    """Have computed what is missing; the sentence if it is refused."""
    for scenario in _missing(lesson):
        try:
            client().submit(scenario, visitor)
        except BudgetError as error:
            return f"{error}."
    return ""


def progress(lesson: Lesson) -> str:
    """How far what is missing is, in words; "" if nobody has begun it."""
    found = [client().status(scenario.content_hash()) for scenario in _missing(lesson)]
    running = [one for one in found if one is not None and one.state == "running"]
    if not running:
        return ""
    done, total = sum(one.done for one in running), sum(one.total for one in running)
    return f"Computing: {done} of {total} cells."


def _missing(lesson: Lesson) -> list[Scenario]:
    scenarios = [lesson.scenarios[name] for name in lesson.needed()]
    return [one for one in scenarios if (found := known_result(one)) is None or not found.complete]
