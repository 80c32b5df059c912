"""The questions after the reveal, and what is said to an answer; the right ones never leave the server."""

from typing import Any

import dash_mantine_components as dmc
from dash import dcc, html

from components.controls.aria import aria
from components.lessons.asked import ChoiceQuestion, NumberQuestion, Question, RuleQuestion
from components.lessons.lesson import Lesson
from components.pages.learn.ids import question_id
from components.pages.learn.predict_form import unit_words
from components.words.wording import number

ENOUGH = 3
"""Tries after which the explanation is given though the number is wrong."""

MISSING = {
    "choice": "Choose one of the answers first.",
    "number": "Type a number first.",
    "rule": "Write a rule first.",
}

ORDINALS = ("", "", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


def create_questions(lesson: Lesson) -> list[Any]:
    """A form for each question."""
    return [_create(question, n) for n, question in enumerate(lesson.front.questions)]


def _create(question: Question, n: int) -> html.Div:
    if isinstance(question, NumberQuestion):
        field = dmc.NumberInput(
            id=question_id("answer", n),
            label=f"Your answer{unit_words(question.unit)}",
            debounce=30,
            thousandSeparator="\u2009",
            w=220,
            inputProps={"aria-describedby": f"learn-question-{n}"},
        )
    elif isinstance(question, RuleQuestion):
        field = dmc.Textarea(
            id=question_id("answer", n),
            label="Your rule: larger goes first",
            autosize=True,
            debounce=30,
            spellCheck=False,
            className="learn-rule",
            inputProps={"aria-describedby": f"learn-question-{n}", "maxLength": 400},
        )
    else:
        field = dmc.RadioGroup(
            dmc.Stack([dmc.Radio(label=choice.text, value=str(k)) for k, choice in enumerate(question.choices)], gap=8),
            id=question_id("answer", n),
            **aria(labelledby=f"learn-question-{n}"),
        )
    return html.Div(
        [
            html.H3(f"Question {n + 1}"),
            html.P(question.question, className="learn-question", id=f"learn-question-{n}"),
            field,
            dmc.Button("Check", id=question_id("check", n), variant="default", **aria(label=f"Check answer {n + 1}")),
            dcc.Store(id=question_id("given", n)),
            dcc.Store(id=question_id("came", n)),
            html.Div(id=question_id("reply", n), role="status", className="learn-reply"),
        ],
        className="learn-asked",
    )


def reply_to(question: Question, given: float | None, tries: int) -> list[Any]:
    """What is said to an answer: whether it is right, at which try, and why."""
    if given is None:
        return [html.P(MISSING[question.kind])]
    is_right = question.is_right(given)
    at = f", at the {_ordinal(tries)} try" if tries > 1 else ""
    head = f"✓ Right{at}." if is_right else f"✕ Not right{at}."
    why = _why(question, given, is_right, tries)
    return [html.P([html.Strong(head), " ", why], className="learn-right" if is_right else "learn-wrong")]


def _why(question: Question, given: float, is_right: bool, tries: int) -> str:
    if isinstance(question, ChoiceQuestion):
        chosen = int(given)
        return question.choices[chosen].why if given == chosen and 0 <= chosen < len(question.choices) else ""
    if isinstance(question, RuleQuestion):
        came = f"{number(given, 3)} {question.unit}".rstrip()
        if is_right:
            return f"It comes to {came}. {question.why}"
        return (
            f"It comes to {came}; at most {number(question.at_most)} {question.unit}".rstrip()
            + " is asked for. Try again."
        )
    if is_right:
        near = "" if given == question.answer else f" Exactly: {number(question.answer)} {question.unit}".rstrip() + "."
        return f"{question.why}{near}"
    way = "too high" if given > question.answer else "too low"
    said = f"{number(given)} {question.unit}".rstrip() + f" is {way}."
    return f"{said} {question.why}" if tries >= ENOUGH else f"{said} Try again."


def _ordinal(tries: int) -> str:
    return ORDINALS[tries] if tries < len(ORDINALS) else f"{tries}th"
