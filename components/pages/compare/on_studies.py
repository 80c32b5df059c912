"""Callbacks of the studies: run what is not known, follow it, cancel."""

from contextlib import suppress
from typing import Any

from dash import ClientsideFunction, Dash, Input, Output, State, no_update

from components.pages.compare.ids import Id
from components.pages.compare.sides import scenario_in
from components.visits.answers import client, known_result, priced
from components.visits.happened import happened
from components.visits.visitors import visitor
from components.words.wording import number, price_words
from engine.inputs.scenario import Scenario
from engine.study.ahead import result_ahead
from engine.study.budget import budget
from workers.client import BudgetError, StrangerError

Studies = dict[str, dict[str, Any]]
"""{"A": {"link", "id", "state", "done", "total", ...}, "B": ...}; states: those of `workers.client.Status`, unknown."""


def register(app: Dash) -> None:
    """Register the callbacks of the studies."""
    app.callback(
        Output(Id.STUDIES, "data"),
        Output(Id.REFUSAL, "children"),
        Input(Id.RUN, "n_clicks"),
        Input(Id.CANCEL, "n_clicks"),
        Input(Id.CHOSEN, "data"),
        State(Id.STUDIES, "data"),
    )(follow_studies)
    app.clientside_callback(
        ClientsideFunction("compare", "follow"),
        Output(Id.STUDIES, "modified_timestamp"),  # never written: what is called as a page comes has to have one
        Input(Id.STUDIES, "data"),
    )
    app.clientside_callback(
        ClientsideFunction("compare", "accept"),
        Output(Id.STUDIES, "data", allow_duplicate=True),
        Input(Id.POLLED, "data"),
        State(Id.STUDIES, "data"),
        prevent_initial_call=True,
    )
    app.clientside_callback(
        ClientsideFunction("compare", "drawn"),
        Input(Id.OVERLAY, "figure"),
        prevent_initial_call=True,
    )
    app.callback(
        Output(Id.RUN_ROW, "className"),
        Output(Id.MISSING, "children"),
        Output(Id.PROGRESS_ROW, "className"),
        Output(Id.PROGRESS, "value"),
        Output(Id.PROGRESS_TEXT, "children"),
        Input(Id.STUDIES, "data"),
    )(show_progress)


def follow_studies(
    _run: int | None, _cancel: int | None, chosen: dict[str, dict[str, str]], studies: Studies
) -> tuple[Any, ...]:
    """When Run or Cancel is pressed, or a side changes: how far the studies are. While one runs, the browser looks."""
    found, refusal = happened(), ""
    scenarios = {side: scenario_in(one["link"]) for side, one in chosen.items()}
    if Id.RUN in found and _run:
        refusal = " ".join(_submit(side, scenario) for side, scenario in scenarios.items()).strip()
    elif Id.CANCEL in found and _cancel:
        for scenario in scenarios.values():
            with suppress(StrangerError):  # of them, one may have been known or started by somebody else
                client().cancel(scenario.content_hash(), visitor())
    fresh = {
        side: {"link": chosen[side]["link"], "id": scenario.content_hash(), **status_of(scenario)}
        for side, scenario in scenarios.items()
    }
    is_running = any(study["state"] == "running" for study in fresh.values())
    if is_running and Id.CANCEL in found and _cancel:
        refusal = "Others wait for it, too, so it goes on."
    return (fresh if fresh != studies else no_update), refusal


def _submit(side: str, scenario: Scenario) -> str:
    """Have the study of a side computed unless it is known; the sentence if it is refused."""
    if (known := known_result(scenario)) is not None and known.complete:
        return ""
    try:
        client().submit(scenario, visitor())
    except BudgetError as error:
        return f"{side}: {error}."
    return ""


def status_of(scenario: Scenario) -> dict[str, Any]:
    """How far a study is: computed ahead, or what the workers say of it."""
    if (ahead := result_ahead(scenario)) is not None:
        return {"state": "done", "done": ahead.cells_done, "total": ahead.cells_done}
    found = client().status(scenario.content_hash())
    if found is None:
        return {"state": "unknown", "done": 0, "total": budget(scenario).cells}
    return {
        "state": found.state,
        "done": found.done,
        "total": found.total,
        "seconds_left": found.seconds_left,
        "failed": found.failed,
    }


def show_progress(studies: Studies) -> tuple[Any, ...]:
    """When the studies move on: what is missing and what it costs, or how far they are; see `compare.js`, too."""
    states = {study["state"] for study in studies.values()}
    missing = [side for side in studies if studies[side]["state"] not in ("done", "running")]
    done, total = (sum(study[count] for study in studies.values()) for count in ("done", "total"))
    is_running = "running" in states
    return (
        "run-row" if missing and not is_running else "run-row hidden",
        " ".join(_missing(side, studies[side]) for side in missing),
        "progress-row running" if is_running else "progress-row hidden",
        100 * done / total if total else 0,
        "; ".join(_progress(side, studies[side]) for side in studies) if is_running else "",
    )


def _missing(side: str, study: dict[str, Any]) -> str:
    cost = priced(scenario_in(study["link"]), None)
    words = f"{number(cost.cells, 6)} cells, {price_words(cost.seconds, cost.told)}"
    if study["state"] == "unknown":
        return f"{side} is not known yet: {words}."
    failed = f", {study['failed']} of them failed" if study.get("failed") else ""
    return (
        f"{side} is {study['state']} after {study['done']} of {study['total']} cells{failed}; Run goes on from there."
    )


def _progress(side: str, study: dict[str, Any]) -> str:
    if study["state"] != "running":
        return f"{side} {study['state']}"
    left = study.get("seconds_left")
    more = f", {number(max(left, 0.1), 2)} s left" if left is not None else ""
    return f"{side} {study['done']} of {study['total']} cells{more}"
