"""Callbacks in the browser that tell the tab that is open, and no other, what it is to show: others ask for nothing.

A study moves on several times a second, and every callback that hears of it is a way to the server and back.
"""

from typing import Any, NotRequired, TypedDict

from dash import MATCH, ClientsideFunction, Dash, Input, Output, State
from dash.exceptions import PreventUpdate

from components.pages.studio.face import FACES
from components.pages.studio.ids import Id, opened_id, panel_id
from components.pages.studio.shown_policies import FEWEST_TO_CHOOSE, create_chips
from components.pages.studio.tabs import is_race, of_shown, shown_tabs
from components.visits.answers import result_of
from components.visits.stores import SCHEME
from engine.results.result import Result

LINKED = (
    Id.REPLAY_POLICY,
    Id.REPLAY_POINT,
    Id.REPLAY_REPLICATION,
    Id.REPLAY_FIRST_JOB,
    Id.ITERATION,
    Id.RACERS,
)
"""The fields of the bar that the address bar holds."""


def fields_of_bar() -> tuple[str, ...]:
    """The fields of the bar: what they hold says what is wanted, by their ids."""
    return (*LINKED, *(name for face in FACES.values() for name in face.bar_fields))


class Opened(TypedDict):
    """What the open tab is told.

    `study` is that of the page, `off` are the policies that are switched off; `which` names the replication that has
    been fetched, None before the first; `point` is the one of the replay bar; `step` is the player's, on tabs that ask
    the server for each; `scheme` is "light" or "dark".
    """

    study: dict[str, Any]
    which: dict[str, Any] | None
    point: str | None
    step: int | None
    scheme: str
    off: NotRequired[list[str]]


def opened(tab: str) -> Input:
    """What a callback of *tab* listens to: it is called when the tab is opened or is to show something else."""
    return Input(opened_id(tab), "data")


def result_on(tab: str, shown: Opened | None) -> Result:
    """The result for a picture on *tab*, without policies that are switched off; nothing is drawn on a tab that the
    study does not have."""
    if shown is None:
        raise PreventUpdate
    tree, off = shown["study"]["tree"], shown.get("off")
    if tab not in shown_tabs(of_shown(tree, off), None):
        raise PreventUpdate
    return without(result_of(tree), off)


def replication_on(tab: str, shown: Opened | None) -> dict[str, Any]:
    """Which replication a picture on *tab* shows; nothing is drawn on a tab that it does not have."""
    which = shown["which"] if shown else None
    if (
        which is None
        or tab not in shown_tabs(of_shown(which["tree"], (), which.get("against", "")), which["policy"])
        or is_race(tab) != ("racers" in which)
    ):
        raise PreventUpdate
    return which


def without(result: Result, off: Any) -> Result:
    """The *result* without the policies that are switched *off*."""
    left = of_shown({"policies": list(result.scenario.policies)}, off)["policies"]
    return result if len(left) == len(result.scenario.policies) else result.only(left)


def register(app: Dash) -> None:
    """Register what hands studies and replications over."""
    app.clientside_callback(
        ClientsideFunction("open", "handOver"),
        Output(Id.REPLAY_PROBLEM, "title"),  # never written: it tells the open tab past Dash
        Input(Id.TABS, "value"),
        Input(Id.STUDY, "data"),
        Input(Id.REPLAYED, "data"),
        Input(Id.REPLAY_POINT, "value"),
        Input(Id.STEP, "value"),
        Input(SCHEME, "data"),
        Input(Id.OFF, "data"),
        Input(Id.ANSWERED, "data"),
        State(Id.REPLAY_BARS, "data"),
    )
    app.clientside_callback(
        ClientsideFunction("open", "mount"),
        Output(panel_id(MATCH), "children"),
        Input(opened_id(MATCH), "data"),
        prevent_initial_call=True,  # the page comes with what stands on the tab that is open
    )
    app.clientside_callback(
        ClientsideFunction("open", "noticeStudy"),
        Output(Id.TREE, "data"),
        Input(Id.STUDY, "data"),
        State(Id.TREE, "data"),
        prevent_initial_call=True,
    )
    app.clientside_callback(
        ClientsideFunction("open", "want"),
        Output(Id.WANTED, "data"),
        Input(Id.TABS, "value"),
        Input(Id.TREE, "data"),
        *(Input(name, "value") for name in fields_of_bar()),
        State(Id.SCENARIO, "data"),
        State(Id.REPLAY_BARS, "data"),
        State(Id.WANTED, "data"),
        State(Id.ASKED_FOR, "data"),
    )
    app.clientside_callback(
        # On its own, since the tree of the study comes from a callback of the sketch too, and would be waited for.
        ClientsideFunction("open", "wantSketched"),
        Output(Id.WANTED, "data", allow_duplicate=True),
        Input(Id.SCENARIO, "data"),
        State(Id.TABS, "value"),
        State(Id.REPLAY_BARS, "data"),
        State(Id.WANTED, "data"),
        prevent_initial_call=True,
    )
    app.clientside_callback(
        ClientsideFunction("open", "switchOff"),
        Output(Id.OFF, "data"),
        Output(Id.SHOWN_POLICIES, "value", allow_duplicate=True),  # the last one stays
        Input(Id.SHOWN_POLICIES, "value"),
        State(Id.OFF, "data"),
        State(Id.TREE, "data"),
        prevent_initial_call=True,
    )
    app.callback(
        Output(Id.SHOWN_POLICIES, "children"),
        Output(Id.SHOWN_POLICIES, "value"),
        Output(Id.SHOWN_POLICIES_ROW, "hidden"),
        Input(Id.TREE, "data"),
        State(Id.OFF, "data"),
        prevent_initial_call=True,  # the page comes with those of its study
    )(offer_policies)
    app.clientside_callback(
        ClientsideFunction("open", "keepState"),
        Input(Id.TABS, "value"),
        Input(Id.METRIC, "value"),
        Input(Id.OFF, "data"),
        Input(Id.STEP, "value"),
        *(Input(name, "value") for name in LINKED),
        Input(Id.NAMED, "data"),
        Input(Id.WHAT_IF, "data"),
        Input(Id.WHY_FIRST, "value", allow_optional=True),  # on a tab that may not be there yet
        Input(Id.WHY_SECOND, "value", allow_optional=True),
        State(Id.REPLAY_BARS, "data"),
        State(Id.TREE, "data"),
        State(Id.USUAL_METRICS, "data"),
        State(Id.OPENINGS, "data"),
        State(Id.ASKED_FOR, "data"),
        prevent_initial_call=True,
    )
    app.clientside_callback(
        ClientsideFunction("open", "compareWithSender"),
        Output(Id.SENT, "children"),
        Input(Id.FINGERPRINT, "children"),
        Input(Id.STUDY, "data"),
        Input(Id.ASKED_FOR, "data"),  # nothing writes it: the others alone would not begin, as nothing is new at first
    )


def offer_policies(tree: dict[str, Any], off: list[str] | None) -> tuple[Any, ...]:
    """When another study is shown: its policies can be switched off, and those that were, stay so."""
    return create_chips(tree["policies"]), of_shown(tree, off)["policies"], len(tree["policies"]) < FEWEST_TO_CHOOSE
