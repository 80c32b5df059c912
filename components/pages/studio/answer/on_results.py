"""Callbacks that draw what a family shows of a whole result, on the tab that is open, and hand its tables over."""

from functools import partial
from typing import Any

from dash import Dash, Input, Output, State, no_update

from components.controls.data_table import create_table
from components.pages.studio.details import send_table, table_asked_for
from components.pages.studio.face import FACES, Face, ResultPictures
from components.pages.studio.ids import Id, download_id, table_id
from components.pages.studio.on_open import Opened, opened, result_on
from components.visits.answers import result_of


def register(app: Dash) -> None:
    """Register a callback for each tab of a family, and the downloads of the family."""
    for family, face in FACES.items():
        for tab, pictures in face.results.items():
            app.callback(
                *outputs_of(pictures),
                opened(tab),
                *([Input(pictures.field, "value")] if pictures.field else []),
                prevent_initial_call=True,
            )(partial(draw_result, family, tab))
        if face.results:
            app.callback(
                Output(Id.DOWNLOAD, "data", allow_duplicate=True),  # one download component serves everything
                *(Input(download_id(name), "n_clicks") for one in face.results.values() for name in one.tables),
                State(Id.STUDY, "data"),
                State(Id.REPLAY_POINT, "value"),
                *(State(field, "value") for field in fields_of(face)),
                prevent_initial_call=True,
            )(partial(download_result, family))


def fields_of(face: Face) -> list[str]:
    """The fields that say which part of a result is shown."""
    return [pictures.field for pictures in face.results.values() if pictures.field]


def outputs_of(pictures: ResultPictures) -> list[Output]:
    """What `draw_result` returns."""
    return [
        *([Output(pictures.panel, "className")] if pictures.panel else []),
        *(Output(place, "figure") for place in pictures.figures),
        *(Output(place, "children") for place in pictures.sentences),
        *(Output(table_id(name), "children") for name in pictures.tables),
    ]


def draw_result(family: str, tab: str, shown: Opened | None, value: Any = None) -> tuple[Any, ...]:
    """When *tab* is open: what the *family* shows on it of the result; *value* is that of its field, if it has one."""
    result = result_on(tab, shown)
    assert shown is not None  # or there is no result
    pictures = FACES[family].results[tab]
    if result.scenario.family != family:  # the tab is there for other families too
        return "hidden", *([no_update] * (len(outputs_of(pictures)) - 1))
    part = pictures.part(result, shown["point"], value)
    return (
        *([""] if pictures.panel else []),
        *(draw(result, part, shown["scheme"]) for draw in pictures.figures.values()),
        *(describe(result, part) for describe in pictures.sentences.values()),
        *(create_table(table(result, part)) for table in pictures.tables.values()),
    )


def download_result(family: str, *arguments: Any) -> Any:
    """When the table of a picture of the result is asked for: the table as CSV."""
    name, face = table_asked_for(), FACES[family]
    fields = fields_of(face)
    study, point, *values = arguments[-2 - len(fields) :]
    pictures = next(one for one in face.results.values() if name in one.tables)
    result = result_of(study["tree"])
    part = pictures.part(result, point, dict(zip(fields, values, strict=True)).get(pictures.field or ""))
    return send_table(name, pictures.tables[name](result, part))
