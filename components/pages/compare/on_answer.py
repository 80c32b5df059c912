"""Callbacks of the answer: sentences, pictures and tables of what is known, and their downloads."""

from typing import Any

from dash import ALL, Dash, Input, Output, State, ctx, dcc
from dash.exceptions import PreventUpdate

from components.controls.data_table import DataTable, create_table, to_csv
from components.controls.metric import metric_choices
from components.pages.compare.answer import (
    create_differences,
    create_overlay,
    describe_all,
    describe_difference,
    describe_overlay,
    table_of_all_differences,
    table_of_overlay,
)
from components.pages.compare.ids import COMMON, Id, download_id, slice_id, table_id
from components.pages.compare.inputs import table_of_all_inputs
from components.pages.compare.notes import all_notes
from components.pages.compare.parts import create_fingerprints, create_sentences, difference_class, folded, range_class
from components.pages.compare.sentences import findings
from components.pages.compare.sides import scenario_in
from components.pages.compare.view import Several, common_metrics, first_metric, first_slices
from components.visits.answers import empty_result, known_result
from components.visits.stores import SCHEME

TABLES = ("inputs", "overlay", "differences")

ANY_SLICE = {"type": slice_id("")["type"], "field": ALL}


def register(app: Dash) -> None:
    """Register the callbacks of the answer."""
    app.callback(
        Output(Id.FINDINGS, "children"),
        Output(Id.NOTES, "children"),
        Output(Id.MORE, "children"),
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
        Output(Id.RANGE, "className"),
        Input(Id.STUDIES, "data"),
        Input(Id.METRIC, "value"),
        Input(ANY_SLICE, "value"),
        Input(SCHEME, "data"),
        Input(Id.RANGE, "value"),
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
    studies: dict[str, Any],
    metric: str,
    values: list[str],
    scheme: str | None,
    span: str,
    slices: list[dict[str, str]],
) -> tuple[Any, ...]:
    """When more is known, or another metric, slice, range or other colours are chosen: say and draw."""
    if not ctx.triggered and scheme != "dark":
        raise PreventUpdate  # the page came with this answer
    shown = several(studies, metric, values, slices)
    pairs, results = shown.pairs, shown.results
    scheme = scheme or "light"
    sentences, notes = [sentence for view in pairs for sentence in findings(view)], all_notes(pairs)
    return (
        create_sentences(sentences),
        create_sentences(notes),
        create_sentences(folded(sentences, notes)),
        create_overlay(shown, scheme, span == COMMON),
        describe_all(pairs, describe_overlay),
        create_table(table_of_overlay(shown)),
        difference_class(pairs),
        create_differences(pairs, scheme),
        describe_all(pairs, describe_difference),
        create_table(table_of_all_differences(pairs)),
        create_fingerprints(results),
        metric_choices(common_metrics(*results.values())),
        shown.metric,
        range_class(shown),
    )


def several(studies: dict[str, Any], metric: str, values: list[str], slices: list[dict[str, str]]) -> Several:
    """What is compared, as far as it is known."""
    scenarios = {side: scenario_in(study["link"]) for side, study in studies.items()}
    results = {side: known_result(scenario) or empty_result(scenario) for side, scenario in scenarios.items()}
    chosen = {one["field"]: float(value) for one, value in zip(slices, values, strict=True)}
    first = first_slices(*scenarios.values())  # of fields that are gone, and of those whose choice is not there yet
    return Several(
        results,
        metric if metric in common_metrics(*results.values()) else first_metric(*results.values()),
        {name: chosen.get(name, value) for name, value in first.items()},
    )


def download(*arguments: Any) -> Any:
    """When a download is asked for: the table as CSV."""
    if not ctx.triggered[0]["value"]:
        raise PreventUpdate
    *_, studies, metric, values, slices = arguments
    shown = several(studies, metric, values, slices)
    name = ctx.triggered_id["table"]
    return dcc.send_string(to_csv(_table(name, shown)), f"corral-compare-{name}.csv")


def _table(name: str, shown: Several) -> DataTable:
    if name == "inputs":
        return table_of_all_inputs({side: result.scenario for side, result in shown.results.items()})
    return table_of_overlay(shown) if name == "overlay" else table_of_all_differences(shown.pairs)
