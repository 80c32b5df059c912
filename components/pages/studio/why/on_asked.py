"""The callbacks of "Why?" beside the verdict, and of its key: at the verdict's own point, of the policies it names."""

from typing import Any

from dash import ClientsideFunction, Dash, Input, Output, State
from dash.exceptions import PreventUpdate

from components.pages.studio.answer.answer import of_verdict
from components.pages.studio.ids import Id
from components.pages.studio.on_open import without
from components.visits.answers import result_of
from components.words.verdicts.told_pair import told_pair
from components.words.wording import first_metric


def register(app: Dash) -> None:
    """Register them."""
    app.callback(
        Output(Id.WHY_PAIR, "data"),
        Input(Id.WHY_ASKED, "data"),
        State(Id.STUDY, "data"),
        State(Id.OFF, "data"),
        State(Id.METRIC, "value"),
        prevent_initial_call=True,
    )(find_pair)
    app.clientside_callback(
        ClientsideFunction("why", "openAt"),
        Input(Id.WHY_PAIR, "data"),
        State(Id.TABS_THERE, "data"),
        prevent_initial_call=True,
    )


def find_pair(asked: int | None, study: dict[str, Any], off: list[str] | None, metric: str | None) -> dict[str, Any]:
    """When the verdict is asked why: which policies it tells apart, by what, and where; nothing where it tells none."""
    if asked is None:
        raise PreventUpdate
    result = without(result_of(study["tree"]), off)
    wanted = of_verdict(metric or "") or first_metric(result.scenario)
    pair = told_pair(result, wanted)
    found = {"first": pair.first, "second": pair.second, "point": str(pair.point)} if pair else {}
    return found | {"metric": wanted, "asked": asked}
