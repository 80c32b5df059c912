"""The callbacks of "Why?" beside the findings."""

from typing import Any

from dash import ALL, ClientsideFunction, Dash, Input, Output, State, ctx, dcc
from dash.exceptions import PreventUpdate

from components.controls.data_table import to_csv
from components.pages.compare.ids import Id, slice_id, why_csv_id
from components.pages.compare.on_answer import several
from components.pages.compare.why.shown import TABLES, create_why
from components.pages.compare.why.told import why_told
from components.visits.stores import SCHEME

ANY_SLICE = {"type": slice_id("")["type"], "field": ALL}
ANY_CSV = {"type": why_csv_id("", "")["type"], "side": ALL, "table": ALL}


def register(app: Dash) -> None:
    """Register them: open and close, the answer, its downloads."""
    app.clientside_callback(
        ClientsideFunction("compare", "toggle"),
        Output(Id.WHY_OPEN, "data"),
        Output(Id.WHY, "aria-expanded"),
        Input(Id.WHY, "n_clicks"),
        State(Id.WHY_OPEN, "data"),
        prevent_initial_call=True,
    )
    app.callback(
        Output(Id.WHY_TOLD, "children"),
        Input(Id.WHY_OPEN, "data"),
        Input(Id.STUDIES, "data"),
        Input(Id.METRIC, "value"),
        Input(ANY_SLICE, "value"),
        Input(SCHEME, "data"),
        State(ANY_SLICE, "id"),
        State(Id.WHY_TOLD, "children"),
    )(tell_why)
    app.callback(
        # The other tables of the page have a callback of their own: theirs are always there.
        Output(Id.DOWNLOAD, "data", allow_duplicate=True),
        Input(ANY_CSV, "n_clicks"),
        State(Id.STUDIES, "data"),
        State(Id.METRIC, "value"),
        State(ANY_SLICE, "value"),
        State(ANY_SLICE, "id"),
        prevent_initial_call=True,
    )(download)


def tell_why(
    is_open: bool,
    studies: dict[str, Any],
    metric: str,
    values: list[str],
    scheme: str | None,
    slices: list[dict[str, str]],
    before: Any = None,
) -> Any:
    """When it is open and anything it is told of changes: the answer for each pair. While a study runs, it stays."""
    if not is_open:
        if not before:
            raise PreventUpdate
        return ""
    if before and any(study["state"] == "running" for study in studies.values()):
        raise PreventUpdate
    return [
        create_why(why_told(view), view.other, scheme or "light")
        for view in several(studies, metric, values, slices).pairs
    ]


def download(
    clicks: list[int | None],
    studies: dict[str, Any],
    metric: str,
    values: list[str],
    slices: list[dict[str, str]],
) -> Any:
    """When a table of it is asked for: as CSV."""
    if not any(clicks) or not ctx.triggered[0]["value"]:
        raise PreventUpdate  # the tables came, and nobody asked
    side, name = ctx.triggered_id["side"], ctx.triggered_id["table"]
    view = next(view for view in several(studies, metric, values, slices).pairs if view.other == side)
    if (ledger := why_told(view).ledger) is None:
        raise PreventUpdate
    return dcc.send_string(to_csv(TABLES[name][1](ledger)), f"corral-compare-why-{name}-{side.lower()}.csv")
