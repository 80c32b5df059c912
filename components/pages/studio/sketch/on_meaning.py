"""Callback of the words and tiny pictures that say what the parts of the sketch mean."""

from typing import Any

from dash import Dash, Input, Output, State
from dash.exceptions import PreventUpdate

from components.pages.studio.ids import Id
from components.pages.studio.sketch.meaning import MEANINGS, PICTURES, meaning, picture_style


def register(app: Dash) -> None:
    """Register the callback of the meanings."""
    app.callback(
        Output(MEANINGS, "children"),
        Output(PICTURES, "style"),
        Input(Id.SCENARIO, "data"),
        State(MEANINGS, "id"),
        State(PICTURES, "id"),
        prevent_initial_call=True,
    )(say_meanings)


def say_meanings(
    tree: dict[str, Any], meanings: list[dict[str, str]], pictures: list[dict[str, str]]
) -> tuple[list[Any], list[Any]]:
    """When the scenario changes: say beside each disclosure what is in it, and draw the tiny pictures."""
    try:
        words = [meaning(tree, one["path"], one["part"]) for one in meanings]
        return words, [picture_style(tree, one["path"]) for one in pictures]
    except (KeyError, IndexError):  # the form already has another shape than this scenario; the next one follows
        raise PreventUpdate from None
