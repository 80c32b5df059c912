"""Callbacks of the study: run, follow, cancel, and show what has been computed so far."""

from typing import Any

from dash import Dash, Input, Output, State, ctx, dcc, no_update
from dash.exceptions import PreventUpdate

from components.answers import client, empty_result, known_result, scenario_of
from components.controls.data_table import create_table, to_csv
from components.pages.studio.answer import (
    create_curves,
    curve_metrics,
    describe_curves,
    table_of_curves,
    table_of_data,
)
from components.pages.studio.ids import Id, download_id, table_id
from components.stores import SCHEME
from components.wording import number, verdict
from engine.scenario import Scenario
from workers.client import BudgetError


def register(app: Dash) -> None:
    """Register the callbacks of the study."""
    app.callback(
        Output(Id.STUDY, "data"),
        Output(Id.POLL, "disabled"),
        Output(Id.REFUSAL, "children"),
        Input(Id.RUN, "n_clicks"),
        Input(Id.CANCEL, "n_clicks"),
        Input(Id.POLL, "n_intervals"),
        Input(Id.SCENARIO, "data"),
        State(Id.STUDY, "data"),
    )(follow_study)
    app.callback(
        Output(Id.PROGRESS, "value"),
        Output(Id.PROGRESS_TEXT, "children"),
        Output("studio-progress-row", "className"),
        Output(Id.STALE, "children"),
        Output(Id.RUN, "children"),
        Input(Id.STUDY, "data"),
    )(show_progress)
    app.callback(
        Output(Id.CURVES, "figure"),
        Output(Id.CURVES_TEXT, "children"),
        Output(table_id("curves"), "children"),
        Output(Id.VERDICT, "children"),
        Output(Id.FINGERPRINT, "children"),
        Output(Id.METRIC, "data"),
        Input(Id.STUDY, "data"),
        Input(Id.METRIC, "value"),
        Input(SCHEME, "data"),
    )(show_curves)
    app.callback(
        Output(table_id("data"), "children"),
        Input(Id.STUDY, "data"),
        Input(Id.TABS, "value"),
        prevent_initial_call=True,
    )(show_data)
    app.callback(
        Output(Id.DOWNLOAD, "data"),
        Input(download_id("curves"), "n_clicks"),
        Input(download_id("data"), "n_clicks"),
        State(Id.STUDY, "data"),
        State(Id.METRIC, "value"),
        prevent_initial_call=True,
    )(download_result)


def follow_study(
    _run: int | None, _cancel: int | None, _poll: int | None, tree: dict[str, Any], study: dict[str, Any]
) -> tuple[Any, ...]:
    """When Run or Cancel is pressed, time passes, or the sketch changes: say which study is shown and how far it is."""
    trigger = ctx.triggered_id
    if trigger == Id.RUN and _run:
        scenario = scenario_of(tree)
        if (known := known_result(scenario)) is not None and known.complete:
            return _known(scenario, known.table[..., 0].size), True, ""
        try:
            client().submit(scenario)
        except BudgetError as error:
            return no_update, no_update, str(error)
        return _status(scenario, tree), False, ""
    if trigger == Id.CANCEL and _cancel:
        client().cancel(study["id"])
        return _status(scenario_of(study["tree"]), study["tree"]), True, ""
    if trigger == Id.POLL:
        fresh = _status(scenario_of(study["tree"]), study["tree"], stale=study["stale"])
        return (no_update if fresh == study else fresh), fresh["state"] != "running", no_update
    return _after_sketch(tree, study)


def _after_sketch(tree: dict[str, Any], study: dict[str, Any]) -> tuple[Any, ...]:
    """Show what is known of the new scenario; else keep the old answer and say that it is the old one."""
    scenario = scenario_of(tree)
    if scenario.content_hash() == study["id"]:
        fresh = {**study, "tree": tree, "stale": False}
        if study["state"] == "unknown":  # a link to a study that may be running, or may have been run
            fresh = _status(scenario, tree)
        return (no_update if fresh == study else fresh), fresh["state"] != "running", ""
    known = known_result(scenario)
    if known is not None and known.complete:
        return _known(scenario, known.table[..., 0].size), True, ""
    if client().status(scenario.content_hash()) is not None:
        fresh = _status(scenario, tree)
        return fresh, fresh["state"] != "running", ""
    return {**study, "stale": True}, study["state"] != "running", ""


def _known(scenario: Scenario, total: int) -> dict[str, Any]:
    return {
        "tree": scenario.model_dump(mode="json"),
        "id": scenario.content_hash(),
        "state": "done",
        "done": total,
        "total": total,
        "stale": False,
    }


def _status(scenario: Scenario, tree: dict[str, Any], stale: bool = False) -> dict[str, Any]:
    found = client().status(scenario.content_hash())
    if found is None:
        return {"tree": tree, "id": scenario.content_hash(), "state": "unknown", "done": 0, "total": 0, "stale": stale}
    return {
        "tree": tree,
        "id": scenario.content_hash(),
        "state": found.state,
        "done": found.done,
        "total": found.total,
        "seconds_left": found.seconds_left,
        "elapsed": found.elapsed,
        "reused": found.reused,
        "failed": found.failed,
        "stale": stale,
    }


def show_progress(study: dict[str, Any]) -> tuple[Any, ...]:
    """When the study moves on: the bar, what is left, and whether the answer still belongs to the sketch."""
    done, total, state = study["done"], study["total"], study["state"]
    stale = (
        "The sketch has changed since; this is still the answer to the study before. Press Run."
        if study["stale"]
        else ""
    )
    if state == "unknown" and not study["stale"]:
        stale = "Nothing is known about this scenario yet. Press Run."
    words = f"{done} of {total} cells"
    if state == "running" and study.get("seconds_left") is not None:
        words += f", {number(max(study['seconds_left'], 0.1), 2)} s left"
    elif state == "cancelled":
        words += ", cancelled; Run goes on from here"
    elif state == "done" and study.get("elapsed") is not None:
        words += f" in {number(study['elapsed'], 2)} s" + (f", {study['reused']} reused" if study.get("reused") else "")
        words += f"; {study['failed']} failed" if study.get("failed") else ""
    shown = (
        "progress-row" if state in ("running", "cancelled") or study.get("elapsed") is not None else "progress-row idle"
    )
    return (
        100 * done / total if total else 0,
        words,
        f"{shown} {state}",
        stale,
        "Run" if state != "running" else "Running …",
    )


def show_curves(study: dict[str, Any], metric: str, scheme: str | None) -> tuple[Any, ...]:
    """When more cells are there, or another metric or other colours are chosen: draw."""
    if ctx.triggered_id is None and scheme != "dark":
        raise PreventUpdate  # the page came with this picture
    if ctx.triggered_id == Id.STUDY and study["done"] == 0 and study["state"] == "running":
        raise PreventUpdate  # the old picture stays until there is something new
    scenario = scenario_of(study["tree"])
    result = known_result(scenario) or empty_result(scenario)
    choices = curve_metrics(result)
    if metric not in [choice["value"] for choice in choices]:
        metric = choices[0]["value"]
    return (
        create_curves(result, metric, scheme or "light"),
        describe_curves(result, metric),
        create_table(table_of_curves(result, metric)),
        verdict(result),
        f"Result fingerprint {result.fingerprint()}" + ("" if result.complete else " (of what is there so far)"),
        choices,
    )


def show_data(study: dict[str, Any], tab: str) -> Any:
    """When the data tab is open: every number of the study."""
    if tab != "data":
        raise PreventUpdate
    scenario = scenario_of(study["tree"])
    return create_table(table_of_data(known_result(scenario) or empty_result(scenario)))


def download_result(_curves: int | None, _data: int | None, study: dict[str, Any], metric: str) -> Any:
    """When a download of the study is asked for: the table as CSV."""
    if not ctx.triggered[0]["value"]:
        raise PreventUpdate
    scenario = scenario_of(study["tree"])
    result = known_result(scenario) or empty_result(scenario)
    if ctx.triggered_id == download_id("curves"):
        return dcc.send_string(to_csv(table_of_curves(result, metric)), f"corral-{metric}.csv")
    return dcc.send_string(to_csv(table_of_data(result)), "corral-study.csv")
