"""What other parts of the page are told of the study: the share dialog, and the list of studies that were run here.

Only on pages with a Studio: on others its parts are not there, and nothing is called.
"""

from dash import ClientsideFunction, Dash, Input, Output, State

from components.pages.studio.ids import Id
from components.share.ids import Id as Share
from components.visits.stores import RECENT


def register(app: Dash) -> None:
    """Tell the share dialog what there is to share, and remember what was run; no server knows that."""
    app.clientside_callback(
        ClientsideFunction("share", "notice"),
        Output(Share.STUDIED, "data"),
        Input(Id.LINK, "data"),
        Input(Id.SCENARIO, "data"),
        Input(Id.STUDY, "data"),
        Input(Id.FINGERPRINT, "children"),
        Input(Id.NAMED, "data"),
        State(Id.ASKED_FOR, "data"),
    )
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
