"""Callback of the preview: while a control moves, a small version of the study is computed and drawn.

It reads the form itself, so that there is one way to the server and back between a key and the new picture.
"""

from typing import Any

from dash import Dash, Input, Output, State, html, no_update
from dash.exceptions import PreventUpdate

from components.pages.studio.answer.answer import create_curves, curve_metrics, is_map, map_choices, of_verdict, offered
from components.pages.studio.answer.on_study import ANSWER
from components.pages.studio.ids import FIELD, Id, table_id
from components.pages.studio.on_open import without
from components.pages.studio.sketch import form
from components.pages.studio.tabs import is_live
from components.visits.answers import (
    is_submitted,
    known_result,
    needs_nothing,
    preview_of_sketch,
    preview_scenario,
    reusable_cells,
)
from components.visits.stores import SCHEME
from components.words.verdict import verdict
from components.words.wording import first_metric, number
from engine.inputs.scenario import Scenario
from engine.results.result import Result

NO_PREVIEW = "The sketch has changed since; this is still the answer to the study before. Press Run."


NO_TABLE = "The table follows with the whole study."


def register(app: Dash) -> None:
    """Register the callback of the preview."""
    app.callback(
        *(Output(name, part, allow_duplicate=True) for name, part in ANSWER),
        Output(Id.STALE, "children", allow_duplicate=True),
        Input(FIELD, "value"),
        Input(Id.TABS, "value"),
        State(FIELD, "id"),
        State(Id.DRAFT, "data"),
        State(Id.STUDY, "data"),
        State(Id.METRIC, "value"),
        State(Id.MAP_SHOWN, "value"),
        State(SCHEME, "data"),
        State(Id.OFF, "data"),
        prevent_initial_call=True,
    )(show_preview)


def show_preview(
    values: list[Any],
    opened: str,
    ids: list[dict[str, str]],
    draft: dict[str, Any],
    study: dict[str, Any],
    metric: str,
    shown: str,
    scheme: str | None,
    off: list[str] | None = None,
) -> tuple[Any, ...]:
    """When the form is valid and says something of which the result is not known: draw a preview.

    Not while a tab is open that shows the sketch by itself; then when it is left.
    """
    if is_live(opened):
        raise PreventUpdate
    scenario = form.affordable(draft, values, ids)
    if scenario is None:
        raise PreventUpdate  # the field says what is wrong, and the old picture stays
    if scenario.content_hash() == study["id"] or _is_known(scenario):
        raise PreventUpdate
    result = preview_of_sketch(scenario)
    if is_submitted(scenario):  # Run was pressed while this was computed
        raise PreventUpdate
    if result is None:
        return (*(no_update for _ in ANSWER), NO_PREVIEW)
    return (*_draw(without(result, off), metric, shown, scheme or "light"), stale_words(scenario))


def _draw(result: Result, metric: str, shown: str, scheme: str) -> list[Any]:
    """What `ANSWER` needs for a preview, and nothing more: every part that is sent is drawn anew, which takes time."""
    if metric not in offered(curve_metrics(result)):
        metric = first_metric(result.scenario)
    parts: dict[tuple[Any, str], Any] = {
        (Id.CURVES, "figure"): create_curves(result, metric, scheme, shown),
        (Id.VERDICT, "children"): "In this preview: " + verdict(result, of_verdict(metric)),
        (Id.FINGERPRINT, "children"): "",
        (Id.STOPS, "children"): "",
        (Id.PUBLISHED_TEXT, "children"): "",
        (Id.PUBLISHED, "className"): "hidden",
        (Id.MAP_SHOWN, "display"): "block" if is_map(result) else "none",
    }
    if is_map(result):
        parts |= {(Id.MAP_SHOWN, "data"): map_choices(result)}
    for name in ("curves", "comparisons"):
        parts[str(table_id(name)), "children"] = html.P(NO_TABLE, className="hint")
    return [parts.get((str(name) if isinstance(name, dict) else name, part), no_update) for name, part in ANSWER]


def _is_known(scenario: Scenario) -> bool:
    known = known_result(scenario)
    return (known is not None and known.complete) or needs_nothing(scenario)


def stale_words(scenario: Scenario) -> str:
    """What a preview is, and how much of the whole study is known already."""
    small = preview_scenario(scenario)
    jobs = getattr(getattr(small, "workload", None), "jobs", None)
    size = f" of {number(jobs)} jobs" if jobs else ""
    words = f"Preview: {small.study.replications} replications{size}. Press Run for the whole study"
    reused = reusable_cells(scenario)
    return f"{words}; {number(reused, 6)} of its cells are known." if reused else f"{words}."
