"""Callback of live tabs: while a control moves, the picture of what is sketched is drawn at once.

It reads the form itself, so that there is one way to the server and back between a key and the new picture; by way of
the sketch, the trace and the tab there are four. What comes that way later finds the picture drawn.
"""

from typing import Any

from dash import Dash, Input, Output, State, no_update
from dash.exceptions import PreventUpdate

from components.pages.studio.ids import FIELD, Id, drawn_id, table_id
from components.pages.studio.on_open import FIELDS
from components.pages.studio.replay.on_pictures import TABS, draw_tab
from components.pages.studio.replay.on_replay import replication_of
from components.pages.studio.sketch import form
from components.pages.studio.tabs import all_tabs, is_live
from components.visits.answers import UnavailableError
from components.visits.stores import SCHEME
from engine.inputs.rejection import ScenarioError
from engine.study.budget import budget
from engine.study.registry import read_scenario

AT_ONCE = tuple(tab.value for tab in all_tabs() if is_live(tab.value))
"""The live tabs; their traces take a tenth of a second at most."""


def register(app: Dash) -> None:
    """Register one callback for all of them: the form is sent once at every key, whichever of them is open."""
    app.callback(
        *(output for name in AT_ONCE for output in _outputs(name)),
        Input(FIELD, "value"),
        State(FIELD, "id"),
        State(Id.TABS, "value"),
        State(Id.DRAFT, "data"),
        State(SCHEME, "data"),
        *(State(field, "value") for field in FIELDS),
        *(State(drawn_id(name), "data") for name in AT_ONCE),
        prevent_initial_call=True,
    )(draw_sketch)


def _outputs(name: str) -> list[Output]:
    """What `draw_tab` returns of a tab."""
    tab = TABS[name]
    places: list[tuple[Any, str]] = [
        *((place, "figure") for place in tab.figures),
        *((place, "children") for place in tab.sentences),
        *((table_id(table), "children") for table in tab.tables),
        (drawn_id(name), "data"),
    ]
    return [Output(place, part, allow_duplicate=True) for place, part in places]


def draw_sketch(
    values: list[Any],
    ids: list[dict[str, str]],
    opened: str,
    draft: dict[str, Any],
    scheme: str | None,
    *states: Any,
) -> tuple[Any, ...]:
    """When the form says something else while a live tab is open, and it is valid: draw that."""
    if opened not in AT_ONCE:
        raise PreventUpdate
    tree, reasons = form.with_parsed_values(form.merge(draft, form.fields_of(values, ids)))
    if reasons:
        raise PreventUpdate  # the field says what is wrong, and the old picture stays
    try:
        scenario = read_scenario(tree)
    except ScenarioError:
        raise PreventUpdate from None
    if budget(scenario).objection:
        raise PreventUpdate
    valid = scenario.model_dump(mode="json")
    fields = dict(zip(FIELDS, states[: len(FIELDS)], strict=True))
    drawn = dict(zip(AT_ONCE, states[len(FIELDS) :], strict=True))
    shown: Any = {
        "which": replication_of({"tab": opened, "tree": valid, "fields": fields}),
        "scheme": scheme or "light",
    }
    try:
        new = draw_tab(opened, shown, "", drawn[opened], valid)
    except UnavailableError:
        raise PreventUpdate from None  # who comes later says so
    return tuple(part for name in AT_ONCE for part in (new if name == opened else [no_update] * len(_outputs(name))))
