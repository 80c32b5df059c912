"""The fold below a picture that holds its data table, and what its button hands over."""

from typing import Any

import dash_mantine_components as dmc
from dash import ctx, dcc, html
from dash.exceptions import PreventUpdate

from components.controls.data_table import DataTable, to_csv
from components.pages.studio.ids import download_id, table_id


def create_details(name: str, children: Any = None, of: str = "this picture") -> html.Details:
    """Table *name* of a picture, folded, with a button for its download."""
    return html.Details(
        [html.Summary(f"Table of {of}"), create_download(name), html.Div(children, id=table_id(name))],
        className="table-of-picture",
    )


def create_download(name: str) -> dmc.Button:
    """The button that downloads table *name*."""
    return dmc.Button("Download CSV", id=download_id(name), size="compact-sm", variant="default", my="xs")


def table_asked_for() -> str:
    """The name of the table whose button was pressed; `PreventUpdate` for a button that has just come."""
    if not ctx.triggered[0]["value"] or not isinstance(ctx.triggered_id, dict):
        raise PreventUpdate
    return str(ctx.triggered_id["table"])


def send_table(name: str, table: DataTable) -> dict[str, Any]:
    """The *table* as a CSV file with its *name*."""
    return dict(dcc.send_string(to_csv(table), f"corral-{name}.csv"))
