"""The callback of Ask: send the question to the workers, show the answer."""

from statistics import median
from typing import Any

import dash_mantine_components as dmc
import orjson
from dash import ALL, Dash, Input, Output, State, html, no_update
from dash.exceptions import PreventUpdate

from components.controls.data_table import create_table
from components.pages.studio.families.parallel_jobs.ask.ask_form import NUMBERS, ask_id
from components.pages.studio.families.parallel_jobs.ask.asked import answer
from components.pages.studio.families.parallel_jobs.ids import Id as Own
from components.pages.studio.families.parallel_jobs.why.answer import step_of
from components.pages.studio.families.parallel_jobs.why.cards import create_cards
from components.pages.studio.ids import Id
from components.pages.studio.replay.on_pictures import trace_named
from components.visits.answers import UnavailableError, answer_of, at_point, scenario_of
from engine.inputs.rejection import ScenarioError
from engine.inputs.scenario import content_hash
from engine.parallel_jobs.analyses.new_job import read_question
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.replay.tree import Trace

DIGITS = 3
"""Significant digits of medians: the form is for round numbers."""


def usual_job(scenario: ParallelJobsScenario, trace: Trace) -> dict[str, Any]:
    """Kind and sizes of the most frequent job class, and the medians of the first jobs of the replication."""
    kind = max(scenario.workload.job_classes, key=lambda one: one.weight)
    machines, asked = scenario.cluster.machines, trace["submitted"]
    deadlines = [time for time in asked["deadline"] if time is not None]
    return {
        "kind": kind.kind,
        "min_size": min(kind.min_size, machines),
        "max_size": min(kind.max_size, machines),
        "demand": _round(median(asked["demand"])),
        "deadline": _round(median(deadlines)) if deadlines else "",
        "profit": _round(median(asked["profit"])),
    }


def _round(value: float) -> float:
    return float(f"{value:.{DIGITS}g}")


FIELDS = ("kind", *NUMBERS)
WHOLE = ("min_size", "max_size")


def register(app: Dash) -> None:
    """Register the callback, and what clears an answer that belongs to another instant."""
    app.callback(
        Output(Own.ASKED, "children"),
        Output(Own.ASK_PROBLEM, "children"),
        Input(Own.ASK, "n_clicks"),
        State(ask_id(ALL), "value"),  # type: ignore[arg-type]
        State(ask_id(ALL), "id"),  # type: ignore[arg-type]
        State(Id.REPLAYED, "data"),
        State(Id.STEP, "value"),
        prevent_initial_call=True,
    )(ask)
    app.callback(
        *(Output(ask_id(field), "value") for field in FIELDS),
        Output(Own.ASK_FOR, "data"),
        Input(Id.REPLAYED, "data"),
        State(Own.ASK_FOR, "data"),
    )(fill)


def fill(which: dict[str, Any] | None, filled: str | None) -> tuple[Any, ...]:
    """When another study is replayed: a job that is usual in it. What was typed stays while jobs and cluster do."""
    if which is None:
        raise PreventUpdate
    tree = which["tree"]
    asks_for = content_hash([tree["workload"], tree["cluster"]])
    if asks_for == filled:
        raise PreventUpdate
    scenario = scenario_of(tree)
    usual = usual_job(scenario.at(scenario.points()[which["point"]]), trace_named(which))  # type: ignore[arg-type]
    return (*(usual[field] for field in FIELDS), asks_for)


def ask(
    clicks: int | None, values: list[Any], ids: list[dict[str, str]], which: dict[str, Any] | None, step: int | None
) -> tuple[Any, Any]:
    """When the button is pressed: what the policy would do with the job at the chosen instant."""
    if not clicks or which is None:
        raise PreventUpdate
    fields = {one["field"]: value for one, value in zip(ids, values, strict=True)}
    trace = trace_named(which)
    time = float(step_of(trace, int(step or 0))["time"])
    question = question_of(fields, time)
    scenario = at_point(scenario_of(which["tree"]), which["point"])
    try:
        read_question(question, scenario)  # type: ignore[arg-type]
        found: Any = answer_of("ask", scenario, which["policy"], which["replication"], question)
    except ScenarioError as error:
        return no_update, html.Ul([html.Li(str(reason)) for reason in error.rejections])
    except UnavailableError as error:
        return no_update, str(error)
    why = answer(trace, time, found)
    sentences = [html.P(dmc.Text(text, fw=600 if n == 0 else 400)) for n, text in enumerate(why.sentences)]
    return [*sentences, *create_cards(why.cards), *(create_table(table) for table in why.tables)], ""


def question_of(fields: dict[str, Any], time: float) -> str:
    """The question as JSON; a field that was left empty is not asked, what cannot be read stays as it was typed."""
    typed = {name: value for name, value in fields.items() if value not in (None, "")}
    for name in WHOLE:
        if isinstance(typed.get(name), float) and typed[name].is_integer():
            typed[name] = int(typed[name])
    return orjson.dumps(typed | {"time": time}).decode()
