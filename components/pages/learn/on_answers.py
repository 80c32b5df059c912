"""Callback of the questions: an answer is checked on the server, which alone knows what is right."""

from typing import Any

from dash import Dash, Input, Output, State, ctx
from dash.exceptions import PreventUpdate

from components.lessons.handing_in import MOST_TRIES
from components.pages.learn.ids import GIVEN_OF_ONE, REPLY_OF_ONE, Id
from components.pages.learn.on_tool import lesson_called
from components.pages.learn.questions_form import reply_to

LARGEST = 1e15
"""Number that is taken for an answer."""


def register(app: Dash) -> None:
    """Register it, once for all questions."""
    app.callback(
        Output(REPLY_OF_ONE, "children"),
        Input(GIVEN_OF_ONE, "data"),
        State(Id.LESSON, "data"),
        prevent_initial_call=True,
    )(check)


def check(given: dict[str, Any] | None, name: str) -> Any:
    """When an answer was given, {"answer", "tries"}: say whether it is right, and why."""
    lesson, which = lesson_called(name), ctx.triggered_id
    if not isinstance(given, dict) or not isinstance(which, dict):
        raise PreventUpdate
    number = which.get("question")
    if not isinstance(number, int) or not 0 <= number < len(lesson.front.questions):
        raise PreventUpdate
    return reply_to(lesson.front.questions[number], _number(given.get("answer")), _count(given.get("tries")))


def _number(answer: Any) -> float | None:
    is_number = isinstance(answer, int | float) and not isinstance(answer, bool) and abs(answer) <= LARGEST
    return float(answer) if is_number else None


def _count(tries: Any) -> int:
    return tries if isinstance(tries, int) and 0 <= tries <= MOST_TRIES else 1
