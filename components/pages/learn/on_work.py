"""Callbacks in the browser: what is put in goes into the store of the work, and the page follows that store."""

from dash import ClientsideFunction, Dash, Input, Output, State

from components.pages.learn.ids import ANSWERS, CAME, CHECKS, GUESSES, HEIGHTS, MARKS, Id
from components.pages.learn.steps import STEPS

HEARD = Output(Id.HEARD, "data", allow_duplicate=True)
"""Never written: a callback has to have an output."""

LATER = tuple(step for step in STEPS if step.opens)


def register(app: Dash) -> None:
    """Register them."""
    app.clientside_callback(
        ClientsideFunction("learn", "show"),
        *(Output(f"learn-step-{step.name}", "className") for step in LATER),
        Output(Id.PREDICT_FIELDS, "disabled"),
        Output(Id.FIX, "className"),
        Output(Id.SKIP, "className"),
        Output(Id.CHANGE, "className"),
        Output(Id.PREDICT_SAID, "children"),
        Output(Id.REVEAL, "disabled"),
        Output(Id.OPEN, "data"),
        Output(Id.HANDED, "data"),
        Input(Id.WORK, "data"),
    )
    app.clientside_callback(
        ClientsideFunction("learn", "press"),
        HEARD,
        *(Input(name, "n_clicks") for name in (Id.FIX, Id.SKIP, Id.CHANGE, Id.REVEAL, Id.START_OVER, Id.COPY)),
        prevent_initial_call=True,
    )
    app.clientside_callback(
        ClientsideFunction("learn", "noticeNumber"),
        HEARD,
        Input(GUESSES, "value"),
        prevent_initial_call=True,
    )
    app.clientside_callback(
        ClientsideFunction("learn", "noticeHeights"),
        HEARD,
        Input(HEIGHTS, "value"),
        prevent_initial_call=True,
    )
    app.clientside_callback(
        ClientsideFunction("learn", "noticeAnswers"),
        HEARD,
        Input(ANSWERS, "value"),
        prevent_initial_call=True,
    )
    app.clientside_callback(
        ClientsideFunction("learn", "check"),
        HEARD,
        Input(CHECKS, "n_clicks"),
        State(ANSWERS, "value"),
        prevent_initial_call=True,
    )
    app.clientside_callback(
        ClientsideFunction("learn", "noticeCame"),
        HEARD,
        Input(CAME, "data"),
        prevent_initial_call=True,
    )
    app.clientside_callback(
        ClientsideFunction("learn", "noticeNickname"),
        HEARD,
        Input(Id.NICKNAME, "value"),
        prevent_initial_call=True,
    )
    app.clientside_callback(
        ClientsideFunction("learn", "noticeReady"),
        HEARD,
        Input(Id.READY, "data"),
        prevent_initial_call=True,
    )
    app.clientside_callback(
        ClientsideFunction("learn", "showLink"),
        Output(Id.LINK, "value"),
        Input(Id.PATH, "data"),
        prevent_initial_call=True,
    )
    app.clientside_callback(
        ClientsideFunction("learn", "mark"),
        Output(MARKS, "children"),
        Input(Id.WORK, "data"),
        State(MARKS, "id"),
    )
