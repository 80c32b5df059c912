"""What stands on the page of the ledger of two sides: sentences, three pictures, four tables."""

from collections.abc import Callable

import dash_mantine_components as dmc
import plotly.graph_objects as go
from dash import html

from components.controls.aria import aria
from components.controls.data_table import DataTable, create_table
from components.controls.picture import create_picture
from components.controls.why_tables import curve_table, parts_table, whose_table, winners_table
from components.figures.why.pictures import draw_cumulative, draw_parts, draw_spread
from components.pages.compare.ids import why_csv_id
from components.pages.compare.why.told import Told, Tree

HEIGHT = "40vh"

LOG = "Where the curve is steep the difference is made; where it is flat there is none."

TABLES: dict[str, tuple[str, Callable[[Tree], DataTable]]] = {
    "parts": ("what brings the difference", parts_table),
    "winners": ("who wins", winners_table),
    "whose": ("whose difference it is, by class, size and demand", whose_table),
    "curve": ("the cumulative difference", curve_table),
}
"""Of what each is, and how it is made of a ledger."""


def create_why(told: Told, other: str, scheme: str) -> html.Div:
    """The answer for A and the side *other*; sentences alone where there is no ledger."""
    said = html.Div([html.P(sentence) for sentence in told.sentences], className="picture-text")
    head = html.H2(told.head, className="data-head")
    if told.ledger is None:
        return html.Div([head, said], className="why-pair")
    ledger = told.ledger
    pictures = html.Div(
        [
            html.Div(
                [
                    _picture("parts", "From what the difference comes", draw_parts, ledger, other, scheme),
                    _picture("winners", "Who wins: how differences are spread", draw_spread, ledger, other, scheme),
                ],
                className="two-pictures",
            ),
            *(_table(name, ledger, other) for name in ("parts", "winners", "whose")),
            _picture("curve", "Cumulative difference in order", draw_cumulative, ledger, other, scheme),
            html.P(f"{LOG} {_of_how_many(ledger)}", className="picture-text"),
            _table("curve", ledger, other),
        ],
        **aria(live="off"),  # the sentences are read out; axes and cells are not
    )
    return html.Div([head, said, pictures], className="why-pair")


def _picture(
    name: str, label: str, draw: Callable[[Tree, str], go.Figure], ledger: Tree, other: str, scheme: str
) -> html.Div:
    place, shape = f"compare-why-{name}-{other.lower()}", "bars" if name == "parts" else "curves"
    return create_picture(
        place, f"{label}, {other} less A; the table has the numbers.", draw(ledger, scheme), HEIGHT, shape=shape
    )


def _table(name: str, ledger: Tree, other: str) -> html.Details:
    of, make = TABLES[name]
    button = dmc.Button("Download CSV", id=why_csv_id(other, name), size="compact-sm", variant="default", my="xs")
    return html.Details(
        [html.Summary(f"Table of {of}"), button, create_table(make(ledger))], className="table-of-picture"
    )


def _of_how_many(ledger: Tree) -> str:
    runs = ledger["difference"]["replications"]
    return f"Told of {runs} replication{'' if runs == 1 else 's'}."
