"""What the Studio page does, in three parts: sketching, running, replaying."""

from dash import Dash

from components.pages.studio import on_replay, on_sketch, on_study


def register(app: Dash) -> None:
    """Register every callback of the page."""
    on_sketch.register(app)
    on_study.register(app)
    on_replay.register(app)
