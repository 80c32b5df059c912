"""What a callback was called for: all of it, since Dash hands over together what happens while it is busy.

`ctx.triggered_id` is the first of these things only, so that whoever asks it alone loses a click that came second.
"""

from dash import ctx


def happened() -> set[str]:
    """Ids of the components that have changed, those of patterns left out."""
    return {one for one in ctx.triggered_prop_ids.values() if isinstance(one, str)}
