"""The callbacks of "What if?": what was decided at the step that is shown, and what another decision would bring."""

from functools import partial
from typing import Any

import dash_mantine_components as dmc
from dash import Dash, Input, Output, State, html, no_update
from dash.exceptions import PreventUpdate

from components.controls.data_table import DataTable, create_table
from components.pages.studio.face import FACES, face_of
from components.pages.studio.ids import Id, decided_id, what_if_found_id, what_if_shown_id
from components.pages.studio.on_open import Opened, opened, replication_on
from components.pages.studio.replay.on_pictures import trace_named
from components.pages.studio.what_if.candidates import create_offered
from components.pages.studio.what_if.question import asked_about, question_of
from components.visits.answers import UnavailableError, answer_of, at_point, scenario_of
from components.words.differences.what_if import what_if_words
from components.words.wording import number
from engine.contract.effect import Effect, Moved


def create_effect(effect: Effect, words: str) -> list[Any]:
    """As it stands on the page; *words* are those of the candidate."""
    first, *more = what_if_words(dict(effect))
    return [
        html.H2(f"If {words[:1].lower()}{words[1:]}", className="data-head"),
        html.P(dmc.Text(first, fw=600)),
        *(html.P(sentence) for sentence in more),
        *([create_table(touched_table(effect))] if effect["moved"] else []),
    ]


def touched_table(effect: Effect) -> DataTable:
    """The jobs that end at another time, in order of arrival."""
    count = effect["later"] + effect["earlier"] + bool(effect["own"]) + effect["refused"] + effect["accepted"]
    left = f" The {len(effect['moved'])} that it touches most of {count:,}." if len(effect["moved"]) < count else ""
    kind = effect.get("kind", "job").capitalize()
    time = "Done, since the barrier before, as it was (s)" if "length" in effect else "Response time as it was (s)"
    head = [kind, time, "with the other decision (s)", "Longer by (s)"]
    return DataTable(f"{kind}s that end at another time.{left}", head, [_row(one) for one in effect["moved"]])


def _row(one: Moved) -> list[Any]:
    before, after = one["before"], one["after"]
    longer = "–" if before is None or after is None else number(after - before, 4)
    return [one["job"] + 1, *("rejected" if time is None else number(time, 5) for time in (before, after)), longer]


def register(app: Dash) -> None:
    """Register them for each tab of decisions."""
    for tab in {tab for face in FACES.values() for tab in face.decided}:
        app.callback(Output(decided_id(tab), "children"), opened(tab))(partial(show_decided, tab))
    for tab in {tab for face in FACES.values() for tab in face.what_ifs}:
        app.callback(
            Output(what_if_found_id(tab), "children"),
            Output(what_if_shown_id(tab), "data"),
            Input(Id.WHAT_IF, "data"),
            opened(tab),
            State(what_if_shown_id(tab), "data"),
        )(partial(show_what_if, tab))


def show_decided(tab: str, shown: Opened | None) -> list[Any]:
    """When another step is shown: what was decided, among whom, and a button for each that was not chosen."""
    which = replication_on(tab, shown)
    assert shown is not None  # or there is no replication
    return create_offered(face_of(which["tree"]).what_ifs[tab](trace_named(which), int(shown["step"] or 0)))


def show_what_if(
    tab: str, asked: dict[str, Any] | None, shown: Opened | None, before: dict[str, Any] | None
) -> tuple[Any, Any]:
    """When a candidate is asked about, or another instant shown: what would come of it; nothing of other instants."""
    if shown is None:
        raise PreventUpdate
    which, step = replication_on(tab, shown), int(shown["step"] or 0)
    if not asked or asked["step"] != step:
        return ("", None) if before else (no_update, no_update)
    now = {"which": which, "asked": asked}
    if now == before:
        raise PreventUpdate  # in other colors
    offered = face_of(which["tree"]).what_ifs[tab](trace_named(which), step)
    found = asked_about(offered, asked["job"], asked["choice"])
    if found is None:
        return "", None
    question = question_of(offered, found)
    try:
        scenario = at_point(scenario_of(which["tree"]), which["point"])
        effect = answer_of("what_if", scenario, which["policy"], which["replication"], question)
    except UnavailableError as error:
        return html.P(f"Not told: {error}.", role="alert"), None
    return create_effect(effect, found.words), now  # type: ignore[arg-type]
