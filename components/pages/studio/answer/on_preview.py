"""Callbacks that tell `preview.js` what the form holds, how it is looked at, and when an answer has come."""

from dash import ClientsideFunction, Dash, Input, Output, State

from components.pages.studio.ids import FIELD, Id
from components.visits.stores import SCHEME


def register(app: Dash) -> None:
    """Register them; all else is done past Dash.

    What is typed is told by a callback of its own: one that looks at anything else would wait until the server has
    said what it makes of the form, which takes as long as the preview.
    """
    app.clientside_callback(
        ClientsideFunction("preview", "type"),
        Output(Id.STALE, "title"),  # never written: a callback has to have an output
        Input(FIELD, "value"),
        State(FIELD, "id"),
    )
    app.clientside_callback(
        ClientsideFunction("preview", "look"),
        Output(Id.STALE, "lang"),  # never written, too
        Input(Id.TABS, "value"),
        Input(Id.DRAFT, "data"),
        Input(Id.METRIC, "value"),
        Input(Id.MAP_SHOWN, "value"),
        Input(SCHEME, "data"),
        Input(Id.OFF, "data"),
        State(Id.REPLAY_BARS, "data"),
    )
    app.clientside_callback(
        ClientsideFunction("preview", "leave"),
        Output(Id.VERDICT, "title"),  # never written, too
        Input(Id.STUDY, "data"),
    )
