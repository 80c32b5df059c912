"""The form for a job that does not exist: what it would need if it came at the chosen instant."""

import dash_mantine_components as dmc
from dash import dcc, html

from components.controls.aria import aria
from components.pages.studio.families.parallel_jobs.ids import Id
from engine.parallel_jobs.analyses.new_job import Question

NUMBERS = ("min_size", "max_size", "demand", "deadline", "profit")
"""Fields of a question that are numbers; `usual.py` says what they hold at first."""


def ask_id(field: str) -> dict[str, str]:
    """Id of the input for a field of the question."""
    return {"type": "studio-ask-field", "field": field}


def create_ask() -> html.Details:
    """A fold with the fields, a button and the answer."""
    kinds = ["malleable", "moldable", "rigid"]
    return html.Details(
        [
            html.Summary("Ask: what if one more job came at this instant?"),
            html.Div(
                [
                    dmc.Select(
                        id=ask_id("kind"),
                        label="Kind",
                        data=kinds,
                        value=kinds[0],
                        size="xs",
                        w=120,
                        allowDeselect=False,
                    ),
                    *map(_number, NUMBERS),
                    dmc.Button("Ask", id=Id.ASK, size="xs"),
                ],
                className="replay-choice ask-fields",
            ),
            dcc.Store(id=Id.ASK_FOR),
            html.Div(id=Id.ASK_PROBLEM, role="alert"),
            html.Div(id=Id.ASKED, className="stack", **aria(live="polite")),
        ],
        className="table-of-picture",
        open=True,
    )


def _number(field: str) -> dmc.NumberInput:
    words = Question.model_json_schema()["properties"][field]
    unit = words.get("unit", "s")
    return dmc.NumberInput(
        id=ask_id(field),
        label=f"{words['title']} ({unit})",
        value="",
        placeholder="none" if field == "deadline" else "",
        size="xs",
        w=150,
        thousandSeparator="\u2009",
        allowDecimal="size" not in field,
        inputProps={"title": words["description"]},
    )
