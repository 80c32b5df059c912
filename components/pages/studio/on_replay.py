"""Callbacks of the replay: choose a replication, fetch it, play it. Playing is clientside."""

from collections.abc import Callable
from typing import Any, NamedTuple

from dash import ClientsideFunction, Dash, Input, Output, State, no_update
from dash.exceptions import PreventUpdate

from components.answers import UnavailableError, scenario_of
from components.pages.studio import replay
from components.pages.studio.coscheduling.on_window import WINDOW, slots_for_player, view_of, window_of
from components.pages.studio.ids import Id, tab_id
from components.pages.studio.on_pictures import trace_named
from components.pages.studio.tabs import all_tabs, shown_tabs, shows_replication, tab_to_open
from engine.parallel_jobs.policies import POLICIES
from engine.parallel_jobs.simulation import TIME_SHARING

PLAYER_FIELDS = ("time", "job", "trigger", "kind", "waiting", "running", "available")
CHOICE = (Id.REPLAY_POLICY, Id.REPLAY_POINT, Id.REPLAY_REPLICATION, Id.REPLAY_FIRST_JOB)
WITH_INSTANT = (Id.STATE_DIAGRAM, Id.SCHEDULE, Id.ALLOCATION, Id.OVER_TIME, Id.PROFIT)
"""Pictures on which the player marks the current instant."""

WAITS = [(Output(Id.WAITING, "className"), "hidden waiting", "hidden")]
"""While a replication is fetched, the pictures of the one before are dimmed."""


def register(app: Dash) -> None:
    """Register the callbacks of the replay."""
    app.callback(
        Output(Id.REPLAY_POLICY, "data"),
        Output(Id.REPLAY_POLICY, "value"),
        Output(Id.REPLAY_POINT, "data"),
        Output(Id.REPLAY_POINT, "value"),
        Output(Id.REPLAY_REPLICATION, "max"),
        Input(Id.STUDY, "data"),
        State(Id.REPLAY_POLICY, "value"),
        State(Id.REPLAY_POINT, "value"),
    )(offer_replays)
    app.callback(
        *(Output(tab_id(tab.value), "className") for tab in all_tabs()),
        *(Output(tab_id(tab.value), "disabled") for tab in all_tabs()),
        Output(Id.TABS, "value"),
        Input(Id.STUDY, "data"),
        Input(Id.REPLAY_POLICY, "value"),
        State(Id.TABS, "value"),
    )(offer_tabs)
    app.callback(
        Output(Id.REPLAYED, "data"),
        Output(Id.TRACE, "data"),
        Output(Id.STEP, "max"),
        Output(Id.REPLAY_PROBLEM, "children"),
        Output(Id.VIEW, "data"),
        *(Input(name, "value") for name in CHOICE),
        *(Input(name, "value") for name in WINDOW),
        Input(Id.TABS, "value"),
        Input(Id.STUDY, "data"),
        State(Id.REPLAYED, "data"),
        prevent_initial_call=True,
        running=WAITS,
    )(fetch_replay)
    _register_player(app)


def _register_player(app: Dash) -> None:
    app.clientside_callback(
        ClientsideFunction("studio", "showReplayBar"),
        Output(Id.REPLAY, "className"),
        Input(Id.TABS, "value"),
        State(Id.REPLAY_BARS, "data"),
    )
    app.clientside_callback(
        ClientsideFunction("studio", "step"),
        Output(Id.STEP, "value"),
        Input(Id.BACK, "n_clicks"),
        Input(Id.NEXT, "n_clicks"),
        Input(Id.TICK, "n_intervals"),
        Input(Id.TRACE, "data"),
        State(Id.STEP, "value"),
        prevent_initial_call=True,
    )
    app.clientside_callback(
        ClientsideFunction("studio", "play"),
        Output(Id.TICK, "disabled"),
        Output(Id.PLAY, "children"),
        Input(Id.PLAY, "n_clicks"),
        Input(Id.TABS, "value"),
        Input(Id.STEP, "value"),
        State(Id.TICK, "disabled"),
        State(Id.TRACE, "data"),
        State(Id.REPLAY_BARS, "data"),
        prevent_initial_call=True,
    )
    app.clientside_callback(
        ClientsideFunction("studio", "showInstant"),
        Output(Id.INSTANT, "children"),
        Output(Id.AVAILABLE, "children"),
        Input(Id.STEP, "value"),
        Input(Id.TRACE, "data"),
        Input(Id.TABS, "value"),
        *(Input(name, "figure") for name in WITH_INSTANT),
        prevent_initial_call=True,
    )


def offer_replays(study: dict[str, Any], policy: str | None, point: str | None) -> tuple[Any, ...]:
    """When another study is shown: its policies, points and replications can be replayed."""
    offer = replay.offer(scenario_of(study["tree"]))
    known = policy in offer.policies
    return (
        offer.policies,
        policy if known else offer.policies[0],
        offer.points,
        point if point and int(point) < len(offer.points) else offer.point,
        offer.replications,
    )


def offer_tabs(study: dict[str, Any], policy: str | None, opened: str) -> tuple[Any, ...]:
    """When another study is shown or another policy is replayed: the tabs that have something to show."""
    shown = shown_tabs(study["tree"], policy)
    there = [tab.value in shown for tab in all_tabs()]
    to_open = tab_to_open(study["tree"], policy, opened)
    return (
        *("" if one else "hidden" for one in there),
        *(not one for one in there),
        no_update if to_open == opened else to_open,
    )


def _whole(value: Any, low: int, high: int) -> int:
    return min(max(int(value), low), high) if isinstance(value, int | float) else low


def fetch_replay(
    policy: str | None, point: str | None, replication: Any, first_job: Any, *rest: Any
) -> tuple[Any, ...]:
    """When a replay tab is open and another replication or window is chosen: get it, and give the player its steps."""
    *window, tab, study, shown = rest
    family = FAMILIES[study["tree"]["family"]]
    if not shows_replication(study["tree"]["family"], tab) or policy is None or point is None:
        raise PreventUpdate
    scenario = scenario_of(study["tree"])
    if policy not in scenario.policies or int(point) >= len(scenario.points()):
        raise PreventUpdate  # the choices are just being renewed
    which = {
        "tree": study["tree"],
        "policy": policy,
        "point": int(point),
        "replication": _whole(replication, 1, scenario.study.replications) - 1,
        "window": family.window(first_job, *window),
    }
    if shown == which:
        raise PreventUpdate
    try:
        trace = trace_named(which)
    except UnavailableError as error:
        return no_update, no_update, no_update, str(error), no_update
    player = family.player(trace)
    return which, player, max(0, len(player["steps"]) - 1), "", family.view(trace)


def for_player(trace: dict[str, Any]) -> dict[str, Any]:
    """What the player in the browser says about each step.

    A policy that gives jobs machines of their own has idle machines; one that shares them in time has machines that
    are available in a delay class. `idle` is None for the latter.
    """
    shares_time = POLICIES[trace["policy"]].code in TIME_SHARING
    return {
        "steps": [{name: step[name] for name in PLAYER_FIELDS} for step in trace["steps"]],
        "states": trace["step_state"],
        "labels": [trace["states"][number]["label"] for number in trace["step_state"]],
        "classes": trace["classes"],
        "machines": len(trace["machine_group"]),
        "idle": None if shares_time else [step["idle"] for step in trace["steps"]],
    }


def _from_job(first_job: Any, *_window: Any) -> dict[str, float]:
    return {"first_job": _whole(first_job, 1, 200_000) - 1}


class Replayed(NamedTuple):
    """How a family is replayed.

    Attributes
    ----------
    window : (what the fields of the bar hold) -> the window that the engine is asked for
    player : (trace) -> what the player in the browser needs, `steps` above all
    view : (trace) -> the window that came out, for the buttons in the browser; None where there are none
    """

    window: Callable[..., dict[str, float]]
    player: Callable[[dict[str, Any]], dict[str, Any]]
    view: Callable[[dict[str, Any]], dict[str, Any] | None]


FAMILIES = {
    "parallel-jobs": Replayed(_from_job, for_player, lambda _: None),
    "coscheduling": Replayed(lambda _first_job, *window: window_of(*window), slots_for_player, view_of),
}
