"""The studies that were run in this browser, for pages that let one choose a scenario; no server knows them."""

from dash import ClientsideFunction, Dash, Input, Output, State

from components.pages.studio.ids import Id
from components.visits.stores import RECENT


def register(app: Dash) -> None:
    """Remember what the Studio runs. On other pages the Studio's parts are not there, and nothing is called."""
    app.clientside_callback(
        ClientsideFunction("recent", "remember"),
        Output(RECENT, "data"),
        Input(Id.RUN, "n_clicks"),
        Input(Id.STUDY, "data"),
        State(Id.LINK, "data"),
        State(Id.NAMED, "data"),
        State(RECENT, "data"),
        prevent_initial_call=True,
    )
