"""Callbacks of the page "/class": a class is opened, or a code is typed."""

from typing import Any

from dash import ClientsideFunction, Dash, Input, Output, State, no_update

from components.lessons.reading import lessons
from components.pages.classes.door import classes
from components.pages.classes.ids import Id
from components.visits.visitors import visitor
from workers.classes.sessions import ClassError


def register(app: Dash) -> None:
    """Register them. What a code leads to, the next page says."""
    app.callback(
        Output(Id.OPENED, "data"),
        Output(Id.REFUSED, "children"),
        Input(Id.OPEN, "n_clicks"),
        State(Id.LESSON, "value"),
        prevent_initial_call=True,
    )(open_class)
    app.clientside_callback(
        ClientsideFunction("classes", "keepKey"),
        Output(Id.OPEN, "loading"),
        Input(Id.OPENED, "data"),
        prevent_initial_call=True,
    )
    app.clientside_callback(
        ClientsideFunction("classes", "goToClass"),
        Output(Id.GO_SAID, "children"),
        Input(Id.GO, "n_clicks"),
        Input(Id.CODE_FIELD, "n_submit"),
        prevent_initial_call=True,
    )


def open_class(clicks: int | None, lesson: Any) -> tuple[Any, str]:
    """When a class is to be opened: its code and the teacher's key, which the browser keeps."""
    if not clicks:
        return no_update, ""
    if not isinstance(lesson, str) or lesson not in lessons()[0]:
        return no_update, "Choose a lesson first."
    try:
        code, key = classes().open(lesson, visitor())
    except ClassError as error:
        return no_update, str(error)
    return {"code": code, "key": key}, ""
