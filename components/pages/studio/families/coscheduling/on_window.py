"""Callbacks of the window of time and nodes: buttons, keys and zooming in a picture, without the server."""

from typing import Any

from dash import ClientsideFunction, Dash, Input, Output, State
from dash.exceptions import PreventUpdate

from components.figures.common.window import per_second
from components.pages.studio.families.coscheduling.decisions.offered import for_player as decisions_for_player
from components.pages.studio.families.coscheduling.ids import Id as Own
from components.pages.studio.families.coscheduling.words import slot_words
from components.pages.studio.ids import Id
from engine.coscheduling.replay.tree import Trace

WINDOW = (Own.SINCE, Own.UNTIL, Own.FIRST_NODE, Own.NODES, Own.QUEUE_NODE)
"""The fields of the window; what they hold is the window, empty ones mean all there is."""


def register(app: Dash) -> None:
    """Register what changes the window."""
    app.clientside_callback(
        ClientsideFunction("coscheduling", "moveWindow"),
        *(Output(name, "value") for name in WINDOW[:4]),
        *(Input(name, "n_clicks") for name in (Own.ZOOM_IN, Own.ZOOM_OUT, Own.EARLIER, Own.LATER, Own.WHOLE)),
        # They stand on tabs, and come when these are opened.
        Input(Own.TIMELINE, "relayoutData", allow_optional=True),
        Input(Own.QUEUES, "relayoutData", allow_optional=True),
        Input(Id.BRUSHED, "data"),
        State(Id.VIEW, "data"),
        State(Own.SINCE, "value"),
        State(Own.UNTIL, "value"),
        prevent_initial_call=True,
    )
    app.clientside_callback(
        ClientsideFunction("coscheduling", "showView"),
        Output(Own.SINCE, "step"),
        Output(Own.UNTIL, "step"),
        Output(Own.UNTIL, "placeholder"),
        Output(Own.NODES, "placeholder"),
        Output(Own.FIRST_NODE, "max"),
        Output(Own.NODES, "max"),
        Output(Own.QUEUE_NODE, "max"),
        Input(Id.VIEW, "data"),
        prevent_initial_call=True,
    )
    app.callback(
        *(Output(name, "value", allow_duplicate=True) for name in WINDOW),  # only another study empties them all
        Input(Id.TREE, "data"),
        State(Id.REPLAYED, "data"),
        prevent_initial_call=True,
    )(forget_window)


def forget_window(tree: dict[str, Any], shown: dict[str, Any] | None) -> tuple[Any, ...]:
    """When another study is shown: begin with the whole run again."""
    if shown is None or shown["tree"] == tree:
        raise PreventUpdate
    return (None,) * len(WINDOW)


def window_of(since: Any, until: Any, first_node: Any, nodes: Any, node: Any) -> dict[str, float]:
    """The window that the engine is asked for, from what the fields hold; people count nodes from 1."""
    found = {
        "since": _number(since),
        "until": _number(until),
        "first_node": _number(first_node, 1),
        "nodes": _number(nodes),
        "node": _number(node, 1),
    }
    if found["since"] is not None and found["until"] is not None and found["until"] <= found["since"]:
        found["until"] = None  # being typed
    return {name: value for name, value in found.items() if value is not None}


def _number(value: Any, first: int = 0) -> float | None:
    return max(0.0, value - first) if isinstance(value, int | float) else None


def view_of(trace: Trace) -> dict[str, Any]:
    """What the buttons need to know about the window that is shown."""
    return {**trace["window"], "end": trace["end"], "nodes": trace["nodes"], "per_second": per_second(trace)}


def for_player(trace: Trace) -> dict[str, Any]:
    """The slots of the window, which the player steps through on the tab of the matrix; or its decisions, on theirs."""
    if "decisions" in trace:
        return decisions_for_player(trace)
    return {"steps": [{"time": time} for time in trace["matrix"].get("since", [])], "words": slot_words(trace)}
