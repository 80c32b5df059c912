"""What stands on the tab."""

import dash_mantine_components as dmc
from dash import html

from components.controls.aria import aria
from components.controls.picture import create_picture
from components.pages.studio.details import create_details
from components.pages.studio.ids import Id
from components.pages.studio.panel import create_panel, create_text


def create_race_panel() -> html.Div:
    """Buttons to where the policies part, the picture, and why each does what it does; `race.js` moves them."""
    return create_panel(
        html.Div(
            [
                _button("⇤ First different decision", Id.RACE_FIRST),
                _button("◀", Id.RACE_BACK, "Different decision before this one"),
                _button("Next ▶", Id.RACE_NEXT, "Next different decision"),
                html.Span(id=Id.RACE_SAID, className="race-said", role="status"),
            ],
            className="race-buttons",
        ),
        create_picture(
            Id.RACE,
            "Race: the same work under each policy, one below the other on one axis of time; the tables below have it.",
            height="64vh",
            shape="rows",
        ),
        html.Div(className="followed"),  # `one_job.js` fills it
        html.Div(id=Id.RACE_REASONS, className="race-reasons"),
        create_text(Id.RACE_TEXT),
        create_details("race", of="the same work under each policy"),
        create_details("race-differences", of="decisions that differ"),
    )


def _button(words: str, name: str, label: str = "") -> dmc.Button:
    named = aria(label=label) if label else {}
    return dmc.Button(words, id=name, size="compact-md", variant="default", disabled=True, **named)
