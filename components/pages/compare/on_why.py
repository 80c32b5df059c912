"""The callback of "Why?" beside the findings."""

from typing import Any

from dash import ALL, Dash, Input, Output, State, ctx, html
from dash.exceptions import PreventUpdate

from components.pages.compare.ids import Id, slice_id
from components.pages.compare.on_answer import several
from components.pages.compare.why import why_told

ANY_SLICE = {"type": slice_id("")["type"], "field": ALL}


def register(app: Dash) -> None:
    """Register it, and what takes an answer away that is of other studies."""
    app.callback(
        Output(Id.WHY_TOLD, "children"),
        Input(Id.WHY, "n_clicks"),
        Input(Id.CHOSEN, "data"),
        Input(Id.METRIC, "value"),
        State(Id.WHY_TOLD, "children"),
        State(Id.STUDIES, "data"),
        State(ANY_SLICE, "value"),
        State(ANY_SLICE, "id"),
        prevent_initial_call=True,
    )(tell_why)


def tell_why(
    clicks: int | None,
    _chosen: Any,
    metric: str,
    before: Any,
    studies: dict[str, Any],
    values: list[str],
    slices: list[dict[str, str]],
) -> Any:
    """When somebody asks why: of each pair. When other studies or another metric are compared: nothing any more."""
    if ctx.triggered_id != Id.WHY:
        if not before:
            raise PreventUpdate
        return ""
    if not clicks:
        raise PreventUpdate
    found = [why_told(view) for view in several(studies, metric, values, slices).pairs]
    return [
        html.Section([html.H2(one.head, className="data-head"), *(html.P(sentence) for sentence in one.sentences)])
        for one in found
    ]
