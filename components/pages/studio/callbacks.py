"""What the Studio page does, in five parts: sketching, previewing, running, replaying, and data that leave."""

from dash import Dash

from components.pages.studio import on_data, on_preview, on_replay, on_sketch, on_study


def register(app: Dash) -> None:
    """Register every callback of the page."""
    on_sketch.register(app)
    on_study.register(app)
    on_preview.register(app)
    on_replay.register(app)
    on_data.register(app)
