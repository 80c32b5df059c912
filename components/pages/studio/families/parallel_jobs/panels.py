"""What stands on the tabs of parallel jobs."""

import json
from collections.abc import Mapping
from typing import Any

import dash_mantine_components as dmc
from dash import html

from components.controls.aria import aria, data
from components.controls.picture import create_picture
from components.figures.parallel_jobs.job_groups import COLORED_BY
from components.figures.parallel_jobs.over_time import VIEWS
from components.looks.look import looks_for_browser
from components.looks.parallel_jobs import PARALLEL_JOBS_LOOKS
from components.looks.theme import JOB_COLORS
from components.pages.studio.details import create_details, create_download
from components.pages.studio.families.parallel_jobs.ask.ask_form import create_ask
from components.pages.studio.families.parallel_jobs.ids import Id as Own
from components.pages.studio.ids import Id, table_id
from components.pages.studio.panel import create_panel, create_text, side_by_side
from components.pages.studio.what_if.places import what_if_places

DECISIONS = (
    "Why a job starts where it starts, waits, shrinks, moves or is rejected: what the policy knew at the chosen event, "
    "and what it made of it."
)
HOW = (
    "Drag an empty place to draw a job, a job to move it, its dots to stretch it: run time, machines, estimate (the "
    "dashed end). Under the name of each policy are the machines over time, in s; thin lines above them are jobs that "
    "wait, from arrival to start."
)
KEYS = (
    ("← →", "move the job in time; with Shift ten times as far, here and below"),
    ("Alt ← →", "run time"),
    ("Alt ↑ ↓", "machines"),
    ("[ ]", "estimate"),
    ("↑ ↓", "another job"),
    ("Enter", "its numbers as fields"),
    ("N, Insert", "another job like it"),
    ("Delete", "remove it"),
    ("Esc", "take a drag back"),
)
"""What keys do with the job that has the focus."""

PROFIT = (
    "A job brings its largest profit if it ends before half its deadline, then linearly less, and nothing from its "
    "deadline on. Pictures show one replication."
)


def create_draw_jobs() -> html.Div:
    """The jobs to draw, and the schedule of each policy below; all of it is drawn by `board/jobs/jobs.js`."""
    looks = {name: (look.color, look.dark, look.glyph) for name, look in looks_for_browser(PARALLEL_JOBS_LOOKS).items()}
    return create_panel(
        html.Div(
            id=Own.DRAWN_JOBS,
            role="group",
            **data(jobs="", colors=json.dumps(JOB_COLORS), looks=json.dumps(looks)),
            **aria(label="Draw jobs"),
        ),
        html.P(HOW, className="picture-text", id="jobs-how"),  # the picture comes first
        html.Details(
            [
                html.Summary("Keys"),
                html.Dl([html.Div([html.Dt(key), html.Dd(what)]) for key, what in KEYS], className="jobs-keys"),
            ],
            className="table-of-picture",
        ),
    )


def _views(name: str, views: Mapping[Any, str], label: str) -> dmc.SegmentedControl:
    """Which of *views* a picture shows; the first is the usual one."""
    return dmc.SegmentedControl(
        id=name,
        data=[{"value": view, "label": words} for view, words in views.items()],
        value=next(iter(views)),
        size="xs",
        **aria(label=label),
    )


def create_states() -> html.Div:
    """The mapping-state diagram, or its matrix, with a strip of the schedule."""
    return create_panel(
        html.Div(
            [
                html.Div(id=Id.AVAILABLE, className="availability"),
                _views(Id.STATE_VIEW, {"diagram": "Diagram", "matrix": "Matrix"}, "How the transitions are shown"),
            ],
            className="above-states",
        ),
        create_picture(Own.STRIP, "Schedule around the current event.", height="128px", bar=False, shape="rows"),
        create_picture(
            Own.STATE_DIAGRAM,
            "Mapping states and transitions; the tables below have the numbers.",
            height="56vh",
            shape="states",
        ),
        create_text(Own.STATE_TEXT),
        create_details("states", of="states"),
        create_details("transitions", of="transitions"),
    )


def create_schedule() -> html.Div:
    """The schedule."""
    return create_panel(
        html.Div(
            [
                _views(Own.COLORED_BY, COLORED_BY, "Jobs are colored by"),
                html.Div(id=Own.FOLLOWED, className="followed"),  # `one_job.js` fills it
            ],
            className="above-schedule",
        ),
        create_picture(
            Own.SCHEDULE,
            "Schedule: machines over time, a block for each job, and above it those that wait; tables are below.",
            shape="rows",
        ),
        create_text(Own.SCHEDULE_TEXT),
        create_details("schedule"),
        create_details("schedule-jobs", of="the jobs"),
        create_details("away", of="machines that are away"),
    )


def create_allocation() -> html.Div:
    """Machines of each job over time."""
    return create_panel(
        create_picture(
            Own.ALLOCATION,
            "Machines allocated to each job over time, a lane for each; the table below has the changes.",
            shape="rows",
        ),
        create_text(Own.ALLOCATION_TEXT),
        create_details("allocation"),
    )


def create_over_time() -> html.Div:
    """Queue and utilization over time."""
    return create_panel(
        html.Div(
            _views(Own.OVER_TIME_VIEW, VIEWS, "Which time is shown"),
            className="over-time-views without-day",  # `over_time.js` knows better
        ),
        create_picture(Own.OVER_TIME, "Jobs and utilization over time; the tables below have the numbers."),
        create_text(Own.OVER_TIME_TEXT),
        create_details("over-time-window", of="this window"),
        create_details("over-time", of="the whole run"),
        create_details("by-day", of="one day"),
    )


def create_profit() -> html.Div:
    """What was earned and lost over time, and which jobs were taken."""
    return create_panel(
        html.P(PROFIT, className="picture-text"),
        side_by_side(
            create_picture(
                Own.PROFIT, "Profit earned and lost over time; the table below has the numbers.", height="50vh"
            ),
            create_picture(
                Own.TAKEN,
                "Submitted jobs by demand and deadline, and whether they were taken; the table has them all.",
                height="50vh",
                shape="bars",
            ),
        ),
        create_text(Own.PROFIT_TEXT),
        create_text(Own.TAKEN_TEXT),
        html.Div(id=table_id("reasons")),
        create_download("reasons"),
        create_details("profit", of="profit over time"),
        create_details("submitted", of="submitted jobs"),
    )


def create_decisions() -> html.Div:
    """The decisions of the current event, and what the policy plans from there."""
    return create_panel(
        html.P(DECISIONS, className="picture-text"),
        html.Div(id=Own.DECISIONS, **aria(live="polite")),
        *what_if_places("decisions"),
        create_download("decisions"),
        create_ask(),
        html.Div(
            [
                html.H2("Plan at this instant", className="data-head"),
                create_picture(
                    Own.PLAN,
                    "Plan: who runs, has a place reserved or waits; the table has it.",
                    height="46vh",
                    shape="rows",
                ),
                create_text(Own.PLAN_TEXT),
                create_details("plan", of="the plan"),
            ],
            id=Own.PLANNED,
            className="hidden",
        ),
    )
