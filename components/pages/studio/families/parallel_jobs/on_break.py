"""Callbacks of the tab that breaks a policy: the policies that there are, and the search when its button is pressed."""

from typing import Any

from dash import Dash, Input, Output, State, ctx, html
from dash.exceptions import PreventUpdate

from components.pages.studio.families.parallel_jobs.break_panel import create_found
from components.pages.studio.families.parallel_jobs.ids import Id
from components.pages.studio.on_open import Opened, opened
from components.visits.answers import UnavailableError, broken_of, scenario_of, trace_of
from engine.contract.breaking import METRICS
from engine.inputs.breaking import SMALLEST
from engine.parallel_jobs.breaking.asked import asked, breakable, everyone_there
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario

TAB = "break"


def register(app: Dash) -> None:
    """Register them."""
    app.callback(
        Output(Id.BREAK_POLICY, "data"),
        Output(Id.BREAK_POLICY, "value"),
        Output(Id.BREAK_AGAINST, "data"),
        Output(Id.BREAK_AGAINST, "value"),
        Output(Id.BREAK_METRIC, "value"),
        opened(TAB),
        State(Id.BREAK_POLICY, "value"),
        State(Id.BREAK_AGAINST, "value"),
        State(Id.BREAK_METRIC, "value"),
    )(fill)
    app.callback(
        Output(Id.BREAK_FOUND, "children"),
        Output(Id.BROKEN, "data"),
        Input(Id.BREAK, "n_clicks"),
        opened(TAB),
        State(Id.BREAK_POLICY, "value"),
        State(Id.BREAK_AGAINST, "value"),
        State(Id.BREAK_METRIC, "value"),
        State(Id.BROKEN, "data"),
        running=[(Output(Id.BREAK, "loading"), True, False)],
        prevent_initial_call=True,
    )(search)


def fill(shown: Opened | None, policy: str | None, against: str | None, metric: str | None = None) -> tuple[Any, ...]:
    """When the tab is open: every policy that can be broken, those of the study first; what the study asks for, or else
    what was chosen, stays."""
    scenario = _scenario(shown)
    there, asked_for = everyone_there(scenario), scenario.study.breaking
    if asked_for is not None and asked_for.search == SMALLEST:
        policy, against, metric = asked_for.policy, asked_for.against, asked_for.metric
    first, second = pair_of(breakable(scenario), there, policy, against)
    return there, first, there, second, metric or METRICS[0]


def pair_of(own: list[str], there: list[str], policy: str | None, against: str | None) -> tuple[str, str]:
    """What was chosen, if it is there; else the last policy of the study against its first."""
    second = against if against in there else next(iter([*own, *there]))
    others = [name for name in [*reversed(own), *there] if name != second]
    return (policy if policy in there and policy != second else others[0]), second


def search(
    clicks: int | None,
    shown: Opened | None,
    policy: str | None,
    against: str | None,
    metric: str | None,
    searched: dict[str, Any] | None,
) -> tuple[Any, Any]:
    """When the button is pressed: search. In other colors: draw what was searched for again, and nothing else."""
    scenario = _scenario(shown)
    assert shown is not None  # or there is no scenario
    if clicks and ctx.triggered_id == Id.BREAK:
        searched = {"tree": shown["study"]["tree"], "names": [policy or "", against or "", metric or METRICS[0]]}
    elif searched is None:
        raise PreventUpdate
    else:
        scenario = _of_tree(searched["tree"])
    try:
        policy, against, metric = searched["names"]
        return found_of(scenario, policy, against, metric, shown["scheme"]), searched
    except (UnavailableError, ValueError) as error:
        return html.P(f"{str(error)[:1].upper()}{str(error)[1:]}.".replace("..", "."), role="alert"), searched


def found_of(scenario: ParallelJobsScenario, policy: str, against: str, metric: str, scheme: str) -> list[Any]:
    """What is shown of the example; `UnavailableError` or `ValueError` says why there is none."""
    asked(scenario, policy, against, metric)  # refused here, before anything is queued
    found = broken_of(scenario, policy, against, metric)
    example = scenario_of(found["scenario"])
    traces = [trace_of(example, name, 0, 0, {}) for name in (against, policy)] if found["is_worse"] else []
    return create_found(found, traces, scheme)


def _scenario(shown: Opened | None) -> ParallelJobsScenario:
    if shown is None or shown["study"]["tree"]["family"] != "parallel-jobs":
        raise PreventUpdate
    return _of_tree(shown["study"]["tree"])


def _of_tree(tree: dict[str, Any]) -> ParallelJobsScenario:
    scenario = scenario_of(tree)
    assert isinstance(scenario, ParallelJobsScenario)
    return scenario
