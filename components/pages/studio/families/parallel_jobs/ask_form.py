"""The form for a job that does not exist: what it would need if it came at the chosen instant."""

import dash_mantine_components as dmc
from dash import html

from components.controls.aria import aria
from components.pages.studio.families.parallel_jobs.ids import Id
from engine.parallel_jobs.replay.question import Question

NUMBERS = {"min_size": 1, "max_size": 8, "demand": 1000.0, "deadline": None, "profit": 1000.0}
"""Fields of a question that are numbers, and what the form holds at first."""


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
                    *(_number(field, value) for field, value in NUMBERS.items()),
                    dmc.Button("Ask", id=Id.ASK, size="xs"),
                ],
                className="replay-choice ask-fields",
            ),
            html.Div(id=Id.ASK_PROBLEM, role="alert"),
            html.Div(id=Id.ASKED, className="stack", **aria(live="polite")),
        ],
        className="table-of-picture",
        open=True,
    )


def _number(field: str, value: float | None) -> dmc.NumberInput:
    words = Question.model_json_schema()["properties"][field]
    unit = words.get("unit", "s")
    return dmc.NumberInput(
        id=ask_id(field),
        label=f"{words['title']} ({unit})",
        value="" if value is None else value,
        placeholder="none" if value is None else "",
        size="xs",
        w=150,
        thousandSeparator="\u2009",
        allowDecimal="size" not in field,
        inputProps={"title": words["description"]},
    )
