"""Callbacks of the replay: choose a replication, draw its pictures, explain its decisions. Playing is clientside."""

from typing import Any

from dash import ClientsideFunction, Dash, Input, Output, State, ctx, dcc, no_update
from dash.exceptions import PreventUpdate

from components.answers import UnavailableError, scenario_of, trace_of
from components.controls.data_table import create_table, to_csv
from components.figures.over_time import draw_over_time
from components.figures.schedule import draw_schedule
from components.figures.state_diagram import draw_state_diagram
from components.pages.studio import replay
from components.pages.studio.ids import Id, download_id, table_id
from components.stores import SCHEME

REPLAY_TABS = ("states", "schedule", "decisions", "over-time")
PLAYER_FIELDS = ("time", "job", "trigger", "kind", "waiting", "running", "available")
CHOICE = (Id.REPLAY_POLICY, Id.REPLAY_POINT, Id.REPLAY_REPLICATION, Id.REPLAY_FIRST_JOB)


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
        Output(Id.STATE_DIAGRAM, "figure"),
        Output(Id.STRIP, "figure"),
        Output(Id.SCHEDULE, "figure"),
        Output(Id.OVER_TIME, "figure"),
        Output(Id.TRACE, "data"),
        Output(Id.STEP, "max"),
        Output(Id.STATE_TEXT, "children"),
        Output(Id.SCHEDULE_TEXT, "children"),
        Output(Id.OVER_TIME_TEXT, "children"),
        Output(table_id("states"), "children"),
        Output(table_id("transitions"), "children"),
        Output(table_id("schedule"), "children"),
        Output(table_id("over-time"), "children"),
        Output(Id.REPLAY_PROBLEM, "children"),
        *(Input(name, "value") for name in CHOICE),
        Input(Id.TABS, "value"),
        Input(SCHEME, "data"),
        Input(Id.STUDY, "data"),
        State(Id.TRACE, "data"),
        prevent_initial_call=True,
    )(draw_replay)
    app.callback(
        Output(Id.DECISIONS, "children"),
        Input(Id.STEP, "value"),
        Input(Id.TABS, "value"),
        Input(Id.TRACE, "data"),
        prevent_initial_call=True,
    )(explain_decision)
    app.callback(
        Output(Id.DOWNLOAD, "data", allow_duplicate=True),  # one download component serves results and traces
        *(
            Input(download_id(name), "n_clicks")
            for name in ("states", "transitions", "schedule", "over-time", "decisions")
        ),
        State(Id.TRACE, "data"),
        prevent_initial_call=True,
    )(download_trace)
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
        Input(Id.STATE_DIAGRAM, "figure"),
        Input(Id.TABS, "value"),
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


def _whole(value: Any, low: int, high: int) -> int:
    return min(max(int(value), low), high) if isinstance(value, int | float) else low


def draw_replay(
    policy: str | None,
    point: str | None,
    replication: Any,
    first_job: Any,
    tab: str,
    scheme: str | None,
    study: dict[str, Any],
    shown: dict[str, Any] | None,
) -> tuple[Any, ...]:
    """When a replay tab is open and another replication is chosen: draw all its pictures."""
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
        "scheme": scheme or "light",
    }
    if shown is not None and shown["which"] == which:
        raise PreventUpdate
    try:
        trace = _trace(which)
    except UnavailableError as error:
        return (*[no_update] * 13, str(error))
    player = [{name: step[name] for name in PLAYER_FIELDS} for step in trace["steps"]]
    carried = {
        "which": which,
        "steps": player,
        "states": trace["step_state"],
        "labels": [state["label"] for state in trace["states"]],
        "classes": trace["classes"],
    }
    return (
        draw_state_diagram(trace, which["scheme"]),
        draw_schedule(trace, which["scheme"], compact=True),
        draw_schedule(trace, which["scheme"]),
        draw_over_time(trace, which["scheme"]),
        carried,
        len(player) - 1,
        replay.describe_states(trace),
        replay.describe_schedule(trace),
        replay.describe_over_time(trace),
        *(create_table(replay.table_of(name, trace)) for name in ("states", "transitions", "schedule", "over-time")),
        "",
    )


def _trace(which: dict[str, Any]) -> dict[str, Any]:
    scenario = scenario_of(which["tree"])
    return trace_of(scenario, which["policy"], which["point"], which["replication"], which["first_job"])


def explain_decision(step: int, tab: str, shown: dict[str, Any] | None) -> Any:
    """When the decisions tab is open and the instant changes: the candidates and what was chosen."""
    if tab != "decisions" or shown is None:
        raise PreventUpdate
    return replay.explain(_trace(shown["which"]), int(step or 0))


def download_trace(*arguments: Any) -> Any:
    """When the table of a replayed picture is asked for: the table as CSV."""
    shown = arguments[-1]
    if shown is None or not ctx.triggered[0]["value"]:
        raise PreventUpdate
    name = ctx.triggered_id["table"]
    return dcc.send_string(to_csv(replay.table_of(name, _trace(shown["which"]))), f"corral-{name}.csv")
