"""Callbacks of the fairness and data tabs, and of everything that leaves the page: tables, exports, pictures."""

from typing import Any

from dash import ALL, ClientsideFunction, Dash, Input, Output, State, ctx, dcc
from dash.exceptions import PreventUpdate

from components.controls.data_table import DataTable, create_table
from components.figures.result.fairness import draw_boxes, draw_lorenz
from components.pages.studio.answer import fair
from components.pages.studio.answer.answer import table_of_comparisons, table_of_curves, table_of_data
from components.pages.studio.answer.claimed import table_of_claims
from components.pages.studio.answer.published import table_of_published
from components.pages.studio.details import send_table, table_asked_for
from components.pages.studio.ids import Id, download_id, table_id
from components.pages.studio.on_open import Opened, opened, result_on
from components.visits.answers import result_of
from components.words.methods import methods_paragraph
from engine.results.formats import FORMATS
from engine.results.result import Result

EXPORT = {"type": "studio-export", "what": ALL, "form": ALL}
SIDE_BY_SIDE = 5
"""Policies whose legend leaves room for a picture of half the width."""

TABLES = ("curves", "comparisons", "published", "claims", "lorenz", "classes")


def register(app: Dash) -> None:
    """Register the callbacks of the fairness and data tabs."""
    app.callback(
        Output(Id.LORENZ, "figure"),
        Output(Id.BOXES, "figure"),
        Output(Id.FAIR_PICTURES, "className"),
        Output(Id.FAIR_TEXT, "children"),
        Output(table_id("indices"), "children"),
        Output(table_id("lorenz"), "children"),
        Output(table_id("classes"), "children"),
        Output(Id.FAIR_POINT, "data"),
        Output(Id.FAIR_POINT, "value"),
        opened("fairness"),
        Input(Id.FAIR_POINT, "value"),
        prevent_initial_call=True,
    )(show_fairness)
    app.callback(
        Output(table_id("data"), "children"),
        Output(Id.METHODS, "children"),
        opened("data"),
        prevent_initial_call=True,
    )(show_data)
    app.callback(
        Output(Id.DOWNLOAD, "data"),
        *(Input(download_id(name), "n_clicks") for name in TABLES),
        State(Id.STUDY, "data"),
        State(Id.METRIC, "value"),
        State(Id.FAIR_POINT, "value"),
        prevent_initial_call=True,
    )(download_table)
    app.callback(
        Output(Id.DOWNLOAD, "data", allow_duplicate=True),  # one download component serves everything
        Input(EXPORT, "n_clicks"),
        State(Id.STUDY, "data"),
        prevent_initial_call=True,
    )(export_result)
    app.clientside_callback(
        ClientsideFunction("studio", "copyMethods"),
        Output(Id.COPIED, "title"),
        Input(Id.COPY_METHODS, "n_clicks"),
        State(Id.METHODS, "children"),
        prevent_initial_call=True,
    )


def show_fairness(shown: Opened | None, wanted: str | None) -> tuple[Any, ...]:
    """When the fairness tab is open: slowdowns of all jobs and of every class, at the chosen point."""
    result = result_on("fairness", shown)
    assert shown is not None  # or there is no result
    point = fair.chosen_point(result, wanted)
    return (
        draw_lorenz(result, point, shown["scheme"]),
        draw_boxes(result, point, shown["scheme"]),
        "two-pictures" if len(result.scenario.policies) <= SIDE_BY_SIDE else "",
        fair.describe_fairness(result, point),
        create_table(fair.table_of_indices(result, point)),
        create_table(fair.table_of_lorenz(result, point)),
        create_table(fair.table_of_classes(result, point)),
        fair.points_to_choose(result),
        str(point),
    )


def show_data(shown: Opened) -> tuple[Any, str]:
    """When the data tab is open: every number of the study, and how it was made."""
    result = result_on("data", shown)
    return create_table(table_of_data(result)), methods_paragraph(result_of(shown["study"]["tree"]))


def download_table(*arguments: Any) -> Any:
    """When the table of a picture is asked for: the table as CSV."""
    *_clicks, study, metric, point = arguments
    name = table_asked_for()
    return send_table(name, _table(result_of(study["tree"]), name, metric, point))


def _table(result: Result, name: str, metric: str, wanted: str | None) -> DataTable:
    if name == "curves":
        return table_of_curves(result, metric)
    if name == "comparisons":
        return table_of_comparisons(result, metric)
    if name == "published":
        return table_of_published(result, metric)
    if name == "claims":
        return table_of_claims(result)
    point = fair.chosen_point(result, wanted)
    return fair.table_of_lorenz(result, point) if name == "lorenz" else fair.table_of_classes(result, point)


def export_result(clicks: list[int | None], study: dict[str, Any]) -> Any:
    """When an export is asked for: cells or summaries in the wanted format."""
    if not any(clicks) or not isinstance(ctx.triggered_id, dict):
        raise PreventUpdate
    # Imported when somebody exports: it takes as long as a third of the first page.
    from engine.results.export import cells, summaries

    what, form = ctx.triggered_id["what"], ctx.triggered_id["form"]
    result = result_of(study["tree"])
    table = cells(result) if what == "cells" else summaries(result)
    return dcc.send_bytes(FORMATS[form].write(table), f"corral-{what}-{result.fingerprint()}.{form}")
