"""What stands on the tabs of coscheduling."""

from typing import Any

import dash_mantine_components as dmc
from dash import dcc, html

from components.controls.aria import aria
from components.controls.picture import create_picture
from components.pages.studio.details import create_details
from components.pages.studio.families.coscheduling.ids import Id
from components.pages.studio.families.coscheduling.window_bar import KEYS
from components.pages.studio.ids import drawn_id


def coscheduling_panels() -> dict[str, Any]:
    """The panels by tab."""
    return {
        "timeline": _timeline(),
        "matrix": _matrix(),
        "queues": _queues(),
        "profile": _profile(),
        "boosts": _boosts(),
    }


def _with_keys(picture: html.Div, label: str) -> html.Div:
    """A picture that hears the keys of the window."""
    return html.Div(picture, className="windowed", tabIndex=0, role="group", **aria(label=f"{label}. {KEYS}"))


def _timeline() -> html.Div:
    return html.Div(
        [
            dcc.Store(id=drawn_id("timeline")),
            _with_keys(
                create_picture(
                    Id.TIMELINE,
                    "Nodes over time, a bar for what each processor does; the tables below have the bars.",
                    shape="rows",
                ),
                "Node timeline",
            ),
            html.P(id=Id.TIMELINE_TEXT, className="picture-text"),
            html.Div(
                [
                    dmc.Select(
                        id=Id.MESSAGE,
                        label="Message, the longest wait first; or click a delivery in the picture",
                        placeholder="why was its receiver not running?",
                        data=[],
                        searchable=True,
                        clearable=True,
                        size="xs",
                        maw=560,
                    ),
                    html.P(id=Id.MESSAGE_TEXT, className="picture-text", role="status"),
                    create_details("messages", of="messages"),
                ],
                id=Id.MESSAGES,
                className="hidden",
            ),
            create_details("timeline"),
        ]
    )


def _matrix() -> html.Div:
    return html.Div(
        [
            _with_keys(
                create_picture(
                    Id.MATRIX,
                    "Ousterhout matrix: rows that take turns, a column for each node; the table has the cells.",
                    shape="cells",
                ),
                "Matrix",
            ),
            html.P(id=Id.MATRIX_TEXT, className="picture-text"),
            create_details("matrix"),
        ]
    )


def _queues() -> html.Div:
    return html.Div(
        [
            dcc.Store(id=drawn_id("queues")),
            _with_keys(
                create_picture(
                    Id.QUEUES,
                    "Feedback queues of one node: levels of its processes over time; the table has them.",
                    shape="rows",
                ),
                "Feedback queues",
            ),
            html.P(id=Id.QUEUES_TEXT, className="picture-text"),
            create_details("queues"),
        ]
    )


def _profile() -> html.Div:
    return html.Div(
        [
            dcc.Store(id=drawn_id("profile")),
            create_picture(
                Id.PROFILE,
                "Processor time of every policy by what it is spent on; the table has the numbers.",
                height="46vh",
                shape="bars",
            ),
            html.P(id=Id.PROFILE_TEXT, className="picture-text"),
            create_details("profile", of="processor time by policy"),
            create_picture(
                Id.NODE_PROFILE,
                "Processor time of every node, in one replication; the table has the numbers.",
                height="38vh",
                shape="bars",
            ),
            html.P(id=Id.NODE_PROFILE_TEXT, className="picture-text"),
            create_details("node-profile", of="processor time by node"),
        ]
    )


def _boosts() -> html.Div:
    return html.Div(
        [
            html.Div(
                [
                    create_picture(
                        Id.BOOSTS_BY_STATE,
                        "Boosts by the state of the process; the table has the numbers.",
                        height="46vh",
                        shape="bars",
                    ),
                    create_picture(
                        Id.BOOSTS_BY_POSITION,
                        "Boosts by position; the table has the numbers.",
                        height="46vh",
                        shape="bars",
                    ),
                ],
                className="two-pictures",
            ),
            html.P(id=Id.BOOSTS_TEXT, className="picture-text"),
            create_details("boosts", of="boosts"),
        ]
    )


def create_types() -> html.Div:
    """What the fairness tab has on job types."""
    return html.Div(
        [
            html.H2("Job types", className="data-head"),
            create_picture(
                Id.TYPES,
                "Slowdown of every job type over that of the least; the table has the numbers.",
                height="40vh",
                shape="bars",
            ),
            html.P(id=Id.TYPES_TEXT, className="picture-text"),
            create_details("types", of="job types"),
        ],
        id=Id.TYPES_PANEL,
        className="hidden",
    )
