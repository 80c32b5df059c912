"""Callbacks that draw what a family shows of a whole result, on the tab that is open."""

from functools import partial
from typing import Any

from dash import Dash, Input, Output, no_update

from components.controls.data_table import create_table
from components.pages.studio.face import FACES, ResultPictures
from components.pages.studio.ids import table_id
from components.pages.studio.on_open import Opened, opened, result_on


def register(app: Dash) -> None:
    """Register a callback for each tab of a family. What stands there comes when the tab is opened; then it is called
    for the first time."""
    for family, face in FACES.items():
        for tab, pictures in face.results:
            app.callback(
                *outputs_of(pictures),
                opened(tab),
                *([Input(pictures.field, "value")] if pictures.field else []),
            )(partial(draw_result, family, tab, pictures))


def outputs_of(pictures: ResultPictures) -> list[Output]:
    """What `draw_result` returns."""
    return [
        *([Output(pictures.panel, "className")] if pictures.panel else []),
        *(Output(place, "figure") for place in pictures.figures),
        *(Output(place, "children") for place in pictures.sentences),
        *(Output(table_id(name), "children") for name in pictures.tables),
    ]


def draw_result(
    family: str, tab: str, pictures: ResultPictures, shown: Opened | None, value: Any = None
) -> tuple[Any, ...]:
    """When its *tab* is open: *pictures* of the *family*, of the result; *value* is that of their field, if any."""
    result = result_on(tab, shown)
    assert shown is not None  # or there is no result
    if result.scenario.family != family:  # the tab is there for other families too
        return "hidden", *([no_update] * (len(outputs_of(pictures)) - 1))
    part = pictures.part(result, shown["point"], value)
    return (
        *([""] if pictures.panel else []),
        *(draw(result, part, shown["scheme"]) for draw in pictures.figures.values()),
        *(describe(result, part) for describe in pictures.sentences.values()),
        *(create_table(table(result, part)) for table in pictures.tables.values()),
    )
