"""Callbacks of the fairness and data tabs."""

from typing import Any

from dash import ClientsideFunction, Dash, Input, Output, html

from components.controls.data_table import create_table
from components.figures.result.fairness import draw_boxes, draw_gini, draw_lorenz
from components.pages.studio.answer import fair
from components.pages.studio.answer.answer import table_of_data
from components.pages.studio.answer.log_lines import log_lines
from components.pages.studio.ids import Id, table_id
from components.pages.studio.on_open import Opened, opened, result_on
from components.visits.answers import result_of
from components.words.methods import methods_parts


def register(app: Dash) -> None:
    """Register the callbacks of the fairness and data tabs."""
    app.callback(
        Output(Id.GINI, "figure"),
        Output(Id.LORENZ, "figure"),
        Output(Id.BOXES, "figure"),
        Output(Id.FAIR_TEXT, "children"),
        Output(table_id("indices"), "children"),
        Output(table_id("lorenz"), "children"),
        Output(table_id("classes"), "children"),
        Output(Id.FAIR_POINT, "data"),
        Output(Id.FAIR_POINT, "value"),
        opened("fairness"),
        Input(Id.FAIR_POINT, "value"),
    )(show_fairness)
    app.callback(
        Output(table_id("data"), "children"),
        Output(Id.METHODS, "children"),
        opened("data"),
    )(show_data)
    app.clientside_callback(
        ClientsideFunction("studio", "copyMethods"),
        Output(Id.COPIED, "title"),
        Input(Id.COPY_METHODS, "n_clicks"),
        prevent_initial_call=True,
    )


def show_fairness(shown: Opened | None, wanted: str | None) -> tuple[Any, ...]:
    """When the fairness tab is open: slowdowns of all jobs and of every class, at the chosen point."""
    result = result_on("fairness", shown)
    assert shown is not None  # or there is no result
    point = fair.chosen_point(result, wanted)
    return (
        draw_gini(result, point, shown["scheme"]),
        draw_lorenz(result, point, shown["scheme"]),
        draw_boxes(result, point, shown["scheme"]),
        fair.describe_fairness(result, point),
        create_table(fair.table_of_indices(result, point)),
        create_table(fair.table_of_lorenz(result, point)),
        create_table(fair.table_of_classes(result, point)),
        fair.points_to_choose(result),
        str(point),
    )


def show_data(shown: Opened) -> tuple[Any, list[Any]]:
    """When the data tab is open: every number of the study, and how it was made."""
    result = result_on("data", shown)
    whole = result_of(shown["study"]["tree"])
    parts = [*methods_parts(whole), " ".join(log_lines(whole.scenario))]
    return create_table(table_of_data(result)), [html.P(part) for part in parts if part]
