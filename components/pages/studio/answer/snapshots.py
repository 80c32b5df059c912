"""The strip of snapshots: what undo and redo lead to, as small pictures. The browser draws it; see `snapshots.js`."""

import orjson
from dash import html

from components.controls.aria import aria, data
from components.looks.look import looks_for_browser
from components.looks.theme import LOOKS
from components.pages.studio.ids import Id


def create_snapshots() -> html.Div:
    """The place of the strip, with the looks of the policies; it is hidden until there is something to go back to."""
    looks = {
        name: {"light": look.color, "dark": look.dark, "dash": look.dash}
        for name, look in looks_for_browser(LOOKS).items()
    }
    return html.Div(
        id=Id.SNAPSHOTS,
        className="snapshots",
        hidden=True,
        role="toolbar",
        **data(looks=orjson.dumps(looks).decode()),
        **aria(label="Snapshots: what there was, the newest on the right"),
    )
