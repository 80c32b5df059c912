"""Callback of the questions: an answer is checked on the server, which alone knows what is right."""

from typing import Any

from dash import Dash, Input, Output, State, ctx, html, no_update
from dash.exceptions import PreventUpdate

from components.lessons.asked import RuleQuestion
from components.lessons.handing_in import MOST_TRIES
from components.lessons.lesson import Lesson
from components.lessons.measured import measure
from components.lessons.tried_rule import LONGEST, with_rule
from components.pages.learn.ids import CAME_OF_ONE, GIVEN_OF_ONE, REPLY_OF_ONE, Id
from components.pages.learn.on_tool import lesson_called
from components.pages.learn.questions_form import reply_to
from components.visits.answers import UnavailableError, priced, small_result_of
from engine.rules.tree import RuleError

LARGEST = 1e15
"""Number that is taken for an answer."""


def register(app: Dash) -> None:
    """Register it, once for all questions."""
    app.callback(
        Output(REPLY_OF_ONE, "children"),
        Output(CAME_OF_ONE, "data"),
        Input(GIVEN_OF_ONE, "data"),
        State(Id.LESSON, "data"),
        prevent_initial_call=True,
    )(check)


def check(given: dict[str, Any] | None, name: str) -> tuple[Any, Any]:
    """When an answer was given, {"answer", "tries"}: say whether it is right, and why; of a rule, what came of it."""
    lesson, which = lesson_called(name), ctx.triggered_id
    if not isinstance(given, dict) or not isinstance(which, dict):
        raise PreventUpdate
    number = which.get("question")
    if not isinstance(number, int) or not 0 <= number < len(lesson.front.questions):
        raise PreventUpdate
    question, answer, tries = lesson.front.questions[number], given.get("answer"), _count(given.get("tries"))
    if isinstance(question, RuleQuestion) and isinstance(answer, str):
        return _of_rule(lesson, question, answer.strip(), tries)
    return reply_to(question, _number(answer), tries), no_update


def _of_rule(lesson: Lesson, question: RuleQuestion, text: str, tries: int) -> tuple[Any, Any]:
    """What is said to a rule, and the number that came of it."""
    if not text:
        return reply_to(question, None, tries), no_update
    try:
        found = came_of(lesson, question, text)
    except (RuleError, UnavailableError) as error:
        return [html.P(f"This rule cannot be tried: {error}", className="learn-wrong")], no_update
    return reply_to(question, found, tries), {"number": found, "tries": tries}


def came_of(lesson: Lesson, question: RuleQuestion, text: str) -> float:
    """What is measured of the rule *text*; `RuleError` if it is none, `UnavailableError` if there is no answer yet."""
    name = question.measured.scenario
    scenario = with_rule(question, lesson.scenarios.get(name, lesson.start), text)
    cost = priced(scenario)
    if cost.seconds > LONGEST and not cost.guessed:
        raise RuleError(0, "it would take too long to be asked so often; write a shorter one.")
    return float(measure(question.measured, {name: small_result_of(scenario)}).mean)


def _number(answer: Any) -> float | None:
    is_number = isinstance(answer, int | float) and not isinstance(answer, bool) and abs(answer) <= LARGEST
    return float(answer) if is_number else None


def _count(tries: Any) -> int:
    return tries if isinstance(tries, int) and 0 <= tries <= MOST_TRIES else 1
