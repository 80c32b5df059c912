"""The fold below a picture that holds its data table, with a button for its download."""

from typing import Any

import dash_mantine_components as dmc
from dash import html

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
