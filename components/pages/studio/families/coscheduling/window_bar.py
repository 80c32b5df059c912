"""The controls of the window of time and nodes that is shown of a replication."""

from typing import Any

import dash_mantine_components as dmc
from dash import html

from components.controls.aria import aria
from components.pages.studio.families.coscheduling.ids import Id

BUTTONS = (
    (Id.ZOOM_IN, "+", "Zoom in"),
    (Id.ZOOM_OUT, "−", "Zoom out"),
    (Id.EARLIER, "◀", "Earlier"),
    (Id.LATER, "▶", "Later"),
    (Id.WHOLE, "All", "The whole run"),
)

KEYS = "Keys, here: + and − zoom, arrows go earlier and later, 0 shows the whole run."


def create_window() -> list[Any]:
    """From, to and the buttons, then the nodes of the timeline, or the node of the queues."""
    return [
        html.Div(
            [
                _seconds(Id.SINCE, "From (s)", "0"),
                _seconds(Id.UNTIL, "To (s)", "the end"),
                html.Div(
                    [
                        dmc.Button(label, id=name, size="compact-md", variant="default", **aria(label=words))
                        for name, label, words in BUTTONS
                    ],
                    className="window-buttons",
                    role="group",
                    **aria(label="Window of time"),
                ),
            ],
            className="bar-window window-bar",
        ),
        html.Div(
            [_node(Id.FIRST_NODE, "First node", "1"), _node(Id.NODES, "Nodes shown", "all")],
            className="bar-nodes window-bar",
        ),
        html.Div(_node(Id.QUEUE_NODE, "Node", "1"), className="bar-node"),
    ]


def _seconds(name: str, label: str, placeholder: str) -> dmc.NumberInput:
    return dmc.NumberInput(
        id=name, label=label, placeholder=placeholder, min=0, decimalScale=6, size="xs", w=110, debounce=300
    )


def _node(name: str, label: str, placeholder: str) -> dmc.NumberInput:
    return dmc.NumberInput(
        id=name, label=label, placeholder=placeholder, min=1, allowDecimal=False, size="xs", w=90, debounce=300
    )
