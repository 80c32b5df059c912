"""Callbacks of the name of the sketch: say it everywhere, and take single changes back."""

from typing import Any

from dash import ALL, ClientsideFunction, Dash, Input, Output, State
from dash.exceptions import PreventUpdate

from components.pages.studio.ids import Id, change_id
from components.pages.studio.sketch.named import create_name, create_notes, name_of
from components.sketches.changes import take_back
from components.sketches.origin import origin_of
from components.visits.answers import scenario_of

CHANGE = {**change_id(""), "key": ALL}


def register(app: Dash) -> None:
    """Register the callbacks of the name."""
    app.callback(
        Output(Id.NAMED, "data"),
        Output(Id.NAME, "children"),
        Output(Id.NOTES, "children"),
        Input(Id.SCENARIO, "data"),
        prevent_initial_call=True,  # the page comes with the name of its sketch
    )(name_sketch)
    app.clientside_callback(
        # Chips that have just come are heard of, too, and they come with every change.
        ClientsideFunction("named", "takeBack"),
        Output(Id.TAKEN_BACK, "data"),
        Input(CHANGE, "n_clicks"),
        prevent_initial_call=True,
    )
    app.callback(
        Output(Id.RESTORED, "data", allow_duplicate=True),  # the form is built anew, as after undo
        Input(Id.TAKEN_BACK, "data"),
        State(Id.SCENARIO, "data"),
        prevent_initial_call=True,
    )(take_changes_back)
    app.clientside_callback(
        ClientsideFunction("named", "show"),
        Output(Id.EXAMPLE, "data"),
        Output(Id.EXAMPLE, "value"),
        Input(Id.NAMED, "data"),
        State(Id.EXAMPLE, "data"),
        State(Id.EXAMPLE, "value"),
    )
    app.clientside_callback(
        # On its own, since the box also follows the sketch, and then nobody has chosen anything.
        ClientsideFunction("named", "pick"),
        Output(Id.PICKED, "data"),
        Input(Id.EXAMPLE, "value"),
        State(Id.NAMED, "data"),
        prevent_initial_call=True,
    )


def name_sketch(tree: dict[str, Any]) -> tuple[Any, ...]:
    """When the sketch changes: what it is called, a chip for each change, and notes if they are still about it."""
    scenario = scenario_of(tree)
    return name_of(scenario), create_name(scenario), create_notes(scenario)


def take_changes_back(taken: dict[str, Any] | None, tree: dict[str, Any]) -> dict[str, Any]:
    """When the ✕ of a change is pressed: the sketch without it."""
    back = None
    for key in (taken or {}).get("keys", []):
        scenario = scenario_of(back or tree)
        origin = origin_of(scenario)
        back = (take_back(origin.example, scenario, key) if origin else None) or back
    if back is None:
        raise PreventUpdate
    return back
