"""What is asked in a class, one question at a time: the steps from one to the next, and a picture for each."""

from typing import Any

from dash import html

from components.controls.aria import aria, data
from components.controls.picture import create_picture
from components.figures.classes.class_choices import LETTERS
from components.lessons.asked import ChoiceQuestion
from components.lessons.lesson import Lesson
from components.pages.classes.ids import part_id

HEIGHT = "54vh"
"""Of a picture: one question has the screen."""

PART, BLANK = "class-part", "class-part blank"
"""Classes of a part of the lesson; a blank one has no picture, for nobody has said anything to it yet."""


def _titles_of(lesson: Lesson) -> list[str]:
    """What is asked, in its order."""
    return ["Prediction", *(f"Question {n + 1}" for n in range(len(lesson.front.questions)))]


def create_steps(lesson: Lesson | None) -> html.Div:
    """From one question to the next; `class_room.js` has them pressed, and keeps the words between them."""
    titles = _titles_of(lesson) if lesson else []
    return html.Div(
        [
            _step("‹", "Previous question", "ArrowLeft", -1),
            html.Span(f"{titles[0]} · 1 of {len(titles)}" if titles else "", role="status", className="class-at"),
            _step("›", "Next question", "ArrowRight", 1),
        ],
        role="group",
        className="class-steps",
        **aria(label="Questions"),
    )


def _step(sign: str, name: str, key: str, by: int) -> html.Button:
    button: dict[str, Any] = {"type": "button", "disable_n_clicks": True, "disabled": by < 0}
    return html.Button(sign, title=name, **button, **aria(label=name, keyshortcuts=key), **data(step=str(by)))


def create_parts(lesson: Lesson | None) -> list[html.Div]:
    """The prediction and the questions, of which one is seen."""
    return [_prediction(lesson), *_questions(lesson)] if lesson else []


def _prediction(lesson: Lesson) -> html.Div:
    asked = lesson.front.prediction
    return _part("prediction", "Prediction", [html.P(asked.question, className="class-question")])


def _questions(lesson: Lesson) -> list[html.Div]:
    parts = []
    for n, question in enumerate(lesson.front.questions):
        children: list[Any] = [html.P(question.question, className="class-question")]
        if isinstance(question, ChoiceQuestion):
            choices = [
                html.Li([html.B(f"{letter} "), choice.text])
                for letter, choice in zip(LETTERS, question.choices, strict=False)
            ]
            children.append(html.Ul(choices, className="class-choices"))
        parts.append(_part(f"question-{n + 1}", f"Question {n + 1}", children))
    return parts


def _part(part: str, title: str, asked: list[Any]) -> html.Div:
    label = f"{title}: what the class says; the table below has the numbers."
    return html.Div(
        [
            html.H2(title, className="visually-hidden"),
            *asked,
            create_picture(part_id("figure", part), label, height=HEIGHT, bar=False),  # type: ignore[arg-type]  # a pattern
            html.P(id=part_id("words", part), className="picture-text"),
            html.Details(
                [html.Summary("Table of this picture"), html.Div(id=part_id("table", part))],
                className="table-of-picture",
            ),
        ],
        id=part_id("part", part),
        className=BLANK,
        **data(title=title),
    )
