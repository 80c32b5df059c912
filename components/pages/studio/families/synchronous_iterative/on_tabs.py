"""Callback that puts the simulation beside the formulas, a moment after these: it takes longer than they do."""

from typing import Any

from dash import Dash, Input, Output
from dash.exceptions import PreventUpdate

from components.controls.data_table import DataTable, create_table
from components.pages.studio.families.synchronous_iterative.ids import Id as Own
from components.pages.studio.families.synchronous_iterative.pictures import PROCESSORS
from components.pages.studio.families.synchronous_iterative.tables import BY_PROCESSORS, processors_table
from components.pages.studio.families.synchronous_iterative.words import describe_processors
from components.pages.studio.ids import drawn_id, table_id
from components.pages.studio.replay.on_pictures import trace_named
from components.visits.answers import UnavailableError
from engine.synchronous_iterative.replay.tree import Trace

REPLICATIONS = 5
"""Of each number of machines; more would not follow while a control moves."""


def register(app: Dash) -> None:
    """Register the callback of the simulated curves."""
    app.callback(
        # The formulas are drawn by the tab itself; the simulation comes after them into the same places.
        *(Output(place, "figure", allow_duplicate=True) for place in PROCESSORS),
        Output(Own.PROCESSORS_TEXT, "children", allow_duplicate=True),
        Output(table_id(BY_PROCESSORS), "children", allow_duplicate=True),
        Input(drawn_id("processors"), "data"),
        prevent_initial_call=True,
    )(add_simulation)


def with_simulation(which: dict[str, Any]) -> Trace:
    """The trace that *which* names, with its curves simulated as well."""
    simulation = which | {"window": {"analytic": 0, "iterations": 0, "replications": REPLICATIONS}}
    formulas: Trace = trace_named(which)
    simulated: Trace = trace_named(simulation)
    return {**formulas, "simulated": simulated["simulated"]}


def add_simulation(drawn: dict[str, Any] | None) -> tuple[Any, ...]:
    """When the formulas have been drawn: simulate the same numbers of machines and draw both."""
    if drawn is None:
        raise PreventUpdate
    try:
        trace = with_simulation(drawn["which"])
    except UnavailableError:
        raise PreventUpdate from None  # the formulas stay, and say that the simulation is not there
    return (
        *(draw(trace, drawn["scheme"]) for draw in PROCESSORS.values()),
        describe_processors(trace),
        create_table(processors_table(trace)),
    )


def simulated_table(which: dict[str, Any]) -> DataTable:
    """The table of the curves that *which* names, with the simulation."""
    return processors_table(with_simulation(which))
