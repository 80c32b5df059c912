"""Callback of undo and redo, which the browser does by itself: see `history.js`."""

from dash import ClientsideFunction, Dash, Input, State

from components.pages.studio.ids import Id


def register(app: Dash) -> None:
    """Register the callback."""
    app.clientside_callback(
        ClientsideFunction("history", "remember"),
        Input(Id.SCENARIO, "data"),
        Input(Id.UNDO, "n_clicks"),
        Input(Id.REDO, "n_clicks"),
        Input(Id.RUN, "disabled"),
        State(Id.HISTORY, "data"),
        prevent_initial_call=True,
    )
