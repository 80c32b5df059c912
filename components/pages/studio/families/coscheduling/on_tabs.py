"""Callbacks of the tabs of coscheduling: the matrix of a slot, the chosen message."""

from typing import Any

from dash import ClientsideFunction, Dash, Input, Output, State, ctx, no_update
from dash.exceptions import PreventUpdate

from components.controls.data_table import create_table
from components.figures.coscheduling.message_lines import delay_of, longest_first, words_of_message
from components.figures.coscheduling.ousterhout import draw_ousterhout
from components.pages.studio.families.coscheduling import words
from components.pages.studio.families.coscheduling.ids import Id as Own
from components.pages.studio.families.coscheduling.tables import matrix_table
from components.pages.studio.ids import Id, table_id
from components.pages.studio.on_open import Opened, opened, replication_on
from components.pages.studio.replay.on_pictures import trace_named
from components.visits.happened import happened
from components.words.wording import number
from engine.coscheduling.replay.tree import Trace

MOST_CHOICES = 300
"""Messages that can be chosen from the list; the picture and the table have more."""


def register(app: Dash) -> None:
    """Register the callbacks of the tabs."""
    app.callback(
        Output(Own.MATRIX, "figure"),
        Output(Own.MATRIX_TEXT, "children"),
        Output(table_id("matrix"), "children"),
        opened("matrix"),
    )(show_matrix)
    app.callback(
        Output(Own.MESSAGES, "className"),
        Output(Own.MESSAGE, "data"),
        Output(Own.MESSAGE, "value"),
        opened("timeline"),
        Input(Own.TIMELINE, "clickData"),
        State(Own.MESSAGE, "value"),
    )(offer_messages)
    app.callback(
        Output(Own.MESSAGE_TEXT, "children"),
        Input(Own.MESSAGE, "value"),
        State(Id.REPLAYED, "data"),
        prevent_initial_call=True,
    )(explain_message)
    app.clientside_callback(
        ClientsideFunction("coscheduling", "markMessage"),
        Output(Own.MESSAGE_TEXT, "title"),
        Input(Own.MESSAGE, "value"),
        Input(Own.TIMELINE, "figure"),
        prevent_initial_call=True,
    )


def show_matrix(shown: Opened) -> tuple[Any, ...]:
    """When the matrix tab is open and the slot changes: who is where, and which row runs."""
    trace, slot = trace_named(replication_on("matrix", shown)), int(shown["step"] or 0)
    return (
        draw_ousterhout(trace, slot, shown["scheme"]),
        words.describe_matrix(trace, slot),
        create_table(matrix_table(trace, slot)),
    )


def offer_messages(shown: Opened | None, click: dict[str, Any] | None, chosen: str | None) -> tuple[Any, ...]:
    """When the window changes: its messages, the longest wait first; when one is clicked, that one is chosen."""
    which = shown["which"] if shown else None
    if which is None or which["tree"]["family"] != "coscheduling":
        raise PreventUpdate
    if happened() == {Own.TIMELINE} and len(ctx.triggered) == 1:  # else the window has changed, too
        number_of_message = (click or {}).get("points", [{}])[0].get("customdata")
        if not isinstance(number_of_message, int):
            raise PreventUpdate  # no message, but a bar
        return no_update, no_update, str(number_of_message)
    trace = trace_named(which)
    if not trace["messages"]:
        return "hidden", [], None
    # The first is shown at once, so that nobody has to look for what can be asked here.
    offered = longest_first(trace)[:MOST_CHOICES]
    return "", [{"value": str(n), "label": _label(trace, n)} for n in offered], str(offered[0])


def _label(trace: Trace, n: int) -> str:
    messages = trace["messages"]
    delay = delay_of(messages, n)
    lay = f"lay {number(1000 * delay, 4)} ms" if delay != float("inf") else "not received in this window"
    at = messages["delivered"][n] or messages["sent"][n] or 0.0
    return (
        f"job {messages['job'][n] + 1}, task {messages['from_task'][n] + 1} to {messages['to_task'][n] + 1}, "
        f"{1000 * at:.3f} ms: {lay}"
    )


def explain_message(chosen: str | None, which: dict[str, Any] | None) -> str:
    """When a message is chosen: its way, and why its receiver was not running."""
    if chosen is None or which is None:
        return ""
    trace = trace_named(which)
    return words_of_message(trace, int(chosen)) if int(chosen) < len(trace["messages"].get("sent", [])) else ""
