"""The callback that marks pictures as late: they are dimmed, and say what is being computed instead of them."""

from dash import ALL, ClientsideFunction, Dash, Input, State

from components.pages.studio.ids import Id, drawn_id


def register(app: Dash) -> None:
    """Register it: what is wanted, what was answered and what the open tab has drawn have to agree."""
    app.clientside_callback(
        ClientsideFunction("late", "look"),
        Input(Id.TABS, "value"),
        Input(Id.WANTED, "data"),
        Input(Id.ANSWERED, "data"),
        Input(Id.REPLAYED, "data"),
        Input(drawn_id(ALL), "data"),
        State(Id.REPLAY_BARS, "data"),
        prevent_initial_call=True,
    )
