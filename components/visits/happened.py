"""What a callback was called for: all of it, since Dash hands over together what happens while it is busy.

`ctx.triggered_id` is the first of these things only, so that whoever asks it alone loses a click that came second.
"""

import json
from typing import Any

from dash import ctx


def happened() -> set[str]:
    """Ids of the components that have changed, those of patterns left out."""
    return {one for one in ctx.triggered_prop_ids.values() if isinstance(one, str)}


def pressed(kind: object) -> list[dict[str, Any]]:
    """Ids of the buttons of the pattern called *kind* that were pressed, in order; one that has just come was not."""
    ids = [(one["prop_id"].rpartition(".")[0], one["value"]) for one in ctx.triggered]
    found = [json.loads(text) for text, value in ids if text.startswith("{") and value]
    return [one for one in found if one.get("type") == kind]
