"""Callbacks of the sketch: read the form, reshape it, undo, picture, cost and link."""

from contextlib import suppress
from typing import Any

from dash import ClientsideFunction, Dash, Input, Output, State, no_update

from components.pages.studio.ids import FIELD, Id
from components.pages.studio.sketch import form
from components.pages.studio.sketch.folded import FOLDED, paths_in
from components.pages.studio.sketch.sketch import create_sketch
from components.pages.studio.sketch.standing import create_problems, standing
from components.visits.stores import SCHEME
from components.words.inputs.change_words import part_title
from components.words.inputs.fields import value_at
from engine.inputs.rejection import Reason, ScenarioError
from engine.study.registry import read_scenario


def register(app: Dash) -> None:
    """Register the callbacks of the sketch."""
    app.clientside_callback(
        ClientsideFunction("sketch", "bring"),
        Input(Id.PICKED, "data"),
        Input(Id.RESTORED, "data"),
        prevent_initial_call=True,
    )
    app.clientside_callback(
        # What `reshaping.js` has asked the server for, past Dash.
        ClientsideFunction("sketch", "build"),
        Output(Id.SKETCH, "children"),
        Output(Id.DRAFT, "data"),
        Input(Id.FORMED, "data"),
        prevent_initial_call=True,
    )
    app.clientside_callback(
        # A callback that looks at anything else would wait until the server has said what it makes of the form.
        ClientsideFunction("sketch", "type"),
        Output(Id.SETTLED, "data"),
        Input(FIELD, "value"),
        State(FIELD, "id"),
    )
    app.clientside_callback(
        ClientsideFunction("sketch", "unfold"),
        Output(FOLDED, "children"),
        Input(Id.UNFOLDED, "data"),
        State(Id.FOLDED, "data"),
        prevent_initial_call=True,
    )
    app.clientside_callback(
        ClientsideFunction("sketch", "keepPlace"),
        Output(Id.SKETCH, "title"),
        Input(Id.SKETCH, "children"),
    )
    app.callback(
        Output(Id.ERRORS, "data"),
        Output(Id.PROBLEMS, "children"),
        Output(Id.SCENARIO, "data"),
        Output(Id.RUN, "disabled"),
        Output(Id.COST, "children"),
        Output(Id.LINK, "data"),
        Input(Id.SETTLED, "data"),
        State(FIELD, "value"),
        State(FIELD, "id"),
        State(Id.DRAFT, "data"),
        State(Id.SCENARIO, "data"),
        State(Id.UNLOCKED, "data"),
        prevent_initial_call=True,  # the page comes with all that is said of what it shows
    )(read_sketch)
    app.clientside_callback(
        # Into the few fields that it concerns: an output to all of them would draw every field anew at every key.
        ClientsideFunction("studio", "showErrors"),
        Output(Id.PROBLEMS, "title"),
        Input(Id.ERRORS, "data"),
        State(Id.FOLDED, "data"),
        prevent_initial_call=True,
    )
    app.clientside_callback(
        # The page may come after its colors are known, and hears of them only if they are not those it comes with.
        ClientsideFunction("shell", "drawIn"),
        Output(Id.DRAWN_IN, "data"),
        Input(SCHEME, "data"),
        State(Id.DRAWN_IN, "data"),
    )
    app.clientside_callback(
        ClientsideFunction("studio", "keepAddress"),
        Output(Id.SHARE_SAID, "title"),
        Input(Id.LINK, "data"),
        Input(Id.SCENARIO, "data"),
    )


def read_sketch(
    _settled: int | None,
    values: list[Any],
    ids: list[dict[str, str]],
    draft: dict[str, Any],
    known: dict[str, Any],
    unlocked: list[str] | None = None,
) -> tuple[Any, ...]:
    """When nobody types any more: say what is wrong where it was typed, or make it the scenario."""
    tree, reasons = form.with_parsed_values(form.merge(draft, form.fields_of(values, ids)))
    if not reasons:
        try:
            scenario = read_scenario(tree)
            found = standing(scenario, is_typed=True)
            reasons = [Reason("", found.objection)] if found.objection else []
        except ScenarioError as error:
            reasons = error.rejections
    paths = [one["path"] for one in ids]
    if reasons:  # some may be of a field in a part that nobody has opened
        paths = [*paths, *(path for path in paths_in(create_sketch(draft, unlocked)) if path not in paths)]
    at, rest = form.errors_by_field(reasons, paths, tree)
    if reasons:
        return at, create_problems([*rest, *_to_mend(at, tree)]), no_update, True, "", no_update
    valid = scenario.model_dump(mode="json")
    return {}, found.problems, valid if valid != known else no_update, False, found.cost, found.link


def _to_mend(at: dict[str, str], tree: dict[str, Any]) -> list[str]:
    """Which fields have to be mended; what is wrong stands beside them, and only there."""
    titles = [_of_entry(tree, path, part_title(tree, path)) for path in at]
    return [f"Run waits for: {', '.join(titles)}."] if titles else []


def _of_entry(tree: dict[str, Any], path: str, title: str) -> str:
    """With the name of the own policy that the field belongs to: there may be several, each with an order."""
    part = path.rpartition(".")[0]
    with suppress(KeyError, IndexError, ValueError, TypeError):
        return f"{title} of “{value_at(tree, part)['name']}”" if part.startswith("own_policies.") else title
    return title
