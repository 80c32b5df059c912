"""The callback that drops what the head of a log calls its partitions and queues."""

from typing import Any

from dash import Dash, Input, Output, State, no_update
from dash.exceptions import PreventUpdate

from components.controls.data_table import create_table
from components.pages.studio.families.parallel_jobs.ids import Id
from components.pages.studio.families.parallel_jobs.log.file import file_table
from components.pages.studio.ids import Id as StudioId
from components.pages.studio.ids import table_id
from components.visits.answers import UnavailableError, answer_of, forget_names_of, heard_of, result_of
from components.words.wording import capital

DONE = "Their names are dropped here, for everybody who opens this log; numbers stay, and no result changes."
NONE = "The file calls them by no names, or what it says is not known here any more."


def register(app: Dash) -> None:
    """Register it."""
    app.callback(
        Output(Id.LOG_NAMES, "children"),
        Output(table_id("log-file"), "children", allow_duplicate=True),
        Input(Id.LOG_NAMES, "n_clicks"),
        State(StudioId.STUDY, "data"),
        prevent_initial_call=True,
    )(forget_names)


def forget_names(clicks: int | None, study: dict[str, Any] | None) -> tuple[str, Any]:
    """When the button is pressed: the names are gone, from the table too; or why not."""
    if not clicks or not study:
        raise PreventUpdate
    result = result_of(study["tree"])
    try:
        if not forget_names_of(result.scenario):
            return NONE, no_update
        told = answer_of("recorded", result.scenario) | {"heard": heard_of(result.scenario)}
    except UnavailableError as error:
        return f"{capital(str(error)).rstrip('.')}.", no_update
    return DONE, create_table(file_table(result, told))
