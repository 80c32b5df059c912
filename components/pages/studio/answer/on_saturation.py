"""Callbacks of the search for where policies saturate: begin it, follow it, cancel it."""

from typing import Any

from dash import Dash, Input, Output, State, no_update
from dash.exceptions import PreventUpdate

from components.pages.studio.ids import Id
from components.visits.answers import client, scenario_of
from components.visits.happened import happened
from components.visits.saturated import search_of
from components.visits.visitors import visitor
from components.words.wording import number
from engine.inputs.scenario import Scenario
from workers.client import BudgetError, StrangerError

HIDDEN, SHOWN = "hidden", ""


def register(app: Dash) -> None:
    """Register them."""
    app.callback(
        Output(Id.SATURATED, "data"),
        Output(Id.SATURATION_TEXT, "children"),
        Output(Id.SATURATION_CLOCK, "disabled"),
        Output(Id.SATURATION_CANCEL, "className"),
        Input(Id.FIND_SATURATION, "n_clicks"),
        Input(Id.SATURATION_CANCEL, "n_clicks"),
        Input(Id.SATURATION_CLOCK, "n_intervals"),
        State(Id.STUDY, "data"),
        State(Id.SATURATED, "data"),
        prevent_initial_call=True,
    )(follow_search)


def follow_search(
    find: int | None, cancel: int | None, _looks: int | None, study: dict[str, Any], searched: dict[str, Any] | None
) -> tuple[Any, ...]:
    """When the button is pressed: begin the search. While it runs: say how far it is; then draw."""
    found = happened()
    if Id.FIND_SATURATION in found and find:
        return _begin(study)
    if searched is None and Id.SATURATION_CLOCK in found:
        return _known(study)
    if searched is None or searched["state"] != "running":
        raise PreventUpdate
    search = search_of(scenario_of(searched["tree"]))
    if search is None:
        raise PreventUpdate
    if Id.SATURATION_CANCEL in found and cancel:
        try:
            client().cancel(search.content_hash(), visitor())
        except StrangerError as error:
            return no_update, f"{str(error).capitalize()}.", no_update, no_update
        return searched | {"state": "cancelled"}, "Cancelled; what was found is kept.", True, HIDDEN
    return _told(search, searched)


def _known(study: dict[str, Any]) -> tuple[Any, ...]:
    """A search that is over or runs already is shown without a click; of another one nothing is."""
    search = search_of(scenario_of(study["tree"]))
    status = client().status(search.content_hash()) if search else None
    if search is None or status is None or status.state == "cancelled":
        return no_update, no_update, True, no_update
    return _told(search, {"tree": study["tree"], "state": ""})


def _begin(study: dict[str, Any]) -> tuple[Any, ...]:
    search = search_of(scenario_of(study["tree"]))
    if search is None:
        raise PreventUpdate
    try:
        client().submit(search, visitor())
    except BudgetError as error:
        return no_update, str(error), True, HIDDEN
    return _told(search, {"tree": study["tree"], "state": ""})


def _told(search: Scenario, searched: dict[str, Any]) -> tuple[Any, ...]:
    status = client().status(search.content_hash())
    if status is None:
        return searched | {"state": "unknown"}, "The search was forgotten; begin it again.", True, HIDDEN
    if status.state == "running":
        words = f"Searching: {number(status.done)} cells so far."
        began = no_update if searched["state"] == "running" else searched | {"state": "running"}
        return began, words, False, SHOWN
    ended = {"done": "", "cancelled": "Cancelled; what was found is kept."}.get(status.state, "The search failed.")
    return searched | {"state": status.state}, ended, True, HIDDEN
