"""Callback of undo and redo: which sketches there were, and which one comes back."""

from typing import Any

from dash import Dash, Input, Output, State, no_update

from components.pages.studio.ids import Id
from components.visits.happened import happened

UNDO_STEPS = 50


def register(app: Dash) -> None:
    """Register the callback."""
    app.callback(
        Output(Id.HISTORY, "data"),
        Output(Id.RESTORED, "data"),
        Output(Id.UNDO, "disabled"),
        Output(Id.REDO, "disabled"),
        Input(Id.SCENARIO, "data"),
        Input(Id.UNDO, "n_clicks"),
        Input(Id.REDO, "n_clicks"),
        Input(Id.RUN, "disabled"),
        State(Id.HISTORY, "data"),
        prevent_initial_call=True,
    )(keep_history)


def keep_history(
    tree: dict[str, Any], _undo: int | None, _redo: int | None, is_invalid: bool | None, history: dict[str, Any]
) -> tuple[Any, ...]:
    """When the scenario changes, remember the one before; when undo or redo is pressed, bring one back.

    A change that comes together with a click was made before it. The history has valid sketches only, so that undo of
    one that is invalid brings back the last valid one.
    """
    found = happened()
    past, present, future = history["past"], history["present"], history["future"]
    if tree != present and Id.SCENARIO in found:
        past, present, future = [*past, present][-UNDO_STEPS:], tree, []
    restored: Any = no_update
    if Id.UNDO in found and is_invalid:
        restored = present
    elif Id.UNDO in found and past:
        past, present, future = past[:-1], past[-1], [present, *future]
        restored = present
    elif Id.REDO in found and future:
        past, present, future = [*past, present], future[0], future[1:]
        restored = present
    kept = {"past": past, "present": present, "future": future}
    return (
        kept if kept != history else no_update,
        restored,
        not past and not is_invalid,
        not future,
    )
