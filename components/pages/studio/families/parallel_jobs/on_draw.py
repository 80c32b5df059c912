"""Callback of the jobs that are drawn by hand: the browser hears what the form holds; all else goes past Dash."""

from dash import ClientsideFunction, Dash, Input, Output, State

from components.pages.studio.ids import FIELD, Id


def register(app: Dash) -> None:
    """Register it."""
    app.clientside_callback(
        ClientsideFunction("jobs", "follow"),
        Output(Id.SKETCH, "lang"),  # never written: what is called as a page comes has to have one
        Input(FIELD, "value"),
        Input(Id.DRAFT, "data"),
        Input(Id.OFF, "data"),
        State(FIELD, "id"),
    )
