"""The steps of a lesson: what each has, and when it opens."""

from typing import Any, NamedTuple

import dash_mantine_components as dmc
from dash import dcc, html

from components.controls.aria import aria
from components.lessons.handing_in import LONGEST_NICKNAME
from components.lessons.lesson import Lesson
from components.pages.learn.ids import Id, scenario_id
from components.pages.learn.predict_form import create_predict_form
from components.pages.learn.questions_form import create_questions
from components.pages.learn.text import create_passages, create_text
from components.words.wording import capital


class Step(NamedTuple):
    """A step: its name in ids, its title, and when it opens; "" for one that is open from the start."""

    name: str
    title: str
    opens: str = ""


PREDICTED, REVEALED = "Opens when your prediction is fixed or skipped.", "Opens when the prediction was compared."

STEPS = (
    Step("aim", "Aim"),
    Step("background", "Background"),
    Step("predict", "Predict"),
    Step("run", "Run", PREDICTED),
    Step("reveal", "Reveal", PREDICTED),
    Step("explanation", "Explanation", REVEALED),
    Step("questions", "Questions", REVEALED),
    Step("hand-in", "Hand in", REVEALED),
)


def create_steps(lesson: Lesson) -> list[html.Section]:
    """All steps, numbered."""
    inside = {
        "aim": _aim(lesson),
        "background": [create_passages(lesson.background)],
        "predict": _predict(lesson),
        "run": _run(lesson),
        "reveal": _reveal(),
        "explanation": [html.Div(id=Id.EXPLAINED)],
        "questions": create_questions(lesson),
        "hand-in": _hand_in(),
    }
    return [_section(number, step, inside[step.name]) for number, step in enumerate(STEPS, start=1)]


def _section(number: int, step: Step, inside: list[Any]) -> html.Section:
    head = f"learn-head-{step.name}"
    marked: dict[str, Any] = {"data-reveal": "prediction"} if step.name == "reveal" else {}
    return html.Section(
        [
            html.H2(f"{number}. {step.title}", id=head, tabIndex=-1),
            html.P(step.opens, className="hint learn-opens") if step.opens else None,
            html.Div(inside, className="learn-body"),
        ],
        id=f"learn-step-{step.name}",
        className="learn-step closed" if step.opens else "learn-step",
        **aria(labelledby=head),
        **marked,
    )


def _aim(lesson: Lesson) -> list[Any]:
    front = lesson.front
    return [
        html.P(front.aim, className="learn-aim"),
        html.P(f"Source: {front.source}. About {front.minutes} minutes.", className="hint"),
    ]


def _predict(lesson: Lesson) -> list[Any]:
    return [
        html.Fieldset(
            [html.Legend("Your prediction", className="visually-hidden"), *create_predict_form(lesson)],
            id=Id.PREDICT_FIELDS,
            className="learn-fields",
        ),
        html.Div(
            [
                dmc.Button("Fix my prediction", id=Id.FIX),
                dmc.Button("Skip", id=Id.SKIP, variant="default", **aria(label="Skip the prediction")),
                dmc.Button("Change my prediction", id=Id.CHANGE, variant="default", className="hidden"),
            ],
            className="learn-buttons",
        ),
        html.P("", id=Id.PREDICT_SAID, role="status", className="learn-said"),
    ]


def _run(lesson: Lesson) -> list[Any]:
    several = len(lesson.scenarios) > 1
    words = "Put a scenario of the lesson into the sketch:" if several else "Back to the scenario of the lesson:"
    buttons = [
        dmc.Button(capital(scenario.title), id=scenario_id(name), variant="default", size="compact-sm")
        for name, scenario in lesson.scenarios.items()
    ]
    return [
        create_text(lesson.text.run),
        html.Div(
            [html.Span(words), *buttons, html.Span("", id=Id.OPENED_SAID, role="status")], className="learn-buttons"
        ),
        html.Div(id=Id.TOOL, className="learn-tool"),
    ]


def _reveal() -> list[Any]:
    return [
        html.P("Your prediction, held against what the engine has measured in the scenarios of the lesson."),
        dmc.Button("Compare with my prediction", id=Id.REVEAL, disabled=True),
        html.P("", id=Id.LACKING, role="status", className="learn-said"),
        html.Div(
            [
                dmc.Button("Run what is missing", id=Id.RUN_LACKING, variant="default"),
                dmc.Progress(id=Id.LACKING_BAR, value=0, size="lg", **aria(label="Progress of what is missing")),
            ],
            id=Id.LACKING_ROW,
            className="hidden",
        ),
        dcc.Interval(id=Id.POLL, interval=400, disabled=True),
        html.Div(id=Id.OUTCOME),
    ]


def _hand_in() -> list[Any]:
    return [
        html.P("The link holds all of your work. The server stores nothing of it."),
        dmc.TextInput(
            id=Id.NICKNAME,
            label="Nickname (may stay empty)",
            description=f"At most {LONGEST_NICKNAME} characters. Nothing else about you is in the link.",
            inputProps={"maxLength": LONGEST_NICKNAME},
            debounce=300,
            w=320,
        ),
        html.Div(
            [
                dmc.TextInput(id=Id.LINK, label="Link to hand in", readOnly=True, className="learn-link"),
                dmc.Button("Copy the link", id=Id.COPY),
                dmc.Button("Download as text", id=Id.AS_TEXT, variant="default"),
                html.Span("", id=Id.COPIED, role="status"),
            ],
            className="learn-buttons ends",
        ),
        html.Div(id=Id.HAND_IN_CLASS),
        html.Details(
            [
                html.Summary("Start over"),
                html.P("This deletes your prediction and your answers in this lesson, and nothing else."),
                dmc.Button("Delete my work in this lesson", id=Id.START_OVER, variant="default", color="red"),
            ],
            className="learn-start-over",
        ),
        dcc.Download(id=Id.DOWNLOAD),
    ]
