"""A table beside a picture: the same numbers to read, to copy and to download."""

import csv
import io
from typing import Any, NamedTuple

from dash import html

from components.controls.aria import aria
from components.controls.own import Table
from components.controls.spreadsheet import safe
from components.words.policy_names import with_policy_names


class DataTable(NamedTuple):
    """A caption, column heads with units, and rows of texts or numbers."""

    caption: str
    head: list[str]
    body: list[list[Any]]


SHOWN_ROWS = 400
"""Longest table on the page; the download has every row."""


def create_table(table: DataTable, rows: int = SHOWN_ROWS) -> html.Div:
    """The table, numbers to the right; it scrolls by itself and can be reached with the keyboard."""
    caption, shown = with_policy_names(table.caption), table.body[:rows]
    is_cut = len(table.body) > rows
    more = f" The first {rows} of {len(table.body)} rows; the download has all." if is_cut else ""
    # One component for all cells: with a component each, the browser takes seconds for some hundred rows.
    cells = [["" if value is None else with_policy_names(str(value)) for value in row] for row in shown]
    texts = [f"text-{n + 1}" for n in range(len(table.head)) if not all(_is_number(row[n]) for row in cells)]
    return html.Div(
        Table(
            data={"caption": caption + more, "head": [with_policy_names(title) for title in table.head], "body": cells},
            className=" ".join(["data-table", "wide", *texts]),
        ),
        className="scroller",
        tabIndex=0,
        role="region",
        **aria(label=caption),
    )


def _is_number(text: str) -> bool:
    return text[:1].isdigit() or text[:1] in "-–\u2212"


def to_csv(table: DataTable) -> str:
    """The table as CSV, in signs that other programs read: no thin spaces, and a hyphen for minus; no formulas."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([safe(title) for title in table.head])
    writer.writerows([[safe(_plain("" if value is None else str(value))) for value in row] for row in table.body])
    return out.getvalue()


def _plain(text: str) -> str:
    return text.replace("\u2009", "").replace("\u2212", "-")
