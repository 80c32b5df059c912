"""A picture on a page: a plotly figure with a name for screen readers, and a menu that saves it as it is shown."""

from typing import Any

from dash import dcc, html

from components.controls.aria import aria, data


def create_picture(
    graph_id: str, label: str, figure: Any = None, height: str = "60vh", bar: bool = True, shape: str = "curves"
) -> html.Div:
    """The picture; without *bar* it belongs to a larger one, and has neither a menu nor plotly's bar.

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
    return html.Div([graph, _menu(graph_id)]) if bar else graph


def _menu(graph_id: str) -> html.Div:
    """One quiet button; `picture_menu.js` says what can be saved of the graph with this id, and of the table below."""
    named = aria(label="Save this picture or its table", haspopup="menu", expanded="false")
    kind: dict[str, Any] = {"type": "button", "className": "picture-menu", "disable_n_clicks": True}
    return html.Div(html.Button("⋯", **kind, **named, **data(of=graph_id)), className="save-buttons")
