"""What stands on the tab."""

import dash_mantine_components as dmc
from dash import html

from components.controls.aria import aria
from components.controls.picture import create_picture
from components.pages.studio.details import create_details
from components.pages.studio.families.parallel_jobs.ids import Id as Own
from components.pages.studio.panel import create_panel, create_text


def create_race_panel() -> html.Div:
    """Buttons to where the policies part, the picture, and why each does what it does; `race.js` moves them."""
    return create_panel(
        html.Div(
            [
                _button("⇤ First different decision", Own.RACE_FIRST),
                _button("◀", Own.RACE_BACK, "Different decision before this one"),
                _button("Next ▶", Own.RACE_NEXT, "Next different decision"),
                html.Span(id=Own.RACE_SAID, className="race-said", role="status"),
            ],
            className="race-buttons",
        ),
        create_picture(
            Own.RACE,
            "Race: the same jobs under each policy, one schedule below the other, and above each who waits; "
            "the tables below have them.",
            height="64vh",
            shape="rows",
        ),
        html.Div(className="followed"),  # `one_job.js` fills it
        html.Div(id=Own.RACE_REASONS, className="race-reasons"),
        create_text(Own.RACE_TEXT),
        create_details("race", of="the jobs under each policy"),
        create_details("race-differences", of="decisions that differ"),
    )


def _button(words: str, name: str, label: str = "") -> dmc.Button:
    named = aria(label=label) if label else {}
    return dmc.Button(words, id=name, size="compact-md", variant="default", disabled=True, **named)
