"""The callback that makes coscheduled jobs of the jobs of a log, and opens them."""

from typing import Any

from dash import Dash, Input, Output, State, no_update
from dash.exceptions import PreventUpdate

from components.pages.studio.families.parallel_jobs.ids import Id
from components.pages.studio.ids import Id as StudioId
from components.visits.answers import UnavailableError, answer_of, scenario_of
from components.words.wording import capital
from engine.coscheduling.inputs.listed import MOST
from engine.study.list_of_log import for_jobs_of


def register(app: Dash) -> None:
    """Register it."""
    app.callback(
        Output(StudioId.RESTORED, "data", allow_duplicate=True),
        Output(Id.COSCHEDULED_SAID, "children"),
        Input(Id.COSCHEDULED, "n_clicks"),
        State(StudioId.SCENARIO, "data"),
        State(Id.COSCHEDULED_MIX, "value"),
        State(Id.COSCHEDULED_JOBS, "value"),
        State(Id.COSCHEDULED_DIVIDED, "value"),
        running=[(Output(Id.COSCHEDULED, "loading"), True, False)],
        prevent_initial_call=True,
    )(open_coscheduled)


def open_coscheduled(
    clicks: int | None, tree: dict[str, Any] | None, mix: Any, jobs: Any, divided_by: Any
) -> tuple[Any, str]:
    """When the button is pressed: the study of the jobs, as if it were an example that was chosen; or what is wrong."""
    if not clicks or not tree:
        raise PreventUpdate
    try:
        first, divisor = _jobs(jobs), _divisor(divided_by)
        replay = scenario_of(tree)
        found = answer_of("coscheduled", replay, for_jobs_of(replay, str(mix)), first, divisor)
    except (UnavailableError, ValueError) as error:
        return no_update, f"{capital(str(error)).rstrip('.')}."
    return scenario_of(found).model_dump(mode="json"), ""


def _jobs(typed: Any) -> int:
    if not isinstance(typed, int | float) or not 1 <= typed <= MOST or typed != int(typed):
        raise ValueError(f"jobs are a whole number from 1 to {MOST:,}")
    return int(typed)


def _divisor(typed: Any) -> float | None:
    if typed is None or typed == "":
        return None
    if not isinstance(typed, int | float) or not 1e-6 <= typed <= 1e9:
        raise ValueError(
            "times are divided by a number from 0.000001 to 1,000,000,000, or by what the blank field says"
        )
    return float(typed)
