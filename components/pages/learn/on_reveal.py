"""Callbacks of the reveal: what it takes is looked up or run, then the prediction is held against it."""

from typing import Any

from dash import Dash, Input, Output, State, html, no_update
from dash.exceptions import PreventUpdate

from components.lessons.handing_in import work_in
from components.lessons.lesson import Lesson
from components.lessons.measured import LessonError
from components.lessons.reveal import reveal
from components.lessons.work import WorkError
from components.pages.learn.ids import Id
from components.pages.learn.on_tool import lesson_called
from components.pages.learn.outcome import create_explanation, create_outcome
from components.visits.answers import client, known_result, needs_nothing, priced
from components.visits.happened import happened
from components.visits.stores import SCHEME
from components.visits.visitors import visitor
from components.words.wording import number, price_words
from engine.inputs.scenario import Scenario
from engine.results.result import Result
from workers.client import BudgetError, Status


def register(app: Dash) -> None:
    """Register them."""
    app.callback(
        Output(Id.READY, "data"),
        Output(Id.LACKING, "children"),
        Output(Id.LACKING_ROW, "className"),
        Output(Id.LACKING_BAR, "value"),
        Output(Id.RUN_LACKING, "disabled"),
        Output(Id.POLL, "disabled"),
        Input(Id.ASKED, "data"),
        Input(Id.RUN_LACKING, "n_clicks"),
        Input(Id.POLL, "n_intervals"),
        State(Id.LESSON, "data"),
        prevent_initial_call=True,
    )(follow_lacking)
    app.callback(
        Output(Id.OUTCOME, "children"),
        Output(Id.EXPLAINED, "children"),
        Input(Id.READY, "data"),
        Input(SCHEME, "data"),
        State(Id.LESSON, "data"),
        prevent_initial_call=True,
    )(show_outcome)


def results_of(lesson: Lesson) -> dict[str, Result]:
    """The complete results of the scenarios that reveal the prediction, as far as they are known."""
    found = {name: known_result(lesson.scenarios[name]) for name in lesson.needed()}
    return {name: result for name, result in found.items() if result is not None and result.complete}


def follow_lacking(
    asked: dict[str, Any] | None, clicks: int | None, _poll: int | None, name: str
) -> tuple[Any, str, str, Any, bool, bool]:
    """When the prediction is to be compared, what lacks is to be run, or time passes: how far the results are.

    Who asks with a click for the comparison asks for the studies that it takes; a page that comes again does not.
    """
    if not isinstance(asked, dict):
        raise PreventUpdate
    lesson = lesson_called(name)
    known = results_of(lesson)
    lacking = [one for key, one in ((key, lesson.scenarios[key]) for key in lesson.needed()) if key not in known]
    if not lacking:
        return asked, "", "hidden", 100, True, True
    is_wanted = bool(clicks) or asked.get("clicked") is True
    is_pressed = bool({Id.RUN_LACKING, Id.ASKED} & set(happened()))
    try:
        running = _go_on(lacking, is_wanted)
    except BudgetError as error:
        return no_update, str(error), "learn-buttons", 0, False, True
    if running is not None:
        scenario, status = running
        words = f"Computing “{scenario.title}”: {status.done} of {status.total} cells."
        more = len(lacking) - 1
        words += f" {more} more to come." if more else ""
        share = 100 * status.done / status.total if status.total else 0
        return no_update, words, "learn-buttons", share, True, False
    stopped = " It was stopped or failed; run it again." if is_wanted and not is_pressed else ""
    return no_update, _lacking_words(lacking) + stopped, "learn-buttons", 0, False, True


def _go_on(lacking: list[Scenario], is_wanted: bool) -> tuple[Scenario, Status] | None:
    """The first of the studies that runs; the next one is started if that *is_wanted*, or if it costs nothing."""
    for scenario in lacking:
        status = client().status(scenario.content_hash())
        if status is not None and status.state == "running":
            return scenario, status
    first = lacking[0]
    if not is_wanted and not needs_nothing(first):
        return None
    client().submit(first, visitor())
    status = client().status(first.content_hash())
    return (first, status) if status is not None and status.state in ("running", "done") else None


def _lacking_words(lacking: list[Scenario]) -> str:
    titles = ", ".join(f"“{scenario.title}”" for scenario in lacking)
    costs = [priced(scenario, None) for scenario in lacking]
    cells, seconds = sum(cost.cells for cost in costs), sum(cost.seconds for cost in costs)
    told = "measured" if all(cost.told == "measured" for cost in costs) else "estimated"
    return (
        f"The comparison needs the whole study of {titles}, which nobody has run yet: {number(cells, 6)} cells, "
        f"{price_words(seconds, told)}."
    )


def show_outcome(ready: dict[str, Any] | None, scheme: str | None, name: str) -> tuple[Any, Any]:
    """When everything is known, or the colors change: prediction beside measurement, and the explanation."""
    if not isinstance(ready, dict):
        raise PreventUpdate
    lesson = lesson_called(name)
    results = results_of(lesson)
    if len(results) < len(lesson.needed()):
        raise PreventUpdate
    note = None
    try:
        prediction = work_in(lesson, {"prediction": ready.get("prediction") or [], "fixed": True}).prediction
    except WorkError as error:
        prediction, note = (), html.P(f"The prediction that this browser kept cannot be used: {error}.")
    scheme = scheme or "light"
    try:
        outcome = create_outcome(lesson, reveal(lesson, prediction, results), scheme)
    except LessonError as error:
        outcome = [html.P(f"This lesson cannot be revealed: {error}.", id="learn-outcome-head", tabIndex=-1)]
    return [note, *outcome], create_explanation(lesson, results, scheme)
