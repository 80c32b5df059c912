"""Callbacks of the overview of a run, all of them in the browser: draw it, and ask for the window that was brushed."""

from dash import ClientsideFunction, Dash, Input, Output

from components.pages.studio.ids import Id


def register(app: Dash) -> None:
    """Register what draws the strip, and what the fields of windows that are counted hear of it."""
    app.clientside_callback(
        ClientsideFunction("overview", "show"),
        Input(Id.RUN_AT_A_GLANCE, "data"),
        Input(Id.ANSWERED, "data"),
        prevent_initial_call=True,
    )
    app.clientside_callback(
        ClientsideFunction("overview", "count"),
        Output(Id.REPLAY_FIRST_JOB, "value"),
        Output(Id.ITERATION, "value"),
        Input(Id.BRUSHED, "data"),
        prevent_initial_call=True,
    )
