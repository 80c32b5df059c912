"""The part of the form on a log that makes coscheduled jobs of its jobs: how many, how short, and what they do."""

from typing import Any

import dash_mantine_components as dmc
from dash import html

from components.controls.aria import aria
from components.controls.own import Field
from components.pages.studio.families.parallel_jobs.ids import Id
from engine.coscheduling.inputs.listed import MOST
from engine.coscheduling.mixes import MIXES
from engine.coscheduling.of_log import FIRST

HINT = (
    "The first jobs of this log that fit, as processes that may share nodes: dedicated nodes beside gang scheduling "
    "and the dynamic schemes. Sizes, times and users are the log's; what its jobs do no log says, so it is assumed."
)
DIVIDED = "Blank: by what makes the mean run time a second. Every millisecond is simulated, so hours would take days."


def create_coscheduled() -> html.Details:
    """Three fields and a button."""
    mixes = [{"value": name, "label": mix.words} for name, mix in MIXES.items()]
    fields = [
        Field(
            id=Id.COSCHEDULED_JOBS,
            kind="number",
            label="Jobs",
            value=FIRST,
            min=1,
            max=MOST,
            step=10,
            description=f"From 1 to {MOST:,}.",
        ),
        Field(
            id=Id.COSCHEDULED_DIVIDED, kind="number", label="Times divided by", value="", min=1e-6, description=DIVIDED
        ),
        Field(id=Id.COSCHEDULED_MIX, kind="choice", label="What they do", data=mixes, value=next(iter(MIXES))),
    ]
    inside: list[Any] = [
        html.P(HINT, className="hint"),
        *fields,
        dmc.Button("Make coscheduled jobs of it", id=Id.COSCHEDULED, size="xs", variant="default"),
        html.P(id=Id.COSCHEDULED_SAID, className="hint", role="status", **aria(live="polite")),
    ]
    summary = html.Summary(html.Span("The same jobs, coscheduled …", className="summary-title"))
    return html.Details([summary, html.Div(inside, className="stack")], className="part")
