"""The callback of the status page: look again."""

from typing import Any

from dash import Dash, Input, Output

from components.pages.status.ids import Id
from components.pages.status.layout import show


def register(app: Dash) -> None:
    """Register it."""
    app.callback(
        Output(Id.WORDS, "children"),
        Output(Id.WORKERS, "children"),
        Output(Id.STUDIES, "children"),
        Input(Id.TICK, "n_intervals"),
        prevent_initial_call=True,
    )(look_again)


def look_again(_ticks: int | None) -> tuple[Any, Any, Any]:
    """When two seconds have passed: how everything stands."""
    return show()
