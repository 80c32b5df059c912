"""Callbacks in the browser that tell the tab that is open, and no other, what it is to show: others ask for nothing.

A study moves on several times a second, and every callback that hears of it is a way to the server and back.
"""

from typing import Any, TypedDict

from dash import ClientsideFunction, Dash, Input, Output, State
from dash.exceptions import PreventUpdate

from components.answers import result_of
from components.pages.studio.coscheduling.on_window import WINDOW
from components.pages.studio.ids import Id, opened_id
from components.pages.studio.tabs import all_tabs, shown_tabs
from components.stores import SCHEME
from engine.result import Result

FIELDS = (Id.REPLAY_POLICY, Id.REPLAY_POINT, Id.REPLAY_REPLICATION, Id.REPLAY_FIRST_JOB, Id.ITERATION, *WINDOW)
"""The fields of the bar: what they hold says what is wanted, by their ids."""


class Opened(TypedDict):
    """What the open tab is told.

    `study` is that of the page; `which` names the replication that has been fetched, None before the first; `point` is
    the one of the replay bar; `step` is the player's, on tabs that ask the server for each; `scheme` is "light" or
    "dark".
    """

    study: dict[str, Any]
    which: dict[str, Any] | None
    point: str | None
    step: int | None
    scheme: str


def opened(tab: str) -> Input:
    """What a callback of *tab* listens to: it is called when the tab is opened or is to show something else."""
    return Input(opened_id(tab), "data")


def result_on(tab: str, shown: Opened | None) -> Result:
    """The result for a picture on *tab*; nothing is drawn on a tab that the study does not have."""
    if shown is None or tab not in shown_tabs(shown["study"]["tree"], None):
        raise PreventUpdate
    return result_of(shown["study"]["tree"])


def register(app: Dash) -> None:
    """Register what hands studies and replications over."""
    app.clientside_callback(
        ClientsideFunction("open", "handOver"),
        *(Output(opened_id(tab.value), "data") for tab in all_tabs()),
        Input(Id.TABS, "value"),
        Input(Id.STUDY, "data"),
        Input(Id.REPLAYED, "data"),
        Input(Id.REPLAY_POINT, "value"),
        Input(Id.STEP, "value"),
        Input(SCHEME, "data"),
        prevent_initial_call=True,
    )
    app.clientside_callback(
        ClientsideFunction("open", "noticeStudy"),
        Output(Id.TREE, "data"),
        Input(Id.STUDY, "data"),
        State(Id.TREE, "data"),
        prevent_initial_call=True,
    )
    app.clientside_callback(
        ClientsideFunction("open", "want"),
        Output(Id.WANTED, "data"),
        Input(Id.TABS, "value"),
        Input(Id.TREE, "data"),
        *(Input(name, "value") for name in FIELDS),
        State(Id.SCENARIO, "data"),
        State(Id.REPLAY_BARS, "data"),
        State(Id.WANTED, "data"),
        prevent_initial_call=True,
    )
    app.clientside_callback(
        # On its own, since the tree of the study comes from a callback of the sketch too, and would be waited for.
        ClientsideFunction("open", "wantSketched"),
        Output(Id.WANTED, "data", allow_duplicate=True),
        Input(Id.SCENARIO, "data"),
        State(Id.TABS, "value"),
        State(Id.REPLAY_BARS, "data"),
        State(Id.WANTED, "data"),
        prevent_initial_call=True,
    )
