"""Callbacks that draw what is replayed: a tab when it is open, and only if it shows something else so far."""

from functools import partial
from typing import Any

from dash import Dash, Input, Output, State
from dash.exceptions import PreventUpdate

from components.controls.data_table import create_table
from components.pages.studio.face import FACES, Pictures, Trace, Traces, face_of
from components.pages.studio.ids import Id, drawn_id, table_id
from components.pages.studio.on_open import Opened, opened, replication_on
from components.pages.studio.race.against import entrants, others_of
from components.pages.studio.tabs import is_live
from components.visits.answers import race_of, scenario_of, trace_of
from components.words.policy_names import with_policy_names

SHORT = 60
"""Rows on the page of a table that can have thousands."""


def register(app: Dash) -> None:
    """Register a callback for each tab of a replay. What stands there comes when the tab is opened; then it is called
    for the first time."""
    # The race has the same places in all families.
    for name, pictures in {name: of for face in FACES.values() for name, of in face.pictures.items()}.items():
        app.callback(
            *outputs_of(name, pictures),
            opened(name),
            Input(pictures.chooser, "value", allow_optional=True),  # it stands on tabs that have views
            State(drawn_id(name), "data"),
            *([State(Id.SCENARIO, "data")] if is_live(name) else []),
        )(partial(draw_tab, name))


def outputs_of(name: str, pictures: Pictures, **options: bool) -> list[Output]:
    """What `draw_tab` returns of the tab called *name*."""
    places: list[tuple[Any, str]] = [
        *((place, "figure") for place in pictures.figures),
        *((place, "children") for place in pictures.sentences),
        *((table_id(table), "children") for table in pictures.tables),
        (drawn_id(name), "data"),
    ]
    return [Output(place, part, **options) for place, part in places]


def trace_named(which: dict[str, Any]) -> Trace:
    """The trace that *which* names."""
    scenario = scenario_of(which["tree"])
    return trace_of(scenario, which["policy"], which["point"], which["replication"], which["window"])


def traces_named(which: dict[str, Any]) -> Traces:
    """The traces of all policies that *which* names, side by side; none unless it is a race."""
    if "racers" not in which:
        return {}
    scenario = scenario_of(which["tree"])
    others = others_of(scenario, which.get("against"))
    return race_of(entrants(scenario, others, which["point"], which["racers"]), which["replication"], which["window"])


def draw_tab(
    name: str,
    shown: Opened | None,
    view: str | None,
    drawn: dict[str, Any] | None,
    sketched: dict[str, Any] | None = None,
) -> tuple[Any, ...]:
    """When tab *name* is open and shows another replication, or the same one in other colors: draw it.

    A live tab may have drawn what is *sketched* before this trace came; then it stays as it is.
    """
    which = replication_on(name, shown)
    assert shown is not None  # or there is no replication
    if is_live(name) and sketched is not None and which["tree"] != sketched:
        raise PreventUpdate
    scheme = shown["scheme"]
    face = face_of(which["tree"])
    pictures = face.pictures[name]
    wanted: dict[str, Any] = {"which": which, "scheme": scheme, "view": (view or "") if pictures.views else ""}
    if drawn == wanted:
        raise PreventUpdate
    traces = traces_named(which)
    trace, tables = (traces, face.race_tables) if traces else (trace_named(which), face.tables)
    draws = pictures.figures | pictures.views.get(wanted["view"], {})
    return (
        *(draw(trace, scheme) for draw in draws.values()),
        *(_named(describe(trace)) for describe in pictures.sentences.values()),
        *(create_table(tables[table](trace), SHORT) for table in pictures.tables),
        wanted,
    )


def _named(said: Any) -> Any:
    """What is said, with policies called as everywhere on the page; some say it in components of their own."""
    return with_policy_names(said) if isinstance(said, str) else said
