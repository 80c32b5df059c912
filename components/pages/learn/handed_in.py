"""The page on which a teacher sees what was handed in by link."""

from typing import Any

from dash import html

from components.controls.data_table import create_table
from components.lessons.handing_in import HandedIn, from_text
from components.lessons.lesson import Lesson
from components.lessons.measured import LessonError
from components.lessons.reading import lessons
from components.lessons.reveal import reveal
from components.lessons.work import Work, WorkError
from components.pages.learn.handed_text import outcome_words, table_of_answers
from components.pages.learn.on_reveal import results_of
from components.pages.learn.outcome import table_of
from engine import ENGINE_VERSION

FORGED = (
    "Everything here stands in the link itself. Right and wrong are checked again on this server, but a link can be "
    "forged by whoever knows how: it shows what somebody sent, not who worked it out."
)

NONE = "This page opens the work of a student: follow the link that was handed in, to its last letter."
OTHER = "This link is of a lesson that is not here."


def layout(lesson: str = "", w: str = "", **_: Any) -> html.Main:
    """The page for "/handed-in?lesson=NAME&w=WORK"."""
    found = lessons()[0].get(lesson) if isinstance(lesson, str) else None
    if found is None:
        return _page([html.P(OTHER if lesson else NONE), html.A("All lessons", href="/learn")])
    try:
        work, beside = from_text(found, w if isinstance(w, str) else "")
    except WorkError as error:
        return _page([html.P(f"This link cannot be read: {error}.")])
    return _page(_handed_in(found, work, beside))


def _handed_in(lesson: Lesson, work: Work, beside: HandedIn) -> list[Any]:
    results = results_of(lesson)
    other = "" if beside.engine == ENGINE_VERSION else f" The student worked with engine {beside.engine or 'unknown'}."
    return [
        html.P([html.Strong(beside.nickname or "Somebody without a nickname"), f": {lesson.front.title}"]),
        html.P(FORGED + other, className="hint"),
        html.H2("Prediction"),
        html.P(lesson.front.prediction.question),
        html.P(outcome_words(lesson, work, results), className="learn-sentence"),
        *_beside(lesson, work, results),
        html.H2("Answers"),
        create_table(table_of_answers(lesson, work, list(beside.tries))),
        html.P(html.A("The lesson", href=f"/learn/{lesson.name}")),
    ]


def _beside(lesson: Lesson, work: Work, results: dict[str, Any]) -> list[Any]:
    if len(results) < len(lesson.needed()):
        return []
    try:
        return [create_table(table_of(lesson, reveal(lesson, work.prediction, results).lines))]
    except LessonError:
        return []


def _page(children: list[Any]) -> html.Main:
    return html.Main([html.H1("Handed in"), *children], className="learn-list")
