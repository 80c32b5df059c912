"""Callbacks that tell `preview.js` how the sketch is looked at, and when an answer has come."""

from dash import ClientsideFunction, Dash, Input, Output, State

from components.pages.studio.ids import Id
from components.visits.stores import SCHEME


def register(app: Dash) -> None:
    """Register them; all else is done past Dash. What the form holds is told by the sketch, see `sketch.js`."""
    app.clientside_callback(
        ClientsideFunction("preview", "look"),
        Output(Id.STALE, "title"),  # never written: what is called as a page comes has to have one
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
        Output(Id.VERDICT, "title"),  # never written: what is called as a page comes has to have one
        Input(Id.STUDY, "data"),
    )
