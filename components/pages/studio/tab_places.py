"""Where tabs stand on the page: those of the family that is shown, and none of the others.

Each place costs time whenever anything is told, seen or not; when a study of another family is shown, its places come
with its tabs.
"""

from typing import Any

import dash_mantine_components as dmc
from dash import dcc, html

from components.pages.studio.face import FACES, RACE, Tab
from components.pages.studio.ids import opened_id, panel_id
from components.pages.studio.tabs import is_live


def create_place(tab: Tab, panel: Any = None) -> dmc.TabsPanel:
    """The place of a *tab* with what stands on it, if that is there yet."""
    # what follows the sketch is never stale
    return dmc.TabsPanel(panel, value=tab.value, className="live" if is_live(tab.value) else "")


def create_empty(tab: Tab, content: Any = None) -> Any:
    """What a *tab* has in its place until it is opened, see `open.js`; or the *content* of the one that is open."""
    return html.Div(content, id=panel_id(tab.value))


def create_told(tab: Tab) -> dcc.Store:
    """The store that says what the *tab* is to show while it is open."""
    return dcc.Store(id=opened_id(tab.value))


def places_of_family(family: str, opened: str = "", content: Any = None) -> list[Any]:
    """The places of the tabs that *family* alone has, of which the one that is *opened* has its *content*."""
    return [
        part
        for tab in FACES[family].tabs
        for part in (
            create_place(tab, create_empty(tab, content if tab.value == opened else None)),
            create_told(tab),
        )
    ]


def are_of(family: str, there: list[str] | None) -> bool:
    """Whether the tabs that are *there* are those of *family*: then so are their places."""
    own = {tab.value for tab in FACES[family].tabs if tab is not RACE}
    return any(name in own for name in there or ())
