"""Callbacks of the study: run, follow, cancel, and show what has been computed so far."""

from typing import Any

from dash import ClientsideFunction, Dash, Input, Output, State, no_update
from dash.exceptions import PreventUpdate

from components.controls.claims import create_claims
from components.controls.data_table import create_table
from components.controls.metric import create_help
from components.pages.studio.answer.answer import (
    create_curves,
    curve_metrics,
    describe_curves,
    fingerprint_words,
    is_map,
    map_choices,
    metric_help,
    of_verdict,
    offered,
    table_of_comparisons,
    table_of_curves,
)
from components.pages.studio.answer.claimed import claim_lines, table_of_claims
from components.pages.studio.answer.progress import LEFT, progress_of, run_words, status_of
from components.pages.studio.answer.published import describe_published, table_of_published
from components.pages.studio.answer.said import lines_of
from components.pages.studio.answer.saturation_panel import create_saturation
from components.pages.studio.face import BREAK, Opening, is_broken
from components.pages.studio.ids import Id, table_id
from components.pages.studio.on_open import without
from components.pages.studio.opening import opening_of_example
from components.visits.answers import client, empty_result, known_result, needs_nothing, preview_of_sketch, scenario_of
from components.visits.happened import happened
from components.visits.saturated import refusal_of, saturations_known, search_of
from components.visits.stores import SCHEME
from components.visits.visitors import visitor
from components.words.stops import stop_words
from components.words.verdicts.verdict import verdict
from components.words.wording import first_metric
from engine.inputs.scenario import Scenario
from engine.results.result import Result
from engine.results.saturation import Saturation
from engine.study.registry import EXAMPLES
from workers.client import BudgetError, StrangerError


def register(app: Dash) -> None:
    """Register the callbacks of the study."""
    app.callback(
        Output(Id.STUDY, "data"),
        Output(Id.REFUSAL, "children"),
        Input(Id.RUN, "n_clicks"),
        Input(Id.CANCEL, "n_clicks"),
        Input(Id.SCENARIO, "data"),
        State(Id.STUDY, "data"),
        State(Id.RUN, "disabled"),
        State(Id.PICKED, "data"),
        State(Id.METRIC, "value"),
        prevent_initial_call=True,
    )(follow_study)
    app.clientside_callback(
        ClientsideFunction("study", "follow"),
        Output(Id.STUDY, "modified_timestamp"),  # never written: what is called as a page comes has to have one
        Input(Id.STUDY, "data"),
    )
    app.clientside_callback(
        ClientsideFunction("study", "accept"),
        Output(Id.STUDY, "data", allow_duplicate=True),  # what a click or the sketch says comes before it
        Input(Id.POLLED, "data"),
        State(Id.STUDY, "data"),
        prevent_initial_call=True,
    )
    app.clientside_callback(
        ClientsideFunction("study", "choose"),
        Output(Id.ASKED_FOR, "modified_timestamp"),  # never written: what is called as a page comes has to have one
        Input(Id.METRIC, "value"),
        Input(Id.MAP_SHOWN, "value"),
        Input(SCHEME, "data"),
        Input(Id.OFF, "data"),
    )
    app.clientside_callback(
        ClientsideFunction("study", "drawn"),
        Input(Id.CURVES, "figure"),
        prevent_initial_call=True,
    )
    app.callback(
        Output(Id.PROGRESS, "value"),
        Output(Id.PROGRESS_TEXT, "children"),
        Output("studio-progress-row", "className"),
        Output(Id.STALE, "children"),
        Output(Id.RUN, "children"),
        Input(Id.STUDY, "data"),
        prevent_initial_call=True,
    )(show_progress)
    app.callback(
        *(Output(name, part) for name, part in ANSWER),
        Output(Id.SATURATION, "children"),
        Input(Id.STUDY, "data"),
        Input(Id.METRIC, "value"),
        Input(Id.MAP_SHOWN, "value"),
        Input(Id.DRAWN_IN, "data"),
        Input(Id.OFF, "data"),
        State(Id.SCENARIO, "data"),
        Input(Id.SATURATED, "data"),
        prevent_initial_call=True,  # the page comes with its curves, in light colors
    )(show_curves)


ANSWER = (
    (Id.CURVES, "figure"),
    (Id.CURVES_TEXT, "children"),
    (Id.STOPS, "children"),
    (Id.PUBLISHED_TEXT, "children"),
    (table_id("published"), "children"),
    (Id.PUBLISHED, "className"),
    (Id.CLAIMS_TEXT, "children"),
    (table_id("claims"), "children"),
    (Id.CLAIMS, "className"),
    (table_id("curves"), "children"),
    (table_id("comparisons"), "children"),
    (Id.VERDICT, "children"),
    (Id.MORE, "children"),
    (Id.FINGERPRINT, "children"),
    (Id.METRIC, "data"),
    (Id.METRIC, "value"),
    (Id.METRIC_HELP, "children"),
    (Id.MAP_SHOWN, "data"),
    (Id.MAP_SHOWN, "value"),
    (Id.MAP_SHOWN, "display"),
)
"""What `draw_answer` returns, in order."""


def follow_study(
    run: int | None,
    cancel: int | None,
    tree: dict[str, Any],
    study: dict[str, Any],
    is_invalid: bool | None = None,
    picked: dict[str, Any] | None = None,
    metric: str | None = None,
) -> tuple[Any, ...]:
    """When Run or Cancel is pressed or the sketch changes: say which study is shown and how far it is."""
    if is_invalid and set(happened()) == {Id.RUN}:
        if _is_unheard(run, study):
            return {**study, "runs": run}, no_update
        raise PreventUpdate  # pressed before the server had said what is wrong
    fresh, refusal = _follow(run, cancel, tree, study)
    if fresh is no_update and _is_unheard(run, study):
        fresh = dict(study)  # refused: what is changed next is not run by itself
    if isinstance(fresh, dict):
        fresh |= {"runs": run or 0} if "runs" in study else {}
        fresh["version"] = study.get("version", 0) + 1
        fresh |= {"picked": study.get("picked"), "opens": None} | _opened(fresh, study, picked, metric)
        fresh |= _searched_for(fresh, study, run, metric)
    return fresh, refusal


def _is_unheard(run: int | None, study: dict[str, Any]) -> bool:
    """Whether Run was pressed without an answer: Dash throws it away if the sketch changes before it has come, as the
    last stroke of a hand on a slow line does. What has no count, since a look at it came between, was heard."""
    return "runs" in study and (run or 0) > study["runs"]


def _opened(
    fresh: dict[str, Any], study: dict[str, Any], picked: dict[str, Any] | None, metric: str | None
) -> dict[str, Any]:
    """With which picture an example opens that was just chosen, until it is there: another metric stays then."""
    before = study.get("opens")
    if before and study["id"] == fresh["id"] and before["instead_of"] == metric:
        return {"opens": before}
    if not picked or picked["when"] == study.get("picked") or picked["name"] not in EXAMPLES:
        return {}
    if EXAMPLES[picked["name"]].content_hash() != fresh["id"]:
        return {}
    opening = opening_of_example(picked["name"])
    return {"picked": picked["when"], "opens": opening and opening._asdict() | {"instead_of": metric}}


def _searched_for(fresh: dict[str, Any], study: dict[str, Any], run: int | None, metric: str | None) -> dict[str, Any]:
    """Run of a study that asks for the smallest example opens its tab, which searches each time that this number is
    another one."""
    if not (Id.RUN in happened() and run and is_broken(fresh["tree"])):
        return {"searches": study["searches"]} if "searches" in study else {}
    opens = Opening(metric or "", BREAK.value)._asdict() | {"instead_of": metric}
    return {"searches": (study.get("searches") or 0) + 1, "opens": opens}


def _follow(_run: int | None, _cancel: int | None, tree: dict[str, Any], study: dict[str, Any]) -> tuple[Any, ...]:
    found = happened()
    if Id.CANCEL in found and _cancel:
        try:
            client().cancel(study["id"], visitor())
        except StrangerError as error:
            return no_update, f"{str(error).capitalize()}."
        fresh = _status(scenario_of(study["tree"]), study["tree"])
        return (fresh | {"state": LEFT} if fresh["state"] == "running" else fresh), ""
    if (Id.RUN in found and _run) or _is_unheard(_run, study):
        scenario = scenario_of(tree)
        if (known := known_result(scenario)) is not None and known.complete:
            return _known(scenario, known.cells_done), ""
        try:
            client().submit(scenario, visitor())
        except BudgetError as error:
            return no_update, str(error)
        return _status(scenario, tree), ""
    return _after_sketch(tree, study)


def _after_sketch(tree: dict[str, Any], study: dict[str, Any]) -> tuple[Any, ...]:
    """Show what is known of the new scenario; else a preview, beside the old answer on the other tabs."""
    scenario = scenario_of(tree)
    if scenario.content_hash() == study["id"]:
        fresh = {**study, "tree": tree, "stale": False}
        if study["state"] == "unknown":  # a link to a study that may be running, or may have been run
            fresh = _status(scenario, tree)
        return (no_update if fresh == study else fresh), ""
    known = known_result(scenario)
    if known is not None and known.complete:
        return _known(scenario, known.cells_done), ""
    if client().status(scenario.content_hash()) is not None:
        return _status(scenario, tree), ""
    if needs_nothing(scenario):
        client().submit(scenario)  # there is nothing to compute, so this is no run
        return _status(scenario, tree), ""
    stale = {**study, "stale": True}
    return (no_update if stale == study else stale), ""


def _status(scenario: Scenario, tree: dict[str, Any]) -> dict[str, Any]:
    nothing = {"tree": tree, "id": scenario.content_hash(), "state": "unknown", "done": 0, "total": 0, "stale": False}
    return status_of(scenario, tree) or nothing


def _known(scenario: Scenario, total: int) -> dict[str, Any]:
    return {
        "tree": scenario.model_dump(mode="json"),
        "id": scenario.content_hash(),
        "state": "done",
        "done": total,
        "total": total,
        "stale": False,
        "known": True,
    }


def show_progress(study: dict[str, Any]) -> tuple[Any, ...]:
    """When the study moves on: the bar, what is left, and whether the answer still belongs to the sketch.

    While it runs, the browser says how far it is; see `study.js`.
    """
    found, is_running = progress_of(study), study["state"] == "running"
    return (
        no_update if is_running else found.percent,
        no_update if is_running else found.words,
        found.row,
        no_update if study["stale"] and not study.get("lost") else found.stale,  # the preview says it
        run_words(study),
    )


def show_curves(
    study: dict[str, Any],
    metric: str,
    shown: str,
    scheme: str | None,
    off: list[str] | None,
    tree: dict[str, Any],
    _searched: dict[str, Any] | None = None,
) -> tuple[Any, ...]:
    """When more cells are there, another metric or other colors are chosen, or a policy is switched off: draw."""
    found = happened()
    if found == {Id.STUDY} and (study["stale"] or (study["done"] == 0 and study["state"] == "running")):
        raise PreventUpdate  # the preview, or the old picture, stays until there is something new
    if Id.STUDY in found and study.get("opens"):
        metric = study["opens"]["metric"]
    preview = preview_of_sketch(scenario_of(tree)) if study["stale"] else None
    scenario = scenario_of(study["tree"])
    result = preview or known_result(scenario) or empty_result(scenario)
    search, told = (None, []) if preview else (search_of(scenario), saturations_known(result))
    drawn = draw_answer(result, metric, shown, scheme or "light", preview is not None, off, told)
    return (*drawn, create_saturation(scenario, search, told, "" if preview else refusal_of(scenario)))


def draw_answer(
    whole: Result,
    metric: str,
    shown: str,
    scheme: str,
    is_preview: bool = False,
    off: list[str] | None = None,
    told: list[Saturation] | None = None,
) -> tuple[Any, ...]:
    """Everything on the curves tab and above it, for `ANSWER`; the fingerprint is that of the *whole* result.

    What is *told* of where policies saturate stands on the rail.
    """
    result = without(whole, off)
    choices = curve_metrics(result)
    if metric not in offered(choices):
        metric = first_metric(result.scenario)
    maps = map_choices(result)
    shown = shown if shown in maps else maps[0]
    said = verdict(result, of_verdict(metric), is_preview)
    published, claims = table_of_published(result, metric), table_of_claims(result)
    return (
        create_curves(result, metric, scheme, shown, told),
        describe_curves(result, metric),
        stop_words(result),
        describe_published(result, metric),
        create_table(published),
        "" if published.body else "hidden",
        create_claims(claim_lines(result)),
        create_table(claims),
        "" if claims.body else "hidden",
        create_table(table_of_curves(result, metric)),
        create_table(table_of_comparisons(result, metric)),
        said.short,
        lines_of(said),
        "" if is_preview else fingerprint_words(whole),
        choices,
        metric,
        create_help(*metric_help(metric)),
        maps,
        shown,
        "block" if is_map(result) else "none",
    )
