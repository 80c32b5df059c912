"""The teacher's view of a class: the way in for students, counts, and a picture for each thing that is asked."""

from typing import Any

import dash_mantine_components as dmc
from dash import dcc, html

from components.controls.aria import aria
from components.lessons.lesson import Lesson
from components.pages.classes.ids import Id
from components.pages.classes.one_at_a_time import create_parts, create_steps
from components.pages.classes.words import expiry
from components.share.qr import draw_qr
from workers.classes.sessions import Session

EVERY = 2000
"""Milliseconds between two looks of a page that is seen."""


def create_teacher(session: Session | None, lesson: Lesson | None) -> list[Any]:
    """The frame, without anything that only the teacher may know; empty but for its controls without a class."""
    return [
        dcc.Interval(id=Id.TICK, interval=EVERY, disabled=True),
        html.Div(id=Id.LIVE, role="status", className="visually-hidden"),
        html.Aside(_aside(session), className="class-aside", **aria(label="The class")),
        html.Div(_main(lesson), className="class-main"),
        _large(),
        _sure(),
    ]


def _aside(session: Session | None) -> list[Any]:
    small = {"size": "compact-sm", "variant": "default"}
    return [
        html.Div(id=Id.INVITATION, className="class-invitation"),
        dmc.Button("Show the code large", id=Id.LARGE_OPEN, **small),
        html.Div(id=Id.COUNTS, className="class-counts"),
        html.Div(
            [
                dmc.Button("Copy teacher link", id=Id.TEACHER_LINK, **small),
                dmc.Button("Download CSV", id=Id.CSV, **small),
                dmc.Button("Close the class", id=Id.CLOSE, color="red", size="compact-sm", variant="outline"),
            ],
            className="class-tools",
        ),
        html.Div(id=Id.TEACHER_LINK_SAID, role="status", className="hint"),
        html.P(expiry(session) if session else "", className="hint"),
    ]


def _main(lesson: Lesson | None) -> list[Any]:
    head = html.Div(
        [
            html.H1(lesson.front.title if lesson else "", className="class-title"),
            create_steps(lesson),
            dmc.Button("Reveal", id=Id.REVEAL, **aria(keyshortcuts="r")),
            html.Span("or press R", className="hint"),
        ],
        className="class-head",
    )
    compute = html.Div(
        [
            html.Span(id=Id.COMPUTE_SAID, role="status"),
            dmc.Button("Compute it", id=Id.COMPUTE, size="compact-sm", variant="default"),
        ],
        id=Id.COMPUTE_ROW,
        className="hidden",
    )
    who = html.Details(
        [html.Summary("Who has handed in (shows names)"), html.Div(id=Id.WHO), *_seats()],
        className="table-of-picture",
    )
    marked: dict[str, Any] = {"data-reveal": "class"}
    shown = html.Section(
        [
            head,
            html.Div(id=Id.REVEAL_SAID, role="status", className="class-revealed"),
            compute,
            html.Div(create_parts(lesson)),
        ],
        **marked,
        **aria(label="What the class says"),
    )
    return [shown, who]


def _seats() -> list[Any]:
    """Controls with which a teacher takes back seats and allows more of them."""
    small = {"size": "compact-sm", "variant": "default"}
    return [
        dmc.MultiSelect(
            id=Id.SEATS,
            label="Seats to take back",
            description="Their work is deleted. The students see a sentence that says so.",
            data=[],
            searchable=True,
            maw=480,
        ),
        html.Div(
            [
                dmc.Button("Take these seats back", id=Id.TAKE_BACK, **small),
                dmc.Button("Allow more seats from one network", id=Id.MORE, **small),
            ],
            className="class-tools",
        ),
        html.Div(id=Id.SEATS_SAID, role="status", className="hint"),
    ]


def create_invitation(origin: str, code: str, shrinks: bool = False) -> list[Any]:
    """Where students go: as an address to type, as a code, and as a picture for their cameras.

    One that *shrinks* is a button; `class_room.js` makes it small when nobody has joined for a while.
    """
    address = f"{origin}/class/{code}"
    picture = html.Img(src=draw_qr(address), alt=f"QR code of {address}", className="class-qr")
    button: dict[str, Any] = {"type": "button", "disable_n_clicks": True, "className": "class-qr-button"}
    named = aria(expanded="true", keyshortcuts="q")
    return [
        html.P(
            [html.Span("Go to ", className="hint"), html.B(address.partition("://")[2], className="class-address")],
            className="class-way-in",
        ),
        html.P(
            [html.Span("Code ", className="hint"), html.B(code, className="class-code-shown")],
            **aria(label=f"Code {' '.join(code)}"),
        ),
        html.Button(picture, title="Smaller or larger (Q)", **button, **named) if shrinks else picture,
    ]


def _large() -> dmc.Modal:
    return dmc.Modal(
        html.Div(id=Id.LARGE_BODY, className="class-invitation large"),
        id=Id.LARGE,
        title="Join the class",
        fullScreen=True,
    )


def _sure() -> dmc.Modal:
    return dmc.Modal(
        [
            html.P(
                "All predictions, answers and nicknames of this class are deleted at once, for everybody. The "
                "students keep their own work in their browsers. Download the CSV before, if you need it."
            ),
            html.Div(
                [
                    dmc.Button("Close the class and delete everything", id=Id.CLOSE_SURE, color="red"),
                    dmc.Button("Keep it open", id=Id.CLOSE_NOT, variant="default"),
                ],
                className="class-tools",
            ),
        ],
        id=Id.CLOSE_ASKED,
        title="Close the class?",
    )
