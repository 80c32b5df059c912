"""Callback of the buttons that bring a population of cases into the form, and take it away."""

from typing import Any

from dash import Dash, Input, Output, State
from dash.exceptions import PreventUpdate

from components.pages.studio.families.master_worker.population_form import ADD, REMOVE, with_population
from components.pages.studio.ids import ACTION, FIELD, Id
from components.pages.studio.sketch import form
from components.pages.studio.sketch.sweep import without_lost_sweep
from components.visits.happened import pressed


def register(app: Dash) -> None:
    """Register the callback."""
    app.callback(
        Output(Id.RESTORED, "data", allow_duplicate=True),  # the form is built anew, as after undo
        Input(ACTION, "n_clicks"),
        State(FIELD, "value"),
        State(FIELD, "id"),
        State(Id.DRAFT, "data"),
        prevent_initial_call=True,
    )(change_population)


def change_population(
    _clicks: list[int | None], values: list[Any], ids: list[dict[str, str]], draft: dict[str, Any]
) -> dict[str, Any]:
    """When a button is pressed: what was typed so far, with a population or without."""
    wanted = [one["action"] for one in pressed(ACTION["type"]) if one["action"] in (ADD, REMOVE)]
    if not wanted:
        raise PreventUpdate
    tree = form.merge(draft, form.fields_of(values, ids))
    return without_lost_sweep(with_population(tree, wanted[-1]))
