"""A table beside a picture: the same numbers to read, to copy and to download."""

import csv
import io
from typing import Any, NamedTuple

import dash_mantine_components as dmc
from dash import html

from components.aria import aria


class DataTable(NamedTuple):
    """A caption, column heads with units, and rows of texts or numbers."""

    caption: str
    head: list[str]
    body: list[list[Any]]


SHOWN_ROWS = 400
"""Longest table on the page; the download has every row."""


def create_table(table: DataTable) -> dmc.TableScrollContainer:
    """The table, numbers to the right; it scrolls by itself and can be reached with the keyboard."""
    shown = table.body[:SHOWN_ROWS]
    rest = len(table.body) - len(shown)
    caption = table.caption + (
        f" The first {SHOWN_ROWS} of {len(table.body)} rows; the download has all." if rest else ""
    )
    rows = [html.Tr([_cell(value, first=n == 0) for n, value in enumerate(row)]) for row in shown]
    return html.Div(
        html.Table(
            [
                html.Caption(caption),
                html.Thead(html.Tr([html.Th(text, scope="col") for text in table.head])),
                html.Tbody(rows),
            ],
            className="data-table",
        ),
        className="scroller",
        tabIndex=0,
        role="region",
        **aria(label=table.caption),
    )


def _cell(value: Any, first: bool) -> html.Td | html.Th:
    text = "" if value is None else str(value)
    if first:
        return html.Th(text, scope="row")
    return html.Td(text, className="" if isinstance(value, str) and not _is_numeric(text) else "number")


def _is_numeric(text: str) -> bool:
    return text[:1].isdigit() or text[:1] in "-–"


def to_csv(table: DataTable) -> str:
    """The table as CSV; thin spaces of the page are left out."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(table.head)
    writer.writerows([[str("" if v is None else v).replace("\u2009", "") for v in row] for row in table.body])
    return out.getvalue()
