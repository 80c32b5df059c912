"""Callbacks of the tab that breaks a policy: the policies that there are, and the search when its button is pressed."""

from typing import Any, NotRequired, TypedDict

import dash_mantine_components as dmc
from dash import Dash, Input, Output, State, ctx, html, no_update
from dash.exceptions import PreventUpdate

from components.controls.aria import aria
from components.pages.studio.breaking.ids import Id
from components.pages.studio.breaking.panel import create_found, metric_data
from components.pages.studio.face import BREAK
from components.pages.studio.on_open import Opened, opened
from components.sketches.link import to_link
from components.visits.answers import UnavailableError, answer_of, scenario_of, trace_of
from components.words.searches.broken import LOWER_BOUND, broken_headline, matrix_caption, matrix_cells, matrix_headline
from engine.contract.breaking import MOST_POLICIES, PAIR_SECONDS, SECONDS, SmallExamples
from engine.inputs.breaking import SMALLEST
from engine.inputs.scenario import Scenario
from engine.study.registry import FAMILIES, read_scenario

Tree = dict[str, Any]


def create_matrix(tree: Tree) -> list[Any]:
    """A sentence, and a table with policies in rows and columns; the schedules of an example open behind its cell."""
    caption = matrix_caption(tree["metric"])
    return [
        html.P(dmc.Text(matrix_headline(tree), fw=600)),
        html.P(f"{LOWER_BOUND} A cell opens its jobs, with both schedules.", className="picture-text"),
        html.Div(
            html.Table(
                [
                    html.Caption(caption),
                    html.Thead(
                        html.Tr([html.Th("broken / by"), *(html.Th(name, scope="col") for name in tree["policies"])])
                    ),
                    html.Tbody(_rows(tree)),
                ],
                className="data-table broken-matrix",
            ),
            className="scroller",
            tabIndex=0,
            role="region",
            **aria(label=caption),
        ),
    ]


def _rows(tree: Tree) -> list[html.Tr]:
    pairs = {(one["policy"], one["against"]): one for one in tree["pairs"]}
    return [
        html.Tr(
            [
                html.Th(row, scope="row"),
                *(
                    _cell(pairs.get((row, column)), words)
                    for column, words in zip(tree["policies"], cells, strict=True)
                ),
            ]
        )
        for row, cells in zip(tree["policies"], matrix_cells(tree), strict=True)
    ]


def _cell(found: Tree | None, words: str) -> html.Td:
    """A ratio; where none was worse there is nothing to open."""
    if found is None or not found["is_worse"]:
        return html.Td(words or "–")
    said, link = broken_headline(found), to_link(read_scenario(found["scenario"]))
    return html.Td(
        html.A(words, href=f"/?s={link}", target="_blank", rel="noopener", title=said, **aria(label=f"{words}: {said}"))
    )


TAB = BREAK.value

PATIENCE = 2.0
"""Seconds for which one look waits; then the page says that it is searched for, and looks again."""


class Searched(TypedDict):
    """What was asked for: the tree of the study, the two policies or none for all of them, the metric; whether it was
    cancelled; and how often Run had been pressed for it.
    """

    tree: dict[str, Any]
    names: list[str]
    metric: str
    cancelled: NotRequired[bool]
    searches: NotRequired[int]


def register(app: Dash) -> None:
    """Register them."""
    app.callback(
        Output(Id.BREAK_POLICY, "data"),
        Output(Id.BREAK_POLICY, "value"),
        Output(Id.BREAK_AGAINST, "data"),
        Output(Id.BREAK_AGAINST, "value"),
        Output(Id.BREAK_METRIC, "data"),
        Output(Id.BREAK_METRIC, "value"),
        Input(Id.BREAK_METRIC, "value"),
        opened(TAB),
        State(Id.BREAK_POLICY, "value"),
        State(Id.BREAK_AGAINST, "value"),
    )(fill)
    app.callback(
        Output(Id.BREAK_FOUND, "children"),
        Output(Id.BROKEN, "data"),
        Output(Id.BREAK_AGAIN, "disabled"),
        Output(Id.BREAK_CANCEL, "disabled"),
        Input(Id.BREAK, "n_clicks"),
        Input(Id.BREAK_ALL, "n_clicks"),
        Input(Id.BREAK_CANCEL, "n_clicks"),
        Input(Id.BREAK_AGAIN, "n_intervals"),
        opened(TAB),
        State(Id.BREAK_POLICY, "value"),
        State(Id.BREAK_AGAINST, "value"),
        State(Id.BREAK_METRIC, "value"),
        State(Id.BROKEN, "data"),
        running=[(Output(Id.BREAK, "loading"), True, False)],
    )(search)


def fill(metric: str | None, shown: Opened | None, policy: str | None, against: str | None) -> tuple[Any, ...]:
    """When the tab is open, or another metric is chosen: every policy that can be broken in it, those of the study
    first; what the study asks for, or else what was chosen, stays."""
    scenario = _scenario(shown)
    asked_for, small = scenario.study.breaking, small_of(scenario)
    if ctx.triggered_id != Id.BREAK_METRIC and asked_for is not None and asked_for.search == SMALLEST:
        policy, against, metric = asked_for.policy, asked_for.against, asked_for.metric
    # Policies that refuse jobs can be compared in profit alone.
    usual = next((one for one in small.metrics if len(small.breakable(scenario, one)) > 1), small.metrics[0])
    chosen = metric if metric in small.metrics else usual
    there = small.there(scenario, chosen)
    first, second = pair_of(small.breakable(scenario, chosen), there, policy, against)
    return there, first, there, second, metric_data(small.metrics), chosen


def pair_of(own: list[str], there: list[str], policy: str | None, against: str | None) -> tuple[str, str]:
    """What was chosen, if it is there; else the last policy of the study against its first."""
    second = against if against in there else next(iter([*own, *there]))
    others = [name for name in [*reversed(own), *there] if name != second]
    return (policy if policy in there and policy != second else others[0]), second


def search(
    _clicks: int | None,
    _all: int | None,
    _cancel: int | None,
    _again: int | None,
    shown: Opened | None,
    policy: str | None,
    against: str | None,
    metric: str | None,
    searched: Searched | None,
) -> tuple[Any, Any, bool, bool]:
    """When a button is pressed, or Run of a study that asks for the smallest example: search, and look again each
    second until it is found or cancelled. In other colors: draw what was searched for again, and nothing else."""
    scenario = _scenario(shown)
    assert shown is not None  # or there is no scenario
    small, ran = small_of(scenario), shown["study"].get("searches") or 0
    if ctx.triggered_id in (Id.BREAK, Id.BREAK_ALL):
        names = [policy or "", against or ""] if ctx.triggered_id == Id.BREAK else []
        searched = {"tree": shown["study"]["tree"], "names": names, "metric": metric or small.metrics[0]}
        searched["searches"] = ran
    elif ctx.triggered_id == Id.BREAK_CANCEL:
        kept = searched and {**searched, "cancelled": True}
        return html.P("The search was cancelled.", role="status"), kept, True, True
    elif ran > (searched.get("searches", 0) if searched else 0) and (question := scenario.study.breaking) is not None:
        names = [question.policy, question.against]
        tree = shown["study"]["tree"]
        searched = {"tree": tree, "names": names, "metric": question.metric, "searches": ran}
    elif searched is None or searched.get("cancelled"):
        raise PreventUpdate
    else:
        scenario = scenario_of(searched["tree"])
    try:
        return found_of(scenario, searched, shown["scheme"]), searched, True, True
    except UnavailableError as error:
        if not error.later:
            return _refused(str(error)), None, True, True
        if ctx.triggered_id == Id.BREAK_AGAIN:
            return no_update, no_update, False, False
        return html.P(_searching(scenario, searched), role="status"), searched, False, False
    except ValueError as error:
        return _refused(str(error)), searched, True, True


def _refused(sentence: str) -> html.P:
    return html.P(f"{sentence[:1].upper()}{sentence[1:]}.".replace("..", "."), role="alert")


def _searching(scenario: Scenario, searched: Searched) -> str:
    if searched["names"]:
        return f"Searching for the smallest example; about {SECONDS:g} s."
    count = len(small_of(scenario).breakable(scenario, searched["metric"]))
    pairs = count * (count - 1)
    return f"Searching for the examples of {pairs} pairs; about {max(SECONDS, PAIR_SECONDS * pairs):g} s."


def found_of(scenario: Scenario, searched: Searched, scheme: str) -> list[Any]:
    """What is shown of the example, or of all; `UnavailableError` or `ValueError` says why there is nothing (yet)."""
    metric, small = searched["metric"], small_of(scenario)
    if not searched["names"]:
        policies = small.breakable(scenario, metric)
        if not 2 <= len(policies) <= MOST_POLICIES:
            raise ValueError(
                f"{len(policies)} policies can be held against each other; allowed are 2 to {MOST_POLICIES}"
            )
        return create_matrix(answer_of("broken_all", scenario, metric, seconds=PATIENCE))
    policy, against = searched["names"]
    small.asked(scenario, policy, against, metric)  # refused here, before anything is queued
    found = answer_of("broken", scenario, policy, against, metric, seconds=PATIENCE)
    example = scenario_of(found["scenario"])
    traces = [trace_of(example, name, 0, 0, {}) for name in (against, policy)] if found["is_worse"] else []
    return create_found(found, traces, scheme)


def small_of(scenario: Scenario) -> SmallExamples:
    """What can be asked; no update of a family of which nothing can."""
    small = FAMILIES[scenario.family].small_examples
    if small is None:
        raise PreventUpdate
    return small


def _scenario(shown: Opened | None) -> Scenario:
    if shown is None or FAMILIES[shown["study"]["tree"]["family"]].small_examples is None:
        raise PreventUpdate
    return scenario_of(shown["study"]["tree"])
