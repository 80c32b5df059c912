"""The tab of the whole schedule, be it of a million jobs; all of it is drawn by `clientside/whole/`."""

import json
from typing import Any

from dash import ClientsideFunction, Dash, Output, html

from components.controls.aria import aria, data
from components.looks.look import looks_for_browser
from components.looks.parallel_jobs import PARALLEL_JOBS_LOOKS
from components.looks.theme import JOB_COLORS
from components.pages.studio.families.parallel_jobs.ids import Id
from components.pages.studio.on_open import opened
from components.pages.studio.panel import create_panel

HOW = (
    "All jobs of one replication. Drag to mark what is to be larger; the wheel makes it larger where the pointer is, "
    "with Shift over the processors. From 2,000 pieces down each job has a bar; above, a cell has the color of the job "
    "that has most of it, paler where less of it is taken."
)
KEYS = (
    ("← →", "move in time; with Shift ten times as far"),
    ("↑ ↓", "move over the processors"),
    ("+ −", "larger, smaller in time"),
    ("] [", "larger, smaller over the processors"),
    ("Home, 0", "the whole schedule"),
    ("Esc", "take a mark back"),
    ("two fingers", "larger and smaller; one finger moves"),
)


def create_whole_panel() -> html.Div:
    """What is said of the picture, and its place."""
    looks = {name: look.glyph for name, look in looks_for_browser(PARALLEL_JOBS_LOOKS).items()}
    return create_panel(
        html.P(HOW, className="picture-text"),
        html.Details(
            [
                html.Summary("Keys"),
                html.Dl([html.Div([html.Dt(key), html.Dd(what)]) for key, what in KEYS], className="jobs-keys"),
            ],
            className="table-of-picture",
        ),
        html.Div(
            id=Id.WHOLE,
            role="group",
            **data(whole="", colors=json.dumps(JOB_COLORS), looks=json.dumps(looks)),
            **aria(label="Whole schedule"),
        ),
    )


def register(app: Dash) -> None:
    """Register what tells the picture which study is shown."""
    shown: Any = ClientsideFunction("whole", "show")
    app.clientside_callback(shown, Output(Id.WHOLE, "title"), opened("whole"))  # never written: it is told past Dash
