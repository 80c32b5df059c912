"""Callback of live tabs: while a control moves, the picture of what is sketched is drawn at once.

It reads the form itself, so that there is one way to the server and back between a key and the new picture; by way of
the sketch, the trace and the tab there are four. What comes that way later finds the picture drawn.
"""

from typing import Any

from dash import Dash, Input, State, no_update
from dash.exceptions import PreventUpdate

from components.pages.studio.face import FACES, Pictures
from components.pages.studio.ids import FIELD, Id, drawn_id
from components.pages.studio.on_open import fields_of_bar
from components.pages.studio.replay.on_pictures import draw_tab, outputs_of
from components.pages.studio.replay.on_replay import replication_of
from components.pages.studio.sketch import form
from components.pages.studio.tabs import is_live
from components.visits.answers import UnavailableError
from components.visits.stores import SCHEME


def live_tabs() -> dict[str, Pictures]:
    """The live tabs, with what they show; their traces take a tenth of a second at most."""
    return {name: shown for face in FACES.values() for name, shown in face.pictures.items() if is_live(name)}


def register(app: Dash) -> None:
    """Register one callback for all of them: the form is sent once at every key, whichever of them is open."""
    app.callback(
        *(output for name, shown in live_tabs().items() for output in outputs_of(name, shown, allow_duplicate=True)),
        Input(FIELD, "value"),
        State(FIELD, "id"),
        State(Id.TABS, "value"),
        State(Id.DRAFT, "data"),
        State(SCHEME, "data"),
        *(State(field, "value") for field in fields_of_bar()),
        *(State(drawn_id(name), "data") for name in live_tabs()),
        prevent_initial_call=True,
    )(draw_sketch)


def draw_sketch(
    values: list[Any],
    ids: list[dict[str, str]],
    opened: str,
    draft: dict[str, Any],
    scheme: str | None,
    *states: Any,
) -> tuple[Any, ...]:
    """When the form says something else while a live tab is open, and it is valid: draw that."""
    live, in_bar = live_tabs(), fields_of_bar()
    if opened not in live:
        raise PreventUpdate
    scenario = form.affordable(draft, values, ids)
    if scenario is None:
        raise PreventUpdate  # the field says what is wrong, and the old picture stays
    valid = scenario.model_dump(mode="json")
    fields = dict(zip(in_bar, states[: len(in_bar)], strict=True))
    drawn = dict(zip(live, states[len(in_bar) :], strict=True))
    shown: Any = {
        "which": replication_of({"tab": opened, "tree": valid, "fields": fields}),
        "scheme": scheme or "light",
    }
    try:
        new = draw_tab(opened, shown, "", drawn[opened], valid)
    except UnavailableError:
        raise PreventUpdate from None  # who comes later says so
    unchanged = {name: [no_update] * len(outputs_of(name, shown)) for name, shown in live.items()}
    return tuple(part for name in live for part in (new if name == opened else unchanged[name]))
