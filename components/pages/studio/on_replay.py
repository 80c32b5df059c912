"""Callbacks of the replay: choose a replication, fetch it, play it. Playing is clientside."""

from typing import Any

from dash import ClientsideFunction, Dash, Input, Output, State, no_update
from dash.exceptions import PreventUpdate

from components.answers import UnavailableError, scenario_of
from components.pages.studio import replay
from components.pages.studio.ids import Id
from components.pages.studio.on_pictures import trace_named
from engine.parallel_jobs.policies import POLICIES
from engine.parallel_jobs.simulation import TIME_SHARING

REPLAY_TABS = ("states", "schedule", "allocation", "decisions", "over-time", "profit")
PLAYER_FIELDS = ("time", "job", "trigger", "kind", "waiting", "running", "available")
CHOICE = (Id.REPLAY_POLICY, Id.REPLAY_POINT, Id.REPLAY_REPLICATION, Id.REPLAY_FIRST_JOB)
WITH_INSTANT = (Id.STATE_DIAGRAM, Id.SCHEDULE, Id.ALLOCATION, Id.OVER_TIME, Id.PROFIT)
"""Pictures on which the player marks the current instant."""


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
        Output(Id.PROFIT_TAB, "className"),
        Output(Id.PROFIT_TAB, "disabled"),
        Output(Id.TABS, "value"),
        Input(Id.STUDY, "data"),
        State(Id.TABS, "value"),
    )(offer_profit)
    app.callback(
        Output(Id.REPLAYED, "data"),
        Output(Id.TRACE, "data"),
        Output(Id.STEP, "max"),
        Output(Id.REPLAY_PROBLEM, "children"),
        *(Input(name, "value") for name in CHOICE),
        Input(Id.TABS, "value"),
        Input(Id.STUDY, "data"),
        State(Id.REPLAYED, "data"),
        prevent_initial_call=True,
    )(fetch_replay)
    _register_player(app)


def _register_player(app: Dash) -> None:
    app.clientside_callback(
        ClientsideFunction("studio", "showReplayBar"), Output(Id.REPLAY, "className"), Input(Id.TABS, "value")
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


def offer_profit(study: dict[str, Any], tab: str) -> tuple[Any, ...]:
    """When another study is shown: without a deadline there is nothing to say about profit, and the tab is away."""
    there = replay.has_deadlines(study["tree"])
    return "" if there else "hidden", not there, "curves" if tab == "profit" and not there else no_update


def _whole(value: Any, low: int, high: int) -> int:
    return min(max(int(value), low), high) if isinstance(value, int | float) else low


def fetch_replay(
    policy: str | None,
    point: str | None,
    replication: Any,
    first_job: Any,
    tab: str,
    study: dict[str, Any],
    shown: dict[str, Any] | None,
) -> tuple[Any, ...]:
    """When a replay tab is open and another replication is chosen: get it, and give the player what it needs."""
    if tab not in REPLAY_TABS or policy is None or point is None:
        raise PreventUpdate
    scenario = scenario_of(study["tree"])
    if policy not in scenario.policies or int(point) >= len(scenario.points()):
        raise PreventUpdate  # the choices are just being renewed
    which = {
        "tree": study["tree"],
        "policy": policy,
        "point": int(point),
        "replication": _whole(replication, 1, scenario.study.replications) - 1,
        "first_job": _whole(first_job, 1, 200_000) - 1,
    }
    if shown == which:
        raise PreventUpdate
    try:
        trace = trace_named(which)
    except UnavailableError as error:
        return no_update, no_update, no_update, str(error)
    return which, for_player(trace), len(trace["steps"]) - 1, ""


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
