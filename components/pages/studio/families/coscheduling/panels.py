"""What stands on the tabs of coscheduling."""

import dash_mantine_components as dmc
from dash import html

from components.controls.aria import aria
from components.controls.picture import create_picture
from components.pages.studio.details import create_details
from components.pages.studio.families.coscheduling.ids import Id
from components.pages.studio.families.coscheduling.window_bar import KEYS
from components.pages.studio.panel import create_panel, create_text, side_by_side
from components.pages.studio.what_if.places import create_decisions

DECISIONS = (
    "Who starts, whose slot it is, whom a node boosts and who gets it: decision by decision, with everybody who could "
    "have been chosen, and what would have come of it."
)


def _with_keys(picture: html.Div, label: str) -> html.Div:
    """A picture that hears the keys of the window."""
    return html.Div(picture, className="windowed", tabIndex=0, role="group", **aria(label=f"{label}. {KEYS}"))


def create_node_decisions() -> html.Div:
    """What was decided at an instant."""
    return create_decisions("node-decisions", DECISIONS)


def create_timeline() -> html.Div:
    """What every node does over time, and its messages."""
    return create_panel(
        _with_keys(
            create_picture(
                Id.TIMELINE,
                "Nodes over time, a bar for what each processor does; the tables below have the bars.",
                shape="rows",
            ),
            "Node timeline",
        ),
        create_text(Id.TIMELINE_TEXT),
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
    )


def create_matrix() -> html.Div:
    """Who takes turns with whom."""
    return create_panel(
        _with_keys(
            create_picture(
                Id.MATRIX,
                "Ousterhout matrix: rows that take turns, a column for each node; the table has the cells.",
                shape="cells",
            ),
            "Matrix",
        ),
        create_text(Id.MATRIX_TEXT),
        create_details("matrix"),
    )


def create_queues() -> html.Div:
    """The feedback queues of a node."""
    return create_panel(
        _with_keys(
            create_picture(
                Id.QUEUES,
                "Feedback queues of one node: levels of its processes over time; the table has them.",
                shape="rows",
            ),
            "Feedback queues",
        ),
        create_text(Id.QUEUES_TEXT),
        create_details("queues"),
    )


def create_profile() -> html.Div:
    """What processors spend their time on."""
    return create_panel(
        create_picture(
            Id.PROFILE,
            "Processor time of every policy by what it is spent on; the table has the numbers.",
            height="46vh",
            shape="bars",
        ),
        create_text(Id.PROFILE_TEXT),
        create_details("profile", of="processor time by policy"),
        create_picture(
            Id.NODE_PROFILE,
            "Processor time of every node, in one replication; the table has the numbers.",
            height="38vh",
            shape="bars",
        ),
        create_text(Id.NODE_PROFILE_TEXT),
        create_details("node-profile", of="processor time by node"),
    )


def create_boosts() -> html.Div:
    """Who was boosted, and why."""
    return create_panel(
        side_by_side(
            create_picture(
                Id.BOOSTS_BY_STATE,
                "Boosts by the state of the process; the table has the numbers.",
                height="46vh",
                shape="bars",
            ),
            create_picture(
                Id.BOOSTS_BY_POSITION, "Boosts by position; the table has the numbers.", height="46vh", shape="bars"
            ),
        ),
        create_text(Id.BOOSTS_TEXT),
        create_details("boosts", of="boosts"),
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
            create_text(Id.TYPES_TEXT),
            create_details("types", of="job types"),
        ],
        id=Id.TYPES_PANEL,
        className="hidden",
    )
