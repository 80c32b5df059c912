"""Callbacks of what the browser keeps: the last sketch with undo and redo, for whoever leaves and comes back."""

from typing import Any

from dash import ClientsideFunction, Dash, Input, Output, State
from dash.exceptions import PreventUpdate

from components.pages.studio.ids import Id
from components.pages.studio.sketch.on_history import UNDO_STEPS
from engine.inputs.rejection import ScenarioError
from engine.study.registry import read_scenario


def register(app: Dash) -> None:
    """Register the callbacks of what is kept; see `kept_sketch.js`."""
    app.clientside_callback(
        ClientsideFunction("kept", "keep"),
        Output(Id.NAMED, "modified_timestamp"),  # never written: a callback has to have an output
        Input(Id.LINK, "data"),
        Input(Id.NAMED, "data"),
    )
    app.clientside_callback(
        ClientsideFunction("kept", "keepHistory"),
        Output(Id.HISTORY, "modified_timestamp"),  # never written, too
        Input(Id.HISTORY, "data"),
    )
    app.clientside_callback(
        ClientsideFunction("kept", "bringHistory"),
        Output(Id.KEPT, "data"),
        Input(Id.ASKED_FOR, "data"),  # nothing writes it: once, when the page has come
    )
    app.clientside_callback(
        ClientsideFunction("kept", "offerLast"),
        Output(Id.LAST, "children"),
        Input(Id.LINK, "data"),
    )
    app.callback(
        Output(Id.HISTORY, "data", allow_duplicate=True),
        Output(Id.UNDO, "disabled", allow_duplicate=True),
        Output(Id.REDO, "disabled", allow_duplicate=True),
        Input(Id.KEPT, "data"),
        State(Id.HISTORY, "data"),
        prevent_initial_call=True,
    )(bring_history)


def bring_history(kept: Any, history: dict[str, Any]) -> tuple[Any, ...]:
    """When the page comes again: its undo and redo, if the browser kept them and all of it can be read.

    Anybody may have written what a browser keeps. It has to be about this sketch, and nothing may have happened yet.
    """
    if history["past"] or history["future"] or not isinstance(kept, dict):
        raise PreventUpdate
    past, future = kept.get("past"), kept.get("future")
    if not isinstance(past, list) or not isinstance(future, list) or max(len(past), len(future)) > UNDO_STEPS:
        raise PreventUpdate
    try:
        trees = [read_scenario(tree).model_dump(mode="json") for tree in (*past, kept.get("present"), *future)]
    except ScenarioError:
        raise PreventUpdate from None
    if trees[len(past)] != history["present"]:
        raise PreventUpdate
    back = {"past": trees[: len(past)], "present": history["present"], "future": trees[len(past) + 1 :]}
    return back, not past, not future
