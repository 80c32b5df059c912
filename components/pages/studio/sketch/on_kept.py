"""Callbacks of what the browser keeps: the last sketch with undo and redo, for whoever leaves and comes back."""

from typing import Any

from dash import ClientsideFunction, Dash, Input, Output, State
from dash.exceptions import PreventUpdate

from components.pages.studio.ids import Id
from engine.inputs.rejection import ScenarioError
from engine.study.registry import read_scenario

UNDO_STEPS = 50
"""As many as `history.js` remembers."""


def register(app: Dash) -> None:
    """Register the callbacks of what is kept; see `kept_sketch.js`."""
    app.clientside_callback(
        # The name is no input: the server gives it after the link, and this callback would wait for it.
        ClientsideFunction("kept", "keep"),
        Output(Id.NAMED, "modified_timestamp"),  # never written: what is called as a page comes has to have one
        Input(Id.LINK, "data"),
        State(Id.NAMED, "data"),
    )
    app.clientside_callback(
        ClientsideFunction("kept", "keepNamed"),
        Input(Id.NAMED, "data"),
        State(Id.LINK, "data"),
        prevent_initial_call=True,
    )
    app.clientside_callback(
        ClientsideFunction("kept", "keepHistory"),
        Output(Id.HISTORY, "modified_timestamp"),  # never written: what is called as a page comes has to have one
        Input(Id.HISTORY, "data"),
    )
    app.clientside_callback(
        ClientsideFunction("kept", "bringHistory"),
        Output(Id.KEPT, "data"),
        Input(Id.ASKED_FOR, "data"),  # nothing writes it: once, when the page has come
    )
    app.clientside_callback(
        ClientsideFunction("kept", "keepTyped"),
        Input(Id.ERRORS, "data"),
        prevent_initial_call=True,
    )
    app.clientside_callback(
        ClientsideFunction("kept", "bringTyped"),
        Output(Id.ASKED_FOR, "modified_timestamp"),  # never written: what is called as a page comes has to have one
        Input(Id.ASKED_FOR, "data"),
    )
    app.clientside_callback(
        ClientsideFunction("kept", "offerLast"),
        Output(Id.LAST, "children"),
        Input(Id.LINK, "data"),
    )
    app.callback(Output(Id.BROUGHT, "data"), Input(Id.KEPT, "data"), prevent_initial_call=True)(read_kept)
    app.clientside_callback(
        ClientsideFunction("history", "bringBack"),
        Input(Id.BROUGHT, "data"),
        State(Id.HISTORY, "data"),
        State(Id.RUN, "disabled"),
        prevent_initial_call=True,
    )


def read_kept(kept: Any) -> dict[str, Any]:
    """When the page comes again: its undo and redo, if the browser kept them and all of it can be read.

    Anybody may have written what a browser keeps.
    """
    if not isinstance(kept, dict):
        raise PreventUpdate
    past, future = kept.get("past"), kept.get("future")
    if not isinstance(past, list) or not isinstance(future, list) or max(len(past), len(future)) > UNDO_STEPS:
        raise PreventUpdate
    try:
        trees = [read_scenario(tree).model_dump(mode="json") for tree in (*past, kept.get("present"), *future)]
    except ScenarioError:
        raise PreventUpdate from None
    return {"past": trees[: len(past)], "present": trees[len(past)], "future": trees[len(past) + 1 :]}
