"""Closed parts of the form come when they are opened: what is there slows everything down, seen or not."""

from typing import Any

from dash import ALL, dcc, html
from dash.development.base_component import Component

from components.controls.framed import framed
from components.pages.studio.ids import FIELD, Id

FOLDED = {"type": "studio-folded-part", "part": ALL}
"""The places of what is behind the disclosures."""

PART = "data-part"


def fold(parts: list[Any]) -> list[Any]:
    """The *parts* of a form, its disclosures empty, and a store with what belongs into them: {part: components}.

    The fields there hold what the draft holds until somebody opens them; `sketch.js` puts them in.
    """
    folded: dict[str, Any] = {}
    for disclosure in _disclosures(parts):
        name, place = getattr(disclosure, PART), disclosure.children[1]
        folded[name], place.children = place.children, None
        place.id = {"type": FOLDED["type"], "part": name}
    return [*parts, dcc.Store(id=Id.FOLDED, data=folded)]


def mounted(parts: list[Any]) -> list[Any]:
    """The *parts* of a form as a page has them: what is closed is put away, boxes and words are no components."""
    *seen, store = fold(parts)
    store.data = {name: framed(inside) for name, inside in store.data.items()}
    return [framed(seen), store]


def paths_in(parts: list[Any]) -> list[str]:
    """The paths of all fields of a form, whether their parts are open or not."""
    ids = [getattr(one, "id", None) for one in _every(parts)]
    return [one["path"] for one in ids if isinstance(one, dict) and one["type"] == FIELD["type"]]


def _disclosures(parts: list[Any]) -> list[html.Details]:
    return [one for one in _every(parts) if isinstance(one, html.Details) and hasattr(one, PART)]


def _every(parts: list[Any]) -> list[Component]:
    return [one for part in parts for one in (part, *part._traverse()) if isinstance(one, Component)]
