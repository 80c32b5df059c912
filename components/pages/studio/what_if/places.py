"""Where the decisions of a step stand, and what would have come of another one."""

from typing import Any

from dash import dcc, html

from components.controls.aria import aria
from components.pages.studio.details import create_details
from components.pages.studio.face import FACES
from components.pages.studio.ids import decided_id, what_if_found_id, what_if_shown_id
from components.pages.studio.panel import create_panel


def what_if_places(tab: str) -> list[Any]:
    """What comes of another decision, on a tab of decisions, below these."""
    return [
        html.Div(id=what_if_found_id(tab), className="what-if-found", **aria(live="polite")),
        dcc.Store(id=what_if_shown_id(tab)),
    ]


def decided_place(family: str, tab: str) -> str:
    """Id of the place of what was decided on a *tab* of decisions."""
    return FACES[family].explained.get(tab) or decided_id(tab)


def create_decisions(tab: str, words: str) -> html.Div:
    """The panel of a tab of decisions that are told in sentences and a table; *words* say what there is."""
    return create_panel(
        html.P(words, className="picture-text"),
        html.Div(id=decided_id(tab), className="decided", **aria(live="polite")),
        *what_if_places(tab),
        create_details(tab, of="the decisions of the window"),
    )
