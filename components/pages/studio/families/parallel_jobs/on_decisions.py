"""The callback of the decisions: those of the chosen instant, why they were taken, and what is planned from there."""

from typing import Any

from dash import Dash, Output, html

from components.controls.data_table import create_table
from components.figures.parallel_jobs.schedules.plan import draw_plan
from components.pages.studio.families.parallel_jobs.ids import Id
from components.pages.studio.families.parallel_jobs.tables import plan_table
from components.pages.studio.families.parallel_jobs.what_if import notes, offered
from components.pages.studio.families.parallel_jobs.why.answer import explain, step_of
from components.pages.studio.families.parallel_jobs.words import describe_plan
from components.pages.studio.ids import table_id
from components.pages.studio.on_open import Opened, opened, replication_on
from components.pages.studio.replay.on_pictures import trace_named
from components.pages.studio.what_if.candidates import create_candidates


def register(app: Dash) -> None:
    """Register the callback."""
    app.callback(
        Output(Id.DECISIONS, "children"),
        Output(Id.PLAN, "figure"),
        Output(Id.PLAN_TEXT, "children"),
        Output(table_id("plan"), "children"),
        Output(Id.PLANNED, "className"),
        opened("decisions"),
    )(explain_decision)


def explain_decision(shown: Opened) -> tuple[Any, ...]:
    """When the decisions tab is open and the instant changes: what was decided, why, and what is planned."""
    trace, now = trace_named(replication_on("decisions", shown)), int(shown["step"] or 0)
    now = min(now, len(trace["steps"]) - 1)
    step = step_of(trace, now)
    plan = step["plan"]
    return (
        [
            *explain(trace, now),
            *create_candidates(offered(trace, step)),
            *(html.P(note, className="hint") for note in notes(trace, step)),
        ],
        draw_plan(trace, now, shown["scheme"]),
        describe_plan(trace, now),
        create_table(plan_table(trace, now)),
        "" if plan or any(other["plan"] for other in trace["steps"]) else "hidden",
    )
