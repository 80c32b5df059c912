"""Callbacks that draw what a whole study of master-worker applications shows: losses, and table 2."""

from typing import Any

from dash import Dash, Input, Output, State, ctx, dcc
from dash.exceptions import PreventUpdate

from components.controls.data_table import DataTable, create_table, to_csv
from components.figures.master_worker.loss_distribution import draw_losses
from components.figures.master_worker.table_2 import draw_table_2
from components.pages.studio.answer import fair
from components.pages.studio.families.master_worker.ids import Id as Own
from components.pages.studio.families.master_worker.result_tables import OF_RESULTS, table_of_losses, table_of_workers
from components.pages.studio.families.master_worker.result_words import describe_losses, describe_table_2
from components.pages.studio.ids import Id, download_id, table_id
from components.pages.studio.on_open import Opened, opened, result_on
from components.visits.answers import result_of
from engine.results.result import Result


def register(app: Dash) -> None:
    """Register the callbacks of the tabs."""
    app.callback(
        Output(Own.LOSSES, "figure"),
        Output(Own.LOSSES_TEXT, "children"),
        Output(table_id("losses"), "children"),
        opened("losses"),
        Input(Own.LOSS_CASES, "value"),
        prevent_initial_call=True,
    )(show_losses)
    app.callback(
        Output(Own.TABLE_2, "figure"),
        Output(Own.TABLE_2_TEXT, "children"),
        Output(table_id("table-2"), "children"),
        opened("table-2"),
        prevent_initial_call=True,
    )(show_table_2)
    app.callback(
        Output(Id.DOWNLOAD, "data", allow_duplicate=True),  # one download component serves everything
        *(Input(download_id(name), "n_clicks") for name in OF_RESULTS),
        State(Id.STUDY, "data"),
        State(Id.REPLAY_POINT, "value"),
        State(Own.LOSS_CASES, "value"),
        prevent_initial_call=True,
    )(download_result)


def show_losses(shown: Opened | None, cases: str) -> tuple[Any, ...]:
    """When the tab of losses is open: those of all points together, or of the chosen one."""
    result = result_on("losses", shown)
    points = _points(result, shown["point"] if shown else None, cases)
    scheme = shown["scheme"] if shown else "light"
    return (
        draw_losses(result, points, scheme),
        describe_losses(result, points),
        create_table(table_of_losses(result, points)),
    )


def show_table_2(shown: Opened) -> tuple[Any, ...]:
    """When the tab of table 2 is open: the table beside what is measured, at the chosen point."""
    result = result_on("table-2", shown)
    point = fair.chosen_point(result, shown["point"])
    return (
        draw_table_2(result, point, shown["scheme"]),
        describe_table_2(result, point),
        create_table(table_of_workers(result, point)),
    )


def _points(result: Result, point: str | None, cases: str) -> list[int] | None:
    return None if cases == "all" else [fair.chosen_point(result, point)]


def download_result(*arguments: Any) -> Any:
    """When the table of a picture of the result is asked for: the table as CSV."""
    *_clicks, study, point, cases = arguments
    if not ctx.triggered[0]["value"] or not isinstance(ctx.triggered_id, dict):
        raise PreventUpdate
    name = ctx.triggered_id["table"]
    result = result_of(study["tree"])
    return dcc.send_string(to_csv(_table(name, result, point, cases)), f"corral-{name}.csv")


def _table(name: str, result: Result, point: str | None, cases: str) -> DataTable:
    if name == "losses":
        return table_of_losses(result, _points(result, point, cases))
    return table_of_workers(result, fair.chosen_point(result, point))
