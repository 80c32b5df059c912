"""Callbacks of the teacher's page. Every one of them asks for the key."""

from datetime import UTC, datetime
from typing import Any

from dash import ClientsideFunction, Dash, Input, Output, State, no_update
from dash.exceptions import PreventUpdate

from components.lessons.lesson import Lesson
from components.lessons.reading import lessons
from components.pages.classes.door import classes, is_token, read_code
from components.pages.classes.export import to_csv
from components.pages.classes.ids import Id
from components.pages.classes.known import known
from components.pages.classes.teacher import create_invitation
from components.pages.classes.words import NOBODY_ELSE
from components.share.addresses import AddressError, own_origin
from components.visits.visitors import visitor
from workers.classes.sessions import GONE, ClassError, Seat, Session

WRONG_KEY = "This browser does not have the key of the teacher of this class."
HERE = ("127.", "localhost", "[::1]")


def register(app: Dash) -> None:
    """Register those that need the server only now and then; `on_look` has the rest."""
    app.callback(
        Output(Id.TEACHER, "className"),
        Output(Id.STUDENT, "className"),
        Output(Id.INVITATION, "children"),
        Output(Id.LARGE_BODY, "children"),
        Output(Id.SAID, "children"),
        Output(Id.TICK, "disabled"),
        Input(Id.KEY, "data"),
        State(Id.CODE, "data"),
        prevent_initial_call=True,
    )(enter)
    app.callback(
        Output(Id.DOWNLOAD, "data"),
        Input(Id.CSV, "n_clicks"),
        State(Id.KEY, "data"),
        State(Id.CODE, "data"),
        prevent_initial_call=True,
    )(download)
    app.callback(
        Output(Id.CLOSED, "data"),
        Input(Id.CLOSE_SURE, "n_clicks"),
        State(Id.KEY, "data"),
        State(Id.CODE, "data"),
        prevent_initial_call=True,
    )(close)
    _register_in_browser(app)


def _register_in_browser(app: Dash) -> None:
    app.clientside_callback(
        ClientsideFunction("classes", "enter"),
        Output(Id.KEY, "data"),
        Input(Id.CODE, "data"),
    )
    app.clientside_callback(
        ClientsideFunction("classes", "join"),
        Output(Id.JOIN_SAID, "children"),
        Input(Id.JOIN, "n_clicks"),
        Input(Id.NICKNAME, "n_submit"),
        State(Id.CODE, "data"),
        prevent_initial_call=True,
    )
    app.clientside_callback(
        ClientsideFunction("classes", "showLarge"),
        Output(Id.LARGE, "opened"),
        Input(Id.LARGE_OPEN, "n_clicks"),
        prevent_initial_call=True,
    )
    app.clientside_callback(
        ClientsideFunction("classes", "askToClose"),
        Output(Id.CLOSE_ASKED, "opened"),
        Input(Id.CLOSE, "n_clicks"),
        Input(Id.CLOSE_NOT, "n_clicks"),
        Input(Id.CLOSED, "data"),
        prevent_initial_call=True,
    )
    app.clientside_callback(
        ClientsideFunction("classes", "copyTeacherLink"),
        Output(Id.TEACHER_LINK_SAID, "children"),
        Input(Id.TEACHER_LINK, "n_clicks"),
        State(Id.KEY, "data"),
        State(Id.CODE, "data"),
        prevent_initial_call=True,
    )
    app.clientside_callback(
        ClientsideFunction("classes", "changeSeats"),
        Output(Id.SEATS, "value"),
        Input(Id.TAKE_BACK, "n_clicks"),
        Input(Id.MORE, "n_clicks"),
        State(Id.SEATS, "value"),
        State(Id.KEY, "data"),
        State(Id.CODE, "data"),
        prevent_initial_call=True,
    )
    app.clientside_callback(
        ClientsideFunction("classes", "leave"),
        Output(Id.SAID, "children", allow_duplicate=True),
        Output(Id.TEACHER, "className", allow_duplicate=True),
        Input(Id.CLOSED, "data"),
        prevent_initial_call=True,
    )


def may(held: Any, code: Any) -> str:
    """The code, if what the browser *held* has the key of this class; otherwise nothing is done."""
    key = held.get("key") if isinstance(held, dict) else None
    plain = read_code(code)
    if not plain or not isinstance(key, str) or not is_token(key) or not classes().is_teacher(plain, key):
        raise PreventUpdate
    return plain


def seen_by(code: str) -> tuple[Session, list[Seat], Lesson] | None:
    """The class with its seats and its lesson, as long as there is one."""
    found = classes().seats(code)
    lesson = lessons()[0].get(found[0].lesson) if found else None
    return (*found, lesson) if found and lesson else None


def enter(held: Any, code: Any) -> tuple[Any, ...]:
    """When the browser has found a key: the teacher's view, or that of everybody if the key is wrong."""
    try:
        plain = may(held, code)
    except PreventUpdate:
        return "hidden", "class-door", no_update, no_update, _why_not(read_code(code)), True
    try:
        origin = own_origin(held.get("origin"))
    except AddressError:
        raise PreventUpdate from None
    host = origin.partition("://")[2]
    invitation, large = create_invitation(origin, plain, shrinks=True), create_invitation(origin, plain)
    note = NOBODY_ELSE.format(host=host) if host.startswith(HERE) else ""
    return "class-teacher", "hidden", invitation, large, note, False


def _why_not(plain: str) -> str:
    """What is said to somebody without the key; whoever tries codes learns no more than at the door."""
    try:
        is_there = bool(plain) and classes().find(plain, visitor()) is not None
    except ClassError as error:
        return str(error)
    return WRONG_KEY if is_there else GONE


def download(clicks: int | None, held: Any, code: Any) -> dict[str, str]:
    """When CSV is asked for: everything in the class."""
    plain = may(held, code)
    found = seen_by(plain)
    if not clicks or found is None:
        raise PreventUpdate
    _session, seats, lesson = found
    today = datetime.now(UTC)
    name = f"corral-class-{plain}-{lesson.name}-{today:%Y-%m-%d}.csv"
    # With a mark that tells spreadsheets that it is UTF-8.
    return {"content": "\ufeff" + to_csv(lesson, seats, known(lesson)), "filename": name, "type": "text/csv"}


def close(clicks: int | None, held: Any, code: Any) -> str:
    """When the teacher is sure: everything is deleted."""
    plain = may(held, code)
    if not clicks:
        raise PreventUpdate
    classes().close(plain)
    return plain
