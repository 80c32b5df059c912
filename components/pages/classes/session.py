"""What stands on the page of one class: a door for students, and the teacher's view, which only a key fills."""

from typing import Any

import dash_mantine_components as dmc
from dash import dcc, html

from components.lessons.handing_in import LONGEST_NICKNAME
from components.lessons.lesson import Lesson
from components.lessons.reading import lessons
from components.pages.classes.door import classes, read_code
from components.pages.classes.ids import Id
from components.pages.classes.layout import create_code_field
from components.pages.classes.teacher import create_teacher
from components.pages.classes.words import KEPT
from components.visits.visitors import visitor
from workers.classes.sessions import ClassError
from workers.client import UNREACHABLE

BROKEN = "The broker is away, so no class can be looked up. Load this page again in some seconds."
UNKNOWN = "There is no class with this code: it is mistyped, closed or expired."


def layout(code: str = "", **_: Any) -> html.Main:
    """The page for "/class/CODE". Whether the teacher looks at it is known to the browser alone."""
    plain, session, problem = read_code(code), None, UNKNOWN
    try:
        session = classes().find(plain, visitor()) if plain else None
    except UNREACHABLE:
        problem = BROKEN
    except ClassError as error:
        problem = str(error)
    lesson = lessons()[0].get(session.lesson) if session else None
    is_there = session is not None and lesson is not None
    missing = [html.H1("No such class"), html.P(problem), html.Div(create_code_field(), className="stack")]
    return html.Main(
        [
            dcc.Store(id=Id.CODE, data=plain if is_there else ""),
            dcc.Store(id=Id.KEY),
            dcc.Store(id=Id.SEEN),
            dcc.Store(id=Id.CLOSED),
            dcc.Download(id=Id.DOWNLOAD),
            html.Div(id=Id.SAID, role="status", className="class-said"),
            None if is_there else html.Div(missing, className="class-door"),
            # Hidden until the browser says that it is no teacher's.
            html.Div(_door(plain, lesson), id=Id.STUDENT, className="hidden"),
            html.Div(create_teacher(session, lesson), id=Id.TEACHER, className="hidden"),
        ],
        className="class-page class-session",
    )


def _door(code: str, lesson: Lesson | None) -> list[Any]:
    about = lesson and [
        html.P([html.B(lesson.front.title), f" · about {lesson.front.minutes} minutes"]),
        html.P(lesson.front.aim),
    ]
    return [
        html.H1(f"Class {code}"),
        *(about or []),
        html.Div(
            [
                dmc.TextInput(
                    id=Id.NICKNAME,
                    label="Nickname",
                    description=f"At most {LONGEST_NICKNAME} characters; your teacher sees it. It may be left empty.",
                    inputProps={"maxLength": LONGEST_NICKNAME},
                    size="md",
                    autoComplete="off",
                ),
                dmc.Button("Join", id=Id.JOIN, size="md"),
                html.Div(id=Id.JOIN_SAID, role="status", className="refusal"),
            ],
            className="stack",
        ),
        html.P(KEPT, className="picture-text"),
    ]
