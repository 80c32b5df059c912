"""Callbacks of the schedules below each other: what can be chosen, and the pictures when somebody looks."""

from typing import Any

from dash import Dash, Input, Output, State, ctx, html
from dash.exceptions import PreventUpdate

from components.controls.data_table import create_table
from components.controls.picture import create_picture
from components.pages.compare.ids import Id
from components.pages.compare.race import race_of
from components.pages.compare.schedules import MOST, describe_rows, draw_rows, places_of, rows_of, table_of_rows
from components.pages.compare.schedules_box import Offer
from components.pages.compare.sides import scenario_in
from components.visits.answers import UnavailableError, trace_of
from components.visits.stores import SCHEME

HEIGHT = "280px"

SHORT = 100
"""Rows on the page of a table that can have hundreds."""


def register(app: Dash) -> None:
    """Register the callbacks of the schedules."""
    app.callback(
        Output(Id.SCHEDULES_BOX, "className"),
        Output(Id.ROWS, "data"),
        Output(Id.ROWS, "value"),
        Output(Id.PLACE, "data"),
        Output(Id.PLACE, "value"),
        Output(Id.RACE, "children"),
        Input(Id.CHOSEN, "data"),
        prevent_initial_call=True,
    )(offer_rows)
    app.callback(
        Output(Id.SCHEDULES, "children"),
        Input(Id.SCHEDULES_OPENED, "n_clicks"),
        Input(Id.ROWS, "value"),
        Input(Id.PLACE, "value"),
        Input(SCHEME, "data"),
        State(Id.CHOSEN, "data"),
        State(Id.SCHEDULES, "children"),
        prevent_initial_call=True,
    )(show_schedules)


def offer_rows(chosen: dict[str, dict[str, str]]) -> tuple[Any, ...]:
    """When a side changes: what there is to choose from."""
    studies = {side: scenario_in(one["link"]) for side, one in chosen.items()}
    offer = Offer(studies)
    places = offer.places
    return offer.box, offer.rows["data"], offer.rows["value"], places["data"], places["value"], race_of(studies)


def show_schedules(
    opened: int | None,
    names: list[str] | None,
    place: str | None,
    scheme: str | None,
    chosen: dict[str, dict[str, str]],
    drawn: Any = None,
) -> Any:
    """When it is opened, or other rows, another point or other colors are chosen: a picture for each row."""
    if not opened or (drawn and set(ctx.triggered_prop_ids.values()) == {Id.SCHEDULES_OPENED}):
        raise PreventUpdate  # closed so far; or closed and opened again
    studies = {side: scenario_in(one["link"]) for side, one in chosen.items()}
    places, known = places_of(studies), {row.name: row for row in rows_of(studies)}
    rows = [known[name] for name in (names or [])[:MOST] if name in known]
    if not rows or not places:
        return html.P("Choose at least one row.", className="hint")
    point = places[min(int(place or 0), len(places) - 1)].points
    try:
        traces: Any = {
            row.name: trace_of(studies[row.side], row.policy, point[row.side], 0, {"first_job": 0}) for row in rows
        }
    except UnavailableError as error:
        return html.P(str(error), className="hint", role="status")
    figures = draw_rows(traces, scheme or "light")
    pictures = [
        part
        for n, (name, figure) in enumerate(figures.items())
        for part in (
            html.H3(name),
            create_picture(f"compare-schedule-{n}", f"Schedule of {name}.", figure, HEIGHT, bar=False, shape="rows"),
        )
    ]
    table = [html.Summary("Table of these pictures"), create_table(table_of_rows(traces), SHORT)]
    said = html.P(describe_rows(traces, studies), className="picture-text")
    return [*pictures, said, html.Details(table, className="table-of-picture")]
