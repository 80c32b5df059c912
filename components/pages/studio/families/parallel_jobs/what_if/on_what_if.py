"""The callback of "What if?": another decision at the instant that is shown."""

from typing import Any

import orjson
from dash import Dash, Input, Output, State, html, no_update
from dash.exceptions import PreventUpdate

from components.pages.studio.families.parallel_jobs.ids import Id as Own
from components.pages.studio.families.parallel_jobs.what_if.offered import offered
from components.pages.studio.families.parallel_jobs.what_if.told import create_effect
from components.pages.studio.families.parallel_jobs.why.answer import step_of
from components.pages.studio.ids import Id
from components.pages.studio.on_open import Opened, opened, replication_on
from components.pages.studio.replay.on_pictures import trace_named
from components.visits.answers import UnavailableError, scenario_of, what_if_of


def register(app: Dash) -> None:
    """Register it."""
    app.callback(
        Output(Own.WHAT_IF_FOUND, "children"),
        Output(Own.WHAT_IF_SHOWN, "data"),
        Input(Id.WHAT_IF, "data"),
        opened("decisions"),
        State(Own.WHAT_IF_SHOWN, "data"),
    )(show_what_if)


def show_what_if(asked: dict[str, Any] | None, shown: Opened | None, before: dict[str, Any] | None) -> tuple[Any, Any]:
    """When a candidate is asked about, or another instant shown: what would come of it; nothing of other instants."""
    if shown is None:
        raise PreventUpdate
    which, step = replication_on("decisions", shown), int(shown["step"] or 0)
    if not asked or asked["step"] != step:
        return ("", None) if before else (no_update, no_update)
    now = {"which": which, "asked": asked}
    if now == before:
        raise PreventUpdate  # in other colors
    trace = trace_named(which)
    event = step_of(trace, step)
    there = (one for one in offered(trace, event) if (one.job, one.choice) == (asked["job"], asked["choice"]))
    found = next((one for one in there if not one.is_chosen), None)
    if found is None:  # a link of somebody else
        return "", None
    question = orjson.dumps({"time": event["time"], "job": found.job, "choice": found.choice}).decode()
    try:
        effect = what_if_of(scenario_of(which["tree"]), which["policy"], which["point"], which["replication"], question)
    except UnavailableError as error:
        return html.P(f"Not told: {error}.", role="alert"), None
    return create_effect(effect, found.words), now  # type: ignore[arg-type]
