"""What leaves the page as a file: the table of a picture, or the whole result.

A button is heard in the browser: of those that stand on tabs that nobody has opened there is none yet.
"""

from typing import Any

from dash import ALL, ClientsideFunction, Dash, Input, Output, State, dcc
from dash.exceptions import PreventUpdate

from components.controls.data_table import DataTable, to_csv
from components.pages.studio.answer import fair
from components.pages.studio.answer.answer import table_of_comparisons, table_of_curves
from components.pages.studio.answer.claimed import table_of_claims
from components.pages.studio.answer.published import table_of_published
from components.pages.studio.answer.saturation_panel import table_of_saturation
from components.pages.studio.face import FACES, face_of, table_of
from components.pages.studio.ids import Id, download_id, export_id
from components.pages.studio.replay.on_pictures import trace_named, traces_named
from components.pages.studio.why.on_why import table_to_download
from components.visits.answers import result_of
from components.visits.saturated import saturations_known
from engine.results.formats import FORMATS
from engine.results.result import Result


def register(app: Dash) -> None:
    """Register what hears the buttons, and what answers them."""
    app.clientside_callback(
        ClientsideFunction("open", "ask"),
        Output(Id.TO_DOWNLOAD, "data"),
        Input(download_id(ALL), "n_clicks"),
        Input(export_id(ALL, ALL), "n_clicks"),
        prevent_initial_call=True,
    )
    app.callback(
        Output(Id.DOWNLOAD, "data"),
        Input(Id.TO_DOWNLOAD, "data"),
        State(Id.STUDY, "data"),
        State(Id.METRIC, "value"),
        State(Id.REPLAYED, "data"),
        State(Id.STEP, "value"),
        State(Id.REPLAY_POINT, "value"),
        *(State(field, "value", allow_optional=True) for field in fields_on_tabs()),
        prevent_initial_call=True,
    )(download)


def fields_on_tabs() -> list[str]:
    """Fields on tabs that say which part of a result is shown there; None as long as their tab has not been opened."""
    own = [shown.field for face in FACES.values() for _, shown in face.results if shown.field]
    return list(dict.fromkeys([Id.FAIR_POINT, Id.WHY_FIRST, Id.WHY_SECOND, Id.WHY_METRIC, *own]))


def download(
    asked: dict[str, Any] | None,
    study: dict[str, Any],
    metric: str,
    which: dict[str, Any] | None,
    step: int | None,
    point: str | None,
    *fields: Any,
) -> Any:
    """When a button that downloads is pressed: the file."""
    if not asked:
        raise PreventUpdate
    result = result_of(study["tree"])
    if "form" in asked:
        return _export(result, asked["what"], asked["form"])
    name, chosen = asked["table"], dict(zip(fields_on_tabs(), fields, strict=True))
    pair = chosen[Id.WHY_FIRST], chosen[Id.WHY_SECOND], chosen[Id.WHY_METRIC]
    table = table_to_download(result, name, point, pair)
    table = table or _of_answer(result, name, metric, chosen) or _of_result(result, name, point, chosen)
    table = table or _of_trace(name, which, int(step or 0))
    if table is None:
        raise PreventUpdate
    return dict(dcc.send_string(to_csv(table), f"corral-{name}.csv"))


def _of_answer(result: Result, name: str, metric: str, chosen: dict[str, Any]) -> DataTable | None:
    """A table of tabs that every family has."""
    if name == "curves":
        return table_of_curves(result, metric)
    if name == "saturation" and (told := saturations_known(result)):
        return table_of_saturation(result.scenario, told)
    if name == "comparisons":
        return table_of_comparisons(result, metric)
    if name == "published":
        return table_of_published(result, metric)
    if name == "claims":
        return table_of_claims(result)
    if name in ("lorenz", "classes"):
        at = fair.chosen_point(result, chosen[Id.FAIR_POINT])
        return fair.table_of_lorenz(result, at) if name == "lorenz" else fair.table_of_classes(result, at)
    return None


def _of_result(result: Result, name: str, point: str | None, chosen: dict[str, Any]) -> DataTable | None:
    """A table of what a family shows of a whole result."""
    for _, shown in FACES[result.scenario.family].results:
        if name in shown.tables:
            return shown.tables[name](result, shown.part(result, point, chosen.get(shown.field or "")))
    return None


def _of_trace(name: str, which: dict[str, Any] | None, step: int) -> DataTable | None:
    """A table of what is replayed."""
    if which is None:
        return None
    face = face_of(which["tree"])
    if name in face.race_tables:
        return face.race_tables[name](traces_named(which)) if "racers" in which else None
    own = face.downloads
    return own[name](which) if name in own else table_of(name, trace_named(which), step)


def _export(result: Result, what: str, form: str) -> Any:
    # Imported when somebody exports: it takes as long as a third of the first page.
    from engine.results.export import cells, summaries

    table = cells(result) if what == "cells" else summaries(result)
    return dcc.send_bytes(FORMATS[form].write(table), f"corral-{what}-{result.fingerprint()}.{form}")
