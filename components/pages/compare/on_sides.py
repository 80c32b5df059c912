"""Callbacks of the sides: choose, paste, swap, and keep the address."""

from typing import Any

from dash import ALL, ClientsideFunction, Dash, Input, Output, State, no_update
from dash.exceptions import PreventUpdate

from components.pages.compare.ids import OPTIONAL, SIDES, Id, choice_id, open_id, pasted_id, slice_id
from components.pages.compare.parts import create_all_inputs, create_head, create_slices
from components.pages.compare.sides import described, scenario_in
from components.sketches.link import from_pasted
from components.visits.happened import happened
from components.visits.stores import RECENT
from engine.inputs.rejection import ScenarioError

ANY_SLICE = {"type": slice_id("")["type"], "field": ALL}


def register(app: Dash) -> None:
    """Register the callbacks of the sides."""
    app.callback(
        output={
            "chosen": Output(Id.CHOSEN, "data"),
            "choices": [Output(choice_id(side), "value") for side in SIDES],
            "choice_errors": [Output(choice_id(side), "error") for side in SIDES],
            "pasted": [Output(pasted_id(side), "value") for side in SIDES],
            "pasted_errors": [Output(pasted_id(side), "error") for side in SIDES],
        },
        inputs={
            "choices": [Input(choice_id(side), "value") for side in SIDES],
            "pasted": [Input(pasted_id(side), "value") for side in SIDES],
            "_swap": Input(Id.SWAP, "n_clicks"),
        },
        state={"chosen": State(Id.CHOSEN, "data")},
        prevent_initial_call=True,
    )(choose)
    app.callback(
        Output(Id.HEAD, "children"),
        Output(Id.INPUTS, "children"),
        Output(Id.SLICES, "children"),
        Input(Id.CHOSEN, "data"),
        prevent_initial_call=True,
    )(show_sides)
    app.clientside_callback(
        ClientsideFunction("compare", "keepAddress"),
        [Output(open_id(side), "href") for side in SIDES],
        Input(Id.CHOSEN, "data"),
        Input(Id.WHY_OPEN, "data"),
        Input(Id.METRIC, "value"),
        Input(Id.RANGE, "value"),
        Input(ANY_SLICE, "value"),
        State(ANY_SLICE, "id"),
        State(Id.USUAL, "data"),
    )
    app.clientside_callback(
        ClientsideFunction("compare", "offer"),
        [Output(choice_id(side), "data") for side in SIDES],
        Input(RECENT, "data"),
        Input(Id.CHOSEN, "data"),
        State(Id.EXAMPLES, "data"),
    )


def choose(
    choices: list[str | None], pasted: list[str | None], _swap: int | None, chosen: dict[str, dict[str, str]]
) -> dict[str, Any]:
    """When a side is chosen, pasted or let go, or A and B are swapped: what is compared now, or why it stays."""
    found, fresh = happened(), dict(chosen)
    answer: dict[str, Any] = {
        "pasted": [no_update] * len(SIDES),
        "choice_errors": [""] * len(SIDES),
        "pasted_errors": [no_update] * len(SIDES),
    }
    if Id.SWAP in found and _swap:
        fresh |= {"A": chosen["B"], "B": chosen["A"]}
        answer |= {"pasted": [""] * len(SIDES), "pasted_errors": [""] * len(SIDES)}
    for n, side in enumerate(SIDES):
        known = chosen.get(side, {}).get("link")
        if choice_id(side) in found and not choices[n] and side in OPTIONAL:
            fresh.pop(side, None)
        elif choice_id(side) in found and choices[n] and choices[n] != known:
            answer["choice_errors"][n] = _take(fresh, side, choices[n])
        elif pasted_id(side) in found:
            problem = _take(fresh, side, pasted[n]) if (pasted[n] or "").strip() else ""
            answer["pasted_errors"][n] = problem
            answer["pasted"][n] = no_update if problem else ""  # what is refused stays to be corrected
    if not found:
        raise PreventUpdate
    links = [fresh.get(side, {}).get("link") for side in SIDES]
    fresh = {side: fresh[side] for side in SIDES if side in fresh}
    return answer | {"chosen": fresh if fresh != chosen else no_update, "choices": links}


def _take(fresh: dict[str, dict[str, str]], side: str, text: str | None) -> str:
    """Put the scenario of *text* on its side, or say why not."""
    try:
        fresh[side] = described(from_pasted(text or ""))
    except ScenarioError as error:
        return f"This cannot be opened: {error.rejections[0]}."
    return ""


def show_sides(chosen: dict[str, dict[str, str]]) -> tuple[Any, ...]:
    """When a side changes: the head, the inputs that differ, and which slices there are."""
    scenarios = {side: scenario_in(one["link"]) for side, one in chosen.items()}
    return create_head(chosen), create_all_inputs(scenarios), create_slices(*scenarios.values())
