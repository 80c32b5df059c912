"""A picture on a page: a plotly figure with a name for screen readers, and buttons that save it as it is shown."""

from typing import Any

import dash_mantine_components as dmc
from dash import ALL, ClientsideFunction, Dash, Input, Output, dcc, html

from components.controls.aria import aria

SAVE = "save-picture"


def create_picture(
    graph_id: str, label: str, figure: Any = None, height: str = "60vh", bar: bool = True, shape: str = "curves"
) -> html.Div:
    """The picture; without *bar* it belongs to a larger one, and has neither buttons nor plotly's bar.

    Until it is drawn there is a grey sketch of its *shape* ("curves", "rows", "bars", "cells", "states"), never
    plotly's own axes, which would look like an answer; `plot_when_seen.js` sees to it.
    """
    least = "300px" if bar else height
    graph = html.Div(
        dcc.Graph(
            id=graph_id,
            responsive=True,
            style={"height": height, "minHeight": least},
            config={
                "displaylogo": False,
                "displayModeBar": "hover" if bar else False,
                "modeBarButtonsToRemove": ["sendChartToCloud", "toImage", "lasso2d", "select2d", "autoScale2d"],
            },
            **({"figure": figure} if figure is not None else {}),
        ),
        role="figure",
        className=f"picture shape-{shape}",
        style={"--room": f"max({height}, {least})"},  # until plotly has come and makes its own
        **aria(label=label),
    )
    return html.Div([graph, _save_buttons(graph_id)]) if bar else graph


def _save_buttons(graph_id: str) -> html.Div:
    """PNG, at twice the size in pixels, and SVG, of the graph with this id."""
    return html.Div(
        [
            dmc.Button(
                form.upper(),
                id={"type": SAVE, "graph": graph_id, "form": form},
                size="compact-xs",
                variant="default",
                **aria(label=f"Save this picture as {form.upper()}"),
            )
            for form in ("png", "svg")
        ],
        className="save-buttons",
    )


def register(app: Dash) -> None:
    """Register what the buttons of all pages do."""
    app.clientside_callback(
        ClientsideFunction("shell", "savePicture"),
        Output("shell-share", "title"),  # never written: a callback has to have an output
        Input({"type": SAVE, "graph": ALL, "form": ALL}, "n_clicks"),
        prevent_initial_call=True,
    )
