"""Callback of live tabs: while a control moves, the picture of what is sketched is drawn at once.

It reads the form itself, so that there is one way to the server and back between a key and the new picture; by way of
the sketch, the trace and the tab there are four. What comes that way later finds the picture drawn.
"""

from functools import partial
from typing import Any, TypedDict

from dash import ClientsideFunction, Dash, Input, Output, State
from dash.exceptions import PreventUpdate

from components.pages.studio.face import FACES
from components.pages.studio.ids import FIELD, Id, drawn_id, typed_id
from components.pages.studio.on_open import fields_of_bar
from components.pages.studio.replay.on_pictures import draw_tab, outputs_of
from components.pages.studio.replay.on_replay import replication_of
from components.pages.studio.sketch import form
from components.pages.studio.tabs import is_live, live_tabs
from components.visits.answers import UnavailableError
from components.visits.stores import SCHEME


def register(app: Dash) -> None:
    """Register a callback for each of them; the form is sent by the one that is open."""
    app.clientside_callback(
        ClientsideFunction("open", "type"),
        *(Output(typed_id(name), "data") for name in live_tabs()),
        Input(FIELD, "value"),
        State(FIELD, "id"),
        State(Id.TABS, "value"),
        prevent_initial_call=True,
    )
    for face in FACES.values():
        for name, shown in face.pictures.items():
            if not is_live(name):
                continue
            app.callback(
                *outputs_of(name, shown, allow_duplicate=True),
                Input(typed_id(name), "data"),
                State(Id.DRAFT, "data"),
                State(SCHEME, "data"),
                State(drawn_id(name), "data"),
                *(State(field, "value") for field in fields_of_bar()),
                prevent_initial_call=True,
            )(partial(draw_sketch, name))


class Typed(TypedDict):
    """What the fields of the form hold, and which fields they are."""

    values: list[Any]
    ids: list[dict[str, str]]


def draw_sketch(
    name: str, typed: Typed, draft: dict[str, Any], scheme: str | None, drawn: dict[str, Any] | None, *in_bar: Any
) -> tuple[Any, ...]:
    """When the form says something else while the live tab called *name* is open, and it is valid: draw that."""
    scenario = form.affordable(draft, typed["values"], typed["ids"])
    if scenario is None:
        raise PreventUpdate  # the field says what is wrong, and the old picture stays
    valid = scenario.model_dump(mode="json")
    fields = dict(zip(fields_of_bar(), in_bar, strict=True))
    shown: Any = {
        "which": replication_of({"tab": name, "tree": valid, "fields": fields}),
        "scheme": scheme or "light",
    }
    try:
        return draw_tab(name, shown, "", drawn, valid)
    except UnavailableError:
        raise PreventUpdate from None  # who comes later says so
