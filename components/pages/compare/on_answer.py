"""Callbacks of the answer: sentences, pictures and tables of what is known, and their downloads."""

from typing import Any

from dash import ALL, Dash, Input, Output, State, ctx, dcc
from dash.exceptions import PreventUpdate

from components.controls.data_table import DataTable, create_table, to_csv
from components.controls.metric import metric_choices
from components.pages.compare.answer import (
    create_difference,
    create_overlay,
    describe_difference,
    describe_overlay,
    table_of_differences,
    table_of_overlay,
)
from components.pages.compare.ids import SIDES, Id, download_id, slice_id, table_id
from components.pages.compare.inputs import table_of_inputs
from components.pages.compare.notes import notes
from components.pages.compare.parts import create_fingerprints, create_sentences, difference_class
from components.pages.compare.sentences import findings
from components.pages.compare.sides import scenario_in
from components.pages.compare.view import View, common_metrics, first_metric, first_slices
from components.visits.answers import empty_result, known_result
from components.visits.stores import SCHEME

TABLES = ("inputs", "overlay", "differences")

ANY_SLICE = {"type": slice_id("")["type"], "field": ALL}


def register(app: Dash) -> None:
    """Register the callbacks of the answer."""
    app.callback(
        Output(Id.FINDINGS, "children"),
        Output(Id.NOTES, "children"),
        Output(Id.OVERLAY, "figure"),
        Output(Id.OVERLAY_TEXT, "children"),
        Output(table_id("overlay"), "children"),
        Output(Id.DIFFERENCE_BOX, "className"),
        Output(Id.DIFFERENCE, "figure"),
        Output(Id.DIFFERENCE_TEXT, "children"),
        Output(table_id("differences"), "children"),
        Output(Id.FINGERPRINTS, "children"),
        Output(Id.METRIC, "data"),
        Output(Id.METRIC, "value"),
        Input(Id.STUDIES, "data"),
        Input(Id.METRIC, "value"),
        Input(ANY_SLICE, "value"),
        Input(SCHEME, "data"),
        State(ANY_SLICE, "id"),
    )(show_answer)
    app.callback(
        Output(Id.DOWNLOAD, "data"),
        [Input(download_id(name), "n_clicks") for name in TABLES],
        State(Id.STUDIES, "data"),
        State(Id.METRIC, "value"),
        State(ANY_SLICE, "value"),
        State(ANY_SLICE, "id"),
        prevent_initial_call=True,
    )(download)


def show_answer(
    studies: dict[str, Any], metric: str, values: list[str], scheme: str | None, slices: list[dict[str, str]]
) -> tuple[Any, ...]:
    """When more is known, or another metric, slice or other colours are chosen: say and draw."""
    if not ctx.triggered and scheme != "dark":
        raise PreventUpdate  # the page came with this answer
    view = _view(studies, metric, values, slices)
    scheme = scheme or "light"
    return (
        create_sentences(findings(view)),
        create_sentences(notes(view)),
        create_overlay(view, scheme),
        describe_overlay(view),
        create_table(table_of_overlay(view)),
        difference_class(view),
        create_difference(view, scheme),
        describe_difference(view),
        create_table(table_of_differences(view)),
        create_fingerprints(view),
        metric_choices(common_metrics(view.a, view.b)),
        view.metric,
    )


def _view(studies: dict[str, Any], metric: str, values: list[str], slices: list[dict[str, str]]) -> View:
    scenarios = [scenario_in(studies[side]["link"]) for side in SIDES]
    a, b = (known_result(scenario) or empty_result(scenario) for scenario in scenarios)
    chosen = {one["field"]: float(value) for one, value in zip(slices, values, strict=True)}
    first = first_slices(*scenarios)  # of fields that are gone, and of those whose choice is not there yet
    return View(
        a,
        b,
        metric if metric in common_metrics(a, b) else first_metric(a, b),
        {name: chosen.get(name, value) for name, value in first.items()},
    )


def download(*arguments: Any) -> Any:
    """When a download is asked for: the table as CSV."""
    if not ctx.triggered[0]["value"]:
        raise PreventUpdate
    *_, studies, metric, values, slices = arguments
    view = _view(studies, metric, values, slices)
    name = ctx.triggered_id["table"]
    return dcc.send_string(to_csv(_table(name, view)), f"corral-compare-{name}.csv")


def _table(name: str, view: View) -> DataTable:
    if name == "inputs":
        return table_of_inputs(view.a.scenario, view.b.scenario)
    return table_of_overlay(view) if name == "overlay" else table_of_differences(view)
