"""Callbacks of the hand-in: the link that holds the work, and the same as text."""

from typing import Any

from dash import Dash, Input, Output, State, dcc
from dash.exceptions import PreventUpdate

from components.lessons.handing_in import MOST_TRIES, clean_nickname, to_text, work_in
from components.lessons.work import Work, WorkError
from components.pages.learn.handed_text import text_of
from components.pages.learn.ids import Id
from components.pages.learn.on_reveal import results_of
from components.pages.learn.on_tool import lesson_called


def register(app: Dash) -> None:
    """Register them."""
    app.callback(
        Output(Id.PATH, "data"),
        Input(Id.HANDED, "data"),
        State(Id.LESSON, "data"),
        prevent_initial_call=True,
    )(pack)
    app.callback(
        Output(Id.DOWNLOAD, "data"),
        Input(Id.AS_TEXT, "n_clicks"),
        State(Id.HANDED, "data"),
        State(Id.LESSON, "data"),
        prevent_initial_call=True,
    )(download)


def pack(handed: dict[str, Any] | None, name: str) -> str:
    """When the work changes: the address at which it can be seen."""
    work, nickname, tries = _read(handed, name)
    return f"/handed-in?lesson={lesson_called(name).name}&w={to_text(work, nickname, tries)}"


def download(clicks: int | None, handed: dict[str, Any] | None, name: str) -> Any:
    """When the text is wanted: the work in words."""
    if not clicks:
        raise PreventUpdate
    work, nickname, tries = _read(handed, name)
    lesson = lesson_called(name)
    return dcc.send_string(text_of(lesson, work, nickname, tries, results_of(lesson)), f"corral-{lesson.name}.txt")


def _read(handed: Any, name: str) -> tuple[Work, str, list[int]]:
    if not isinstance(handed, dict):
        raise PreventUpdate
    try:
        work = work_in(lesson_called(name), handed)
    except WorkError:
        raise PreventUpdate from None  # the lesson has changed since; there is nothing that could be handed in
    tries = handed.get("tries")
    counts = tries[: len(work.answers)] if isinstance(tries, list) else []
    sound = [one if isinstance(one, int) and 0 <= one <= MOST_TRIES else 0 for one in counts]
    return work, clean_nickname(handed.get("nickname")), sound
