"""Callbacks that draw what is replayed: a tab when it is open, and only if it shows something else so far."""

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import plotly.graph_objects as go
from dash import Dash, Input, Output, State, ctx, dcc
from dash.exceptions import PreventUpdate

from components.controls.data_table import DataTable, create_table, to_csv
from components.figures.common.over_time import draw_over_time
from components.figures.coscheduling.feedback_queues import draw_feedback_queues
from components.figures.coscheduling.node_timeline import draw_node_timeline
from components.figures.coscheduling.performance_profile import draw_node_profile
from components.figures.master_worker.iteration_gantt import draw_gantt
from components.figures.master_worker.learned_averages import draw_learning
from components.figures.master_worker.worker_numbers import draw_numbers, draw_times
from components.figures.master_worker.worker_pool import draw_pool
from components.figures.parallel_jobs.allocation import draw_allocation
from components.figures.parallel_jobs.plan import draw_plan
from components.figures.parallel_jobs.profit import draw_profit
from components.figures.parallel_jobs.schedule import draw_schedule
from components.figures.parallel_jobs.state_diagram import draw_state_diagram
from components.figures.parallel_jobs.taken import draw_taken
from components.figures.parallel_jobs.transition_matrix import draw_matrix
from components.pages.studio.families.coscheduling import words
from components.pages.studio.families.coscheduling.tables import OF_TRACES, table_of_trace
from components.pages.studio.families.master_worker import tables as master_worker_tables
from components.pages.studio.families.master_worker import words as master_worker
from components.pages.studio.families.parallel_jobs.why.answer import explain, step_of
from components.pages.studio.families.synchronous_iterative import tables as synchronous_iterative_tables
from components.pages.studio.families.synchronous_iterative.pictures import PICTURES as SYNCHRONOUS_ITERATIVE
from components.pages.studio.ids import Id, download_id, drawn_id, table_id
from components.pages.studio.on_open import Opened, opened
from components.pages.studio.replay import replay
from components.pages.studio.replay.tables import SHORT, TABLES, table_of
from components.pages.studio.tabs import is_live, shown_tabs
from components.visits.answers import scenario_of, trace_of


class Tab(NamedTuple):
    """What a tab shows of a trace: figures, sentences and tables, by their places on the page."""

    figures: dict[str, Callable[[dict[str, Any], str], go.Figure]]
    sentences: dict[str, Callable[[dict[str, Any]], str]]
    tables: tuple[str, ...]


def _draw_strip(trace: dict[str, Any], scheme: str) -> go.Figure:
    return draw_schedule(trace, scheme, compact=True)


TABS = {
    "states": Tab(
        {Id.STATE_DIAGRAM: draw_state_diagram, Id.STRIP: _draw_strip},
        {Id.STATE_TEXT: replay.describe_states},
        ("states", "transitions"),
    ),
    "schedule": Tab({Id.SCHEDULE: draw_schedule}, {Id.SCHEDULE_TEXT: replay.describe_schedule}, ("schedule",)),
    "allocation": Tab(
        {Id.ALLOCATION: draw_allocation}, {Id.ALLOCATION_TEXT: replay.describe_allocation}, ("allocation",)
    ),
    "over-time": Tab({Id.OVER_TIME: draw_over_time}, {Id.OVER_TIME_TEXT: replay.describe_over_time}, ("over-time",)),
    "profit": Tab(
        {Id.PROFIT: draw_profit, Id.TAKEN: draw_taken},
        {Id.PROFIT_TEXT: replay.describe_profit, Id.TAKEN_TEXT: replay.describe_taken},
        ("reasons", "profit", "submitted"),
    ),
    "timeline": Tab(
        {Id.TIMELINE: draw_node_timeline}, {Id.TIMELINE_TEXT: words.describe_timeline}, ("timeline", "messages")
    ),
    "queues": Tab({Id.QUEUES: draw_feedback_queues}, {Id.QUEUES_TEXT: words.describe_queues}, ("queues",)),
    "profile": Tab(
        {Id.NODE_PROFILE: draw_node_profile}, {Id.NODE_PROFILE_TEXT: words.describe_node_profile}, ("node-profile",)
    ),
    "numbers": Tab(
        {Id.NUMBERS: draw_numbers, Id.NUMBERS_TIME: draw_times},
        {Id.NUMBERS_TEXT: master_worker.describe_numbers},
        ("numbers", "recommended"),
    ),
    "gantt": Tab({Id.GANTT: draw_gantt}, {Id.GANTT_TEXT: master_worker.describe_gantt}, ("gantt",)),
    "learning": Tab({Id.LEARNING: draw_learning}, {Id.LEARNING_TEXT: master_worker.describe_learning}, ("learning",)),
    "pool": Tab({Id.POOL: draw_pool}, {Id.POOL_TEXT: master_worker.describe_pool}, ("pool",)),
    **{name: Tab(*shown) for name, shown in SYNCHRONOUS_ITERATIVE.items()},
}
"""The tabs whose pictures do not change from step to step; the player in the browser moves marks over them."""

DOWNLOADS = (*TABLES, *OF_TRACES, *master_worker_tables.OF_TRACES, *synchronous_iterative_tables.DOWNLOADS)
"""The tables of traces that can be downloaded as they are."""


def register(app: Dash) -> None:
    """Register a callback for each tab of a replay, and the downloads."""
    for name, tab in TABS.items():
        app.callback(
            *(Output(place, "figure") for place in tab.figures),
            *(Output(place, "children") for place in tab.sentences),
            *(Output(table_id(table), "children") for table in tab.tables),
            Output(drawn_id(name), "data"),
            opened(name),
            Input(Id.STATE_VIEW, "value"),
            State(drawn_id(name), "data"),
            *([State(Id.SCENARIO, "data")] if is_live(name) else []),
            prevent_initial_call=True,
        )(partial(draw_tab, name))
    app.callback(
        Output(Id.DECISIONS, "children"),
        Output(Id.PLAN, "figure"),
        Output(Id.PLAN_TEXT, "children"),
        Output(table_id("plan"), "children"),
        Output(Id.PLANNED, "className"),
        opened("decisions"),
        prevent_initial_call=True,
    )(explain_decision)
    app.callback(
        Output(Id.DOWNLOAD, "data", allow_duplicate=True),  # one download component serves results and traces
        *(Input(download_id(name), "n_clicks") for name in DOWNLOADS),
        State(Id.REPLAYED, "data"),
        State(Id.STEP, "value"),
        prevent_initial_call=True,
    )(download_trace)


def trace_named(which: dict[str, Any]) -> dict[str, Any]:
    """The trace that *which* names."""
    scenario = scenario_of(which["tree"])
    return trace_of(scenario, which["policy"], which["point"], which["replication"], which["window"])


def draw_tab(
    name: str,
    shown: Opened | None,
    view: str,
    drawn: dict[str, Any] | None,
    sketched: dict[str, Any] | None = None,
) -> tuple[Any, ...]:
    """When tab *name* is open and shows another replication, or the same one in other colors: draw it.

    A live tab may have drawn what is *sketched* before this trace came; then it stays as it is.
    """
    which = shown["which"] if shown else None
    if is_live(name) and which is not None and sketched is not None and which["tree"] != sketched:
        raise PreventUpdate
    if shown is None or which is None or name not in shown_tabs(which["tree"], which["policy"]):
        raise PreventUpdate
    scheme = shown["scheme"]
    wanted: dict[str, Any] = {"which": which, "scheme": scheme, "view": view if name == "states" else ""}
    if drawn == wanted:
        raise PreventUpdate
    tab, trace = TABS[name], trace_named(which)
    draws = dict(tab.figures) | ({Id.STATE_DIAGRAM: draw_matrix} if wanted["view"] == "matrix" else {})
    return (
        *(draw(trace, scheme) for draw in draws.values()),
        *(describe(trace) for describe in tab.sentences.values()),
        *(create_table(_table_of(table, trace), SHORT) for table in tab.tables),
        wanted,
    )


def explain_decision(shown: Opened) -> tuple[Any, ...]:
    """When the decisions tab is open and the instant changes: what was decided, why, and what is planned."""
    which = shown["which"]
    if which is None or "decisions" not in shown_tabs(which["tree"], which["policy"]):
        raise PreventUpdate
    trace, now = trace_named(which), int(shown["step"] or 0)
    now = min(now, len(trace["steps"]) - 1)
    plan = step_of(trace, now)["plan"]
    return (
        explain(trace, now),
        draw_plan(trace, now, shown["scheme"]),
        replay.describe_plan(trace, now),
        create_table(table_of("plan", trace, now)),
        "" if plan or any(other["plan"] for other in trace["steps"]) else "hidden",
    )


def download_trace(*arguments: Any) -> Any:
    """When the table of a replayed picture is asked for: the table as CSV."""
    *_clicks, which, step = arguments
    if which is None or not ctx.triggered[0]["value"] or not isinstance(ctx.triggered_id, dict):
        raise PreventUpdate
    name = ctx.triggered_id["table"]
    return dcc.send_string(to_csv(_table_of(name, trace_named(which), int(step or 0))), f"corral-{name}.csv")


def _table_of(name: str, trace: dict[str, Any], step: int = 0) -> DataTable:
    for tables in (master_worker_tables, synchronous_iterative_tables):
        if name in tables.OF_TRACES:
            return tables.table_of_trace(name, trace)
    return table_of_trace(name, trace, step) if name in OF_TRACES else table_of(name, trace, step)
