"""What stands on the tabs that come when they are opened: the same for every study, so the browser fetches it once."""

from functools import cache
from hashlib import sha256
from typing import Any

import dash_mantine_components as dmc
import orjson
from dash import dcc, html
from plotly.io.json import to_json_plotly

from components.controls.aria import aria
from components.controls.framed import framed
from components.controls.picture import create_picture
from components.pages.studio.answer import panels
from components.pages.studio.breaking.panel import create_break_panel
from components.pages.studio.details import create_details
from components.pages.studio.face import BREAK, FACES, RACE
from components.pages.studio.ids import Id, drawn_id
from components.pages.studio.panel import create_panel, create_text
from components.pages.studio.why.panel import why_panel


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


PLACE = "/_studio/panels/"


def opened_panels() -> dict[str, Any]:
    """The panels by their tabs, of every family, so that a study of another one can be shown on the same page.

    Where a replication is drawn, what is drawn already is kept beside it.
    """
    there = {
        **{
            tab.value: _with_drawn(tab.value, tab.panel()) if tab.value in face.pictures else tab.panel()
            for face in FACES.values()
            for tab in face.tabs
            if tab.panel
        },
        RACE.value: _with_drawn(RACE.value, create_race_panel()),
        BREAK.value: create_break_panel(),
        "why": why_panel(),
        "fairness": panels.fairness_panel(),
        "data": panels.data_panel(),
    }
    return {tab: framed(panel) for tab, panel in there.items()}


def _with_drawn(tab: str, panel: Any) -> html.Div:
    return html.Div([panel, dcc.Store(id=drawn_id(tab))])


@cache
def panels_as_json() -> str:
    """All of them as {tab: component}, in the same bytes in every process: Dash has some in the order of a set."""
    return orjson.dumps(orjson.loads(to_json_plotly(opened_panels())), option=orjson.OPT_SORT_KEYS).decode()


@cache
def address() -> str:
    """Where the server has them. Others have another address, so a browser never shows those of an older Corral."""
    return PLACE + sha256(panels_as_json().encode()).hexdigest()[:16]
