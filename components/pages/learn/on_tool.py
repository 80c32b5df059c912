"""Callbacks of the tool inside a lesson: it comes when it may be seen; the lesson's scenarios go into its sketch."""

from typing import Any

from dash import Dash, Input, Output, State, ctx
from dash.exceptions import PreventUpdate

from components.lessons.lesson import Lesson
from components.lessons.reading import lessons
from components.pages.learn.ids import SCENARIOS, Id
from components.pages.learn.lacking import begin_lacking
from components.pages.studio.ids import Id as Studio
from components.pages.studio.layout import create_studio
from components.sketches.link import from_link
from engine.inputs.paths import leaves
from engine.inputs.rejection import ScenarioError
from engine.inputs.scenario import Scenario

FREE = ("title", "notes")
"""Fields that say nothing about what is computed."""


def register(app: Dash) -> None:
    """Register them."""
    app.callback(
        Output(Id.TOOL, "children"),
        Input(Id.OPEN, "data"),
        State(Id.LESSON, "data"),
        State(Id.SKETCHED, "data"),
        prevent_initial_call=True,
    )(open_tool)
    app.callback(
        Output(Studio.RESTORED, "data", allow_duplicate=True),  # as after undo, which brings back what was there
        Output(Id.OPENED_SAID, "children"),
        Input(SCENARIOS, "n_clicks"),
        State(Id.LESSON, "data"),
        prevent_initial_call=True,
    )(put_in)


def lesson_called(name: Any) -> Lesson:
    """The lesson with this name; a page that knows none of that name is not one of ours."""
    found = lessons()[0].get(name) if isinstance(name, str) else None
    if found is None:
        raise PreventUpdate
    return found


def open_tool(opened: dict[str, Any] | None, name: str, address: dict[str, Any] | None) -> Any:
    """When the prediction is fixed or skipped: the Studio with the lesson's first scenario, or with what the *address*
    says was sketched. Who has just *fixed* a prediction wants it compared: what that takes is begun."""
    if not isinstance(opened, dict):
        raise PreventUpdate
    lesson, left = lesson_called(name), address if isinstance(address, dict) else {}
    if opened.get("fixed") is True:
        begin_lacking(lesson)
    scenario = _sketched(lesson, left.get("s"))
    show = lesson.front.show
    asked = {"tab": show.tab, "metric": show.metric} | _point(lesson) | (left if scenario else {})
    return create_studio(scenario or lesson.start, unlocked=list(lesson.front.unlocked), asked=asked)


def _point(lesson: Lesson) -> dict[str, str]:
    """The point at which the lesson's replay opens, as addresses have it: counted from 1."""
    point = lesson.point_shown
    return {} if point is None else {"point": str(point + 1)}


def _sketched(lesson: Lesson, link: Any) -> Scenario | None:
    """The scenario of a link, if it differs from one of the lesson's in what is unlocked and in nothing else."""
    if not isinstance(link, str):
        return None
    try:
        scenario = from_link(link)
    except ScenarioError:
        return None
    tree = _locked(scenario, lesson.front.unlocked)
    return scenario if any(_locked(one, lesson.front.unlocked) == tree for one in lesson.scenarios.values()) else None


def _locked(scenario: Scenario, unlocked: tuple[str, ...]) -> dict[str, Any]:
    """What the lesson does not let anybody change, by path."""
    free = (*FREE, *unlocked)
    tree = scenario.model_dump(mode="json")
    return {path: value for path, value in leaves(tree) if not any(f"{path}.".startswith(f"{one}.") for one in free)}


def put_in(_clicks: list[int | None], name: str) -> tuple[Any, str]:
    """When a button of a scenario is pressed: put it into the sketch."""
    pressed = ctx.triggered_id
    if not isinstance(pressed, dict) or not ctx.triggered[0]["value"]:
        raise PreventUpdate
    scenario = lesson_called(name).scenarios.get(pressed["scenario"])
    if scenario is None:
        raise PreventUpdate
    return scenario.model_dump(mode="json"), f"“{scenario.title}” is in the sketch."
