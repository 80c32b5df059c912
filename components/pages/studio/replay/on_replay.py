"""Callbacks of the replay: choose a replication, fetch it, play it. Playing is clientside."""

from typing import Any

from dash import ClientsideFunction, Dash, Input, Output, State, no_update
from dash.exceptions import PreventUpdate

from components.controls.values import whole
from components.pages.studio.face import FACES, face_of
from components.pages.studio.ids import Id
from components.pages.studio.race.against import others_of, rows_of, said
from components.pages.studio.replay.offer import offer, racers_of
from components.pages.studio.replay.on_pictures import trace_named, traces_named
from components.pages.studio.replay.overview import for_browser
from components.pages.studio.tab_places import are_of, places_of_family
from components.pages.studio.tabs import (
    create_tabs,
    first_tab,
    is_live,
    is_race,
    of_shown,
    shown_tabs,
    shows_replication,
    tab_to_open,
    tabs_of,
)
from components.visits.answers import UnavailableError, scenario_of
from components.words.policy_names import policy_choices, with_policy_names
from engine.inputs.scenario import Scenario


def register(app: Dash) -> None:
    """Register the callbacks of the replay."""
    app.callback(
        Output(Id.REPLAY_POLICY, "data"),
        Output(Id.REPLAY_POLICY, "value"),
        Output(Id.REPLAY_POINT, "data"),
        Output(Id.REPLAY_POINT, "value"),
        Output(Id.REPLAY_REPLICATION, "max"),
        Output(Id.RACERS, "data"),
        Output(Id.RACERS, "value"),
        Output(Id.RACERS, "description"),
        Input(Id.TREE, "data"),
        Input(Id.OFF, "data"),
        State(Id.REPLAY_POLICY, "value"),
        State(Id.REPLAY_POINT, "value"),
        State(Id.RACERS, "value"),
        State(Id.ASKED_FOR, "data"),
        prevent_initial_call=True,  # the page comes with those of its study
    )(offer_replays)
    app.callback(
        Output(Id.TAB_LIST, "children"),
        Output(Id.TABS_THERE, "data"),
        Output(Id.FAMILY_PANELS, "children"),
        Output(Id.TABS, "value"),
        Input(Id.TREE, "data"),
        Input(Id.REPLAY_POLICY, "value"),
        State(Id.TABS, "value"),
        Input(Id.OFF, "data"),
        State(Id.TABS_THERE, "data"),
        Input(Id.DRAFT, "data"),  # what the form was built from: the kinds of its parts, and so the tabs, are those
        State(Id.ASKED_FOR, "data"),
        prevent_initial_call=True,
    )(offer_tabs)
    app.callback(
        Output(Id.REPLAYED, "data"),
        Output(Id.TRACE, "data"),
        Output(Id.STEP, "max"),
        Output(Id.REPLAY_PROBLEM, "children"),
        Output(Id.VIEW, "data"),
        Output(Id.RUN_AT_A_GLANCE, "data"),
        Output(Id.ANSWERED, "data"),
        Input(Id.WANTED, "data"),
        State(Id.REPLAYED, "data"),
        prevent_initial_call=True,
    )(fetch_replay)
    _register_player(app)


def _register_player(app: Dash) -> None:
    app.clientside_callback(
        ClientsideFunction("player", "showBar"),
        Output(Id.REPLAY, "className"),
        Input(Id.TABS, "value"),
        Input(Id.TREE, "data"),
        State(Id.REPLAY_BARS, "data"),
    )
    app.clientside_callback(
        ClientsideFunction("player", "step"),
        Output(Id.STEP, "value"),
        Input(Id.BACK, "n_clicks"),
        Input(Id.NEXT, "n_clicks"),
        Input(Id.TRACE, "data"),
        State(Id.STEP, "value"),
        State(Id.ASKED_FOR, "data"),
        prevent_initial_call=True,
    )
    app.clientside_callback(
        ClientsideFunction("player", "play"),
        Output(Id.PLAY, "children"),
        Input(Id.PLAY, "n_clicks"),
        Input(Id.TABS, "value"),
        Input(Id.STEP, "value"),
        Input(Id.TRACE, "data"),
        Input(Id.PACE, "value"),
        State(Id.REPLAY_BARS, "data"),
        prevent_initial_call=True,
    )
    app.clientside_callback(
        ClientsideFunction("player", "showInstant"),
        Output(Id.INSTANT, "children"),
        Input(Id.STEP, "value"),
        Input(Id.TRACE, "data"),
        Input(Id.TABS, "value"),
        prevent_initial_call=True,
    )


def offer_replays(
    tree: dict[str, Any],
    off: list[str] | None,
    policy: str | None,
    point: str | None,
    racers: list[str] | None = None,
    asked: dict[str, Any] | None = None,
) -> tuple[Any, ...]:
    """When another study is shown or a policy switched off: policies, points and replications that can be replayed."""
    scenario = scenario_of(tree)
    offered, policies, others = (
        offer(scenario),
        of_shown(tree, off)["policies"],
        others_of(scenario, (asked or {}).get("against")),
    )
    rows = rows_of(policies, others)
    return (
        policy_choices(policies),
        policy if policy in policies else policies[0],
        offered.points,
        point if point and int(point) < len(offered.points) else offered.point,
        offered.replications,
        policy_choices(rows),
        list(racers_of(rows, racers)),
        said(scenario, others),
    )


def offer_tabs(
    tree: dict[str, Any],
    policy: str | None,
    opened: str,
    off: list[str] | None = None,
    known: list[str] | None = None,
    sketched: dict[str, Any] | None = None,
    asked: dict[str, Any] | None = None,
) -> tuple[Any, ...]:
    """When another study is shown or sketched, another policy replayed or one switched off: the tabs that are there.

    Those of another family come with their places. One that comes with which a page of what is *sketched* begins is
    opened.
    """
    left = of_shown(tree, off, (asked or {}).get("against", ""))
    shown = shown_tabs(left, policy, sketched)
    first = first_tab(sketched or tree)
    comes = known is not None and first in shown and first not in known
    to_open = first if comes else tab_to_open(left, policy, opened, sketched)
    return (
        *((no_update, no_update) if shown == known else (create_tabs(shown), shown)),
        no_update if are_of(tree["family"], known) else places_of_family(tree["family"]),
        no_update if to_open == opened else to_open,
    )


def _iteration(scenario: Scenario, point: int, fields: dict[str, Any]) -> int:
    """The chosen iteration, or the last one that there is; in families without any, 1."""
    application = getattr(scenario.at(scenario.points()[point]), "application", None)
    return whole(fields.get(Id.ITERATION), 1, getattr(application, "iterations", 1))


def _window(tab: str, scenario: Scenario, point: int, fields: dict[str, Any]) -> dict[str, float]:
    return FACES[scenario.family].window(tab, fields | {Id.ITERATION: _iteration(scenario, point, fields)})


def fetch_replay(wanted: dict[str, Any] | None, shown: dict[str, Any] | None) -> tuple[Any, ...]:
    """When the open tab is to show another replication or window: get it, and give the player its steps.

    The browser hears which of its questions was answered, so that it knows what is late.
    """
    which = replication_of(wanted)
    answered = {"number": (wanted or {}).get("number"), "is_refused": False, "tabs": tabs_alike(wanted, which)}
    if shown == which:
        return (no_update,) * 3 + ("", no_update, no_update, answered)
    face = face_of(which["tree"])
    try:
        traces = traces_named(which)
        trace = face.race_view(traces) if traces else trace_named(which)
    except UnavailableError as error:
        answered |= {"is_refused": not error.later, "is_later": error.later}
        return (no_update,) * 3 + (str(error), no_update, no_update, answered)
    player = face.race_player(traces) if traces else face.player(trace)
    strip = for_browser(face.overview(trace))
    if "said" in player:
        player |= {"said": [with_policy_names(words) for words in player["said"]]}
    return which, player, max(0, len(player["steps"]) - 1), "", face.view(trace), strip, answered


def replication_of(wanted: dict[str, Any] | None) -> dict[str, Any]:
    """Which replication and window of it is *wanted*: {"tab", "tree", "fields"}; `PreventUpdate` if there is none."""
    fields = wanted["fields"] if wanted else {}
    if wanted is None or fields[Id.REPLAY_POLICY] is None or fields[Id.REPLAY_POINT] is None:
        raise PreventUpdate
    tree, policy, point = wanted["tree"], fields[Id.REPLAY_POLICY], int(fields[Id.REPLAY_POINT])
    scenario = scenario_of(tree)
    if is_live(wanted["tab"]):  # the choices are those of the study; the sketch may have gone on
        policy = policy if policy in scenario.policies else scenario.policies[0]
        point = min(point, len(scenario.points()) - 1)
    known = policy in scenario.policies and point < len(scenario.points())
    if not known or not shows_replication(tree["family"], wanted["tab"]):
        raise PreventUpdate  # the choices are just being renewed
    others = others_of(scenario, fields.get(Id.AGAINST)) if is_race(wanted["tab"]) else {}
    rows = rows_of(list(scenario.policies), others)
    racers = list(racers_of(rows, fields.get(Id.RACERS))) if is_race(wanted["tab"]) else []
    return {
        "tree": tree,
        "policy": racers[0] if racers and not others else policy,
        "point": point,
        "replication": whole(fields[Id.REPLAY_REPLICATION], 1, scenario.study.replications) - 1,
        "window": _window(wanted["tab"], scenario, point, fields),
        **({"racers": racers} if racers else {}),
        **({"against": fields[Id.AGAINST]} if others else {}),
    }


def tabs_alike(wanted: dict[str, Any] | None, which: dict[str, Any]) -> list[str]:
    """The tabs that show the same window of the same replication as *which*, which was *wanted*: whoever opens one of
    them next has nothing to find out first."""
    if wanted is None or "racers" in which:
        return []
    scenario, family = scenario_of(which["tree"]), which["tree"]["family"]
    return [
        name
        for name in (tab.value for tab in tabs_of(family))
        if shows_replication(family, name)
        and not (is_live(name) or is_race(name))
        and _window(name, scenario, which["point"], wanted["fields"]) == which["window"]
    ]
