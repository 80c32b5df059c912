"""What stands on the page "/class": a field for a code, and a lesson to open a class on."""

from typing import Any

import dash_mantine_components as dmc
from dash import dcc, html

from components.lessons.reading import lessons
from components.pages.classes.ids import Id
from components.pages.classes.words import KEPT, OPENING


def layout(lesson: str | None = None, **_: Any) -> html.Main:
    """The page for "/class", or for "/class?lesson=NAME" with this lesson chosen."""
    found, _broken = lessons()
    chosen = lesson if lesson in found else next(iter(found), None)
    return html.Main(
        [
            dcc.Store(id=Id.OPENED),
            html.H1("Class sessions"),
            html.P(KEPT, className="picture-text"),
            html.Div([_join(), _open(chosen)], className="class-ways"),
        ],
        className="class-page",
    )


def _join() -> html.Section:
    return html.Section(
        [
            html.H2("Join a class"),
            html.Div(create_code_field(), className="stack"),
        ]
    )


def create_code_field() -> list[Any]:
    """Where a code is typed."""
    return [
        dmc.TextInput(
            id=Id.CODE_FIELD,
            label="Code",
            description="Six letters and digits, as your teacher shows them.",
            size="lg",
            autoComplete="off",
            maw=280,
            classNames={"input": "class-code-input"},
        ),
        dmc.Button("Go to the class", id=Id.GO, maw=280),
        html.Div(id=Id.GO_SAID, role="status", className="refusal"),
    ]


def _open(chosen: str | None) -> html.Section:
    found, _broken = lessons()
    return html.Section(
        [
            html.H2("Open a class"),
            html.P(OPENING),
            html.Div(
                [
                    dmc.Select(
                        id=Id.LESSON,
                        label="Lesson",
                        data=[{"value": name, "label": one.front.title} for name, one in found.items()],
                        value=chosen,
                        allowDeselect=False,
                        searchable=True,
                        size="md",
                    ),
                    dmc.Button("Open a class", id=Id.OPEN, maw=280),
                    html.Div(id=Id.REFUSED, role="alert", className="refusal"),
                ],
                className="stack",
            ),
        ]
    )
